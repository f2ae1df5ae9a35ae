//! A socket whose questions are read, obeyed and answered on the main thread itself: the ways there and back from the
//! server's threads, which are a good part of what a short question costs, are saved.

use std::cell::RefCell;
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::os::fd::AsRawFd as _;
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::net::{SocketAddr, UnixListener, UnixStream};
use std::pin::pin;
use std::rc::Rc;
use std::time::Duration;

use deskhand_page::line::{Arriving, LONGEST_QUESTION, frame, question};
use deskhand_page::{Answer, Command, Fault, FaultKind};
use futures_util::future::{Either, select};
use gtk::glib::{self, ControlFlow, IOCondition, Priority, SourceFuture};
use tokio::sync::Notify;

use super::watch::Watch;
use crate::app::{self, Desk, promptly, spawn, within};
use crate::obey::Obey;
use crate::server::same;
use crate::source::random;

/// How much is read at once. The longest that is usually said is our own functions for a page, and a page that loads is not
/// made to wait until the main loop has come round for every part of them.
const PART: usize = 128 * 1024;

/// How long the token may take. It is sent as soon as there is a connection: who has not sent it by then has none.
const TOKEN_WITHIN: Duration = Duration::from_secs(5);

/// Where short questions are answered. Somebody who asks for it means to use it, and then it is there.
pub(super) fn name(desk: &Rc<Desk>) -> Option<String> {
    let listening = || match listen(desk) {
        Ok(name) => Some(name),
        Err(error) => {
            tracing::warn!(%error, "short questions have no socket of their own");
            None
        }
    };
    desk.line.get_or_init(listening).clone()
}

fn listen(desk: &Rc<Desk>) -> io::Result<String> {
    let token = desk.token.clone().ok_or_else(|| io::Error::other("the application was given no token"))?;
    let name = format!("deskhand-{}", random().map_err(|fault| io::Error::other(fault.message))?);
    let listener = UnixListener::bind_addr(&SocketAddr::from_abstract_name(&name)?)?;
    listener.set_nonblocking(true)?;
    // The application has one desk, which lives as long as its main loop does.
    let desk = Rc::clone(desk);
    glib::unix_fd_add_local(listener.as_raw_fd(), IOCondition::IN, move |_, _| {
        while let Ok((stream, _)) = listener.accept() {
            if !is_served(&stream) {
                continue;
            }
            let (desk, token) = (Rc::clone(&desk), token.clone());
            spawn(async move {
                if let Err(error) = serve(&desk, stream, &token).await {
                    tracing::debug!(%error, "a line has broken");
                }
            });
        }
        ControlFlow::Continue
    });
    Ok(name)
}

/// Whether somebody may connect at all. A name like this one has no owner who could keep others away, and nobody is to fill
/// the application with connections who could not do so otherwise.
fn is_served(stream: &UnixStream) -> bool {
    rustix::net::sockopt::socket_peercred(stream)
        .is_ok_and(|peer| peer.uid.is_root() || peer.uid == rustix::process::geteuid())
}

/// Answers what is asked on one connection, one question after the other, until it is closed. What is under way then is
/// given up.
async fn serve(desk: &Rc<Desk>, stream: UnixStream, token: &str) -> io::Result<()> {
    stream.set_nonblocking(true)?;
    let line = Line::new(stream);
    let _listening = line.listen();
    let given = within(TOKEN_WITHIN, line.next()).await.transpose()?.flatten();
    if !given.is_some_and(|given| same(&given, token.as_bytes())) {
        return Err(io::Error::other("the token is not that of this application"));
    }
    let mut asked = line.next().await?;
    while let Some(question) = asked {
        desk.note_driven();
        let answer = {
            let answer = pin!(answer(Rc::clone(desk), &question));
            let next = pin!(line.next());
            match select(answer, next).await {
                Either::Left((answer, _)) => answer,
                Either::Right((next, _)) => {
                    return match next? {
                        Some(_) => Err(io::Error::other("a question came out of turn")),
                        None => Ok(()),
                    };
                }
            }
            // Whoever has listened until now stops here, and does not take from the next one what has come.
        };
        line.write(&answer).await?;
        asked = line.next().await?;
    }
    Ok(())
}

/// The answer to a question, whatever that is.
async fn answer(desk: Rc<Desk>, asked: &[u8]) -> Vec<u8> {
    let Some((name, body)) = question(asked) else {
        return told::<()>(Err(Fault::new(FaultKind::Invalid, "There is no command in the question")));
    };
    macro_rules! named {
        ($($command:ty),*) => {
            match name {
                $(<$command as Command>::NAME => Box::pin(obeyed::<$command>(desk, body)).await,)*
                _ => {
                    let message = format!("The plugin in this application does not know {name:?}");
                    told::<()>(Err(Fault::new(FaultKind::Unsupported, message)))
                }
            }
        };
    }
    deskhand_page::for_each_command!(named)
}

/// Does what a command says. How long that may take is up to whoever waits for it: they hang up when it is too long, and
/// no clock is needed here. (The time that comes with a command is not a field of it, and is not read.)
async fn obeyed<C: Obey>(desk: Rc<Desk>, body: &[u8]) -> Vec<u8> {
    match serde_json::from_slice::<C>(body) {
        Ok(command) => told(app::obey(desk, command).await),
        Err(error) => {
            let message = format!("The body of {} cannot be read: {error}", C::NAME);
            told::<()>(Err(Fault::new(FaultKind::Invalid, message)))
        }
    }
}

/// An answer in its frame.
fn told<T: serde::Serialize>(done: Result<T, Fault>) -> Vec<u8> {
    let answer = match done {
        Ok(done) => Answer::Done(done),
        Err(fault) => Answer::Fault(fault),
    };
    let framed = match serde_json::to_vec(&answer) {
        Ok(answer) => frame(&[&answer]).map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    };
    framed.unwrap_or_else(|error| {
        told::<()>(Err(Fault::new(FaultKind::Failed, format!("The answer has {error}"))))
    })
}

/// A connection.
struct Line {
    stream: UnixStream,
    arriving: RefCell<Arriving>,
    /// Where what comes is read to.
    part: RefCell<Box<[u8]>>,
    /// Whether the other side has hung up, or what went wrong with it.
    end: RefCell<Option<io::Result<()>>>,
    more: Notify,
}

impl Line {
    fn new(stream: UnixStream) -> Rc<Line> {
        let arriving = RefCell::new(Arriving::new(LONGEST_QUESTION));
        let part = RefCell::new(vec![0; PART].into_boxed_slice());
        Rc::new(Line { stream, arriving, part, end: RefCell::default(), more: Notify::new() })
    }

    /// Has the main loop read what comes, for as long as this is kept.
    fn listen(self: &Rc<Line>) -> Watch {
        let line = Rc::clone(self);
        Watch::new(self.stream.as_raw_fd(), move || {
            if line.read() {
                promptly(|| line.more.notify_one());
            }
        })
    }

    /// Reads what is there. Answers whether there was something.
    fn read(&self) -> bool {
        let mut part = self.part.borrow_mut();
        let end = match (&self.stream).read(&mut part) {
            Ok(0) => Ok(()),
            Ok(count) => {
                self.arriving.borrow_mut().add(&part[..count]);
                return true;
            }
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {
                return false;
            }
            Err(error) => Err(error),
        };
        self.end.replace(Some(end));
        true
    }

    /// The next frame; none when the other side has hung up.
    async fn next(&self) -> io::Result<Option<Vec<u8>>> {
        loop {
            if let Some(frame) = self.arriving.borrow_mut().take().map_err(io::Error::other)? {
                return Ok(Some(frame));
            }
            if let Some(end) = self.end.take() {
                self.end.replace(Some(Ok(())));
                return end.map(|()| None);
            }
            self.more.notified().await;
        }
    }

    /// Writes an answer. Nobody has anything to say before they have read it: what comes meanwhile ends the line, or it
    /// would pile up here.
    async fn write(&self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            match (&self.stream).write(bytes) {
                Ok(count) => bytes = &bytes[count..],
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    if let Either::Right(_) = select(pin!(self.room()), pin!(self.disturbed())).await {
                        return Err(io::Error::other("the answer was not read"));
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Waits until something has come, or the other side has hung up.
    async fn disturbed(&self) {
        while self.arriving.borrow().is_empty() && self.end.borrow().is_none() {
            self.more.notified().await;
        }
    }

    /// Waits until something can be written.
    async fn room(&self) {
        let stream = self.stream.as_raw_fd();
        SourceFuture::new(move |room| {
            let mut room = Some(room);
            let what = IOCondition::OUT | IOCondition::HUP;
            glib::unix_fd_source_new(stream, what, None, Priority::DEFAULT, move |_, _| {
                if let Some(room) = room.take() {
                    // Nobody may wait any more.
                    let _ = room.send(());
                }
                ControlFlow::Break
            })
        })
        .await;
    }
}
