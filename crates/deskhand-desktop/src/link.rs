//! The owner's side of a supervisor: orders go out, a thread takes reports in. Needs no particular runtime: a desktop
//! may be started on one and dropped on none.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::ffi::OsString;
use std::io;
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::Child;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

use deskhand_engine::ports::Exit;
use deskhand_model::{Error, ErrorKind, Result};
use tokio::sync::watch;
use tokio::time::Instant;

use crate::embedded;
use crate::frames::{self, Order, Report, Spawn};

/// How long to wait until the supervisor has ended everything. It bounds itself more tightly than this; what is left
/// after that long, such as a process that waits for a dead disk, cannot be ended by anyone.
const END_WITHIN: Duration = Duration::from_secs(10);

/// What the supervisor has reported.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    opened: Option<std::result::Result<u32, String>>,
    answers: BTreeMap<u32, std::result::Result<u32, Refusal>>,
    announced: BTreeSet<u32>,
    exits: BTreeMap<u32, Exit>,
    ended: bool,
}

/// Why a process could not be started.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub(crate) errno: i32,
    pub(crate) reason: String,
}

/// How the wait for an announcement ended.
pub(crate) enum Announcement {
    /// The process is ready.
    Ready,
    /// The process ended first.
    Exited(Exit),
}

/// A running supervisor. Dropping it ends the desktop and waits until it is gone.
pub(crate) struct Link {
    control: Mutex<UnixStream>,
    ledger: Arc<watch::Sender<Ledger>>,
    next_request: AtomicU32,
    /// Closed when the supervisor has ended and was reaped.
    ended: Mutex<mpsc::Receiver<Infallible>>,
    /// A forked copy of this process must not end the desktop of the original.
    owner: u32,
}

impl Link {
    /// Starts a supervisor for the desktop `id` in the folder `base`.
    pub(crate) fn start(base: &Path, id: &str, environment: &[(OsString, OsString)]) -> io::Result<Link> {
        let (ours, theirs) = UnixStream::pair()?;
        // Above the standard three, in case the owner was started without them.
        let theirs: OwnedFd = rustix::io::fcntl_dupfd_cloexec(&theirs, 3)?;
        let child = embedded::start(base, id, &theirs, environment)?;
        drop(theirs);

        let ledger = Arc::new(watch::Sender::new(Ledger::default()));
        let (alive, ended) = mpsc::channel();
        let (incoming, book) = (ours.try_clone()?, Arc::clone(&ledger));
        std::thread::Builder::new()
            .name("deskhand-desktop".to_owned())
            .spawn(move || keep_books(incoming, child, &book, alive))?;
        Ok(Link {
            control: Mutex::new(ours),
            ledger,
            next_request: AtomicU32::new(1),
            ended: Mutex::new(ended),
            owner: std::process::id(),
        })
    }

    /// Returns when the supervisor has made the desktop's folder, with the number of its display.
    pub(crate) async fn opened(&self, deadline: Instant) -> Result<u32> {
        let opened = self.find(deadline, |ledger| ledger.opened.clone()).await?;
        opened.map_err(|reason| Error::new(ErrorKind::Io, reason))
    }

    /// Starts a process; `spawn.request` is filled in here.
    pub(crate) async fn spawn(
        &self,
        mut spawn: Spawn,
        deadline: Instant,
    ) -> Result<std::result::Result<u32, Refusal>> {
        let request = self.next_request.fetch_add(1, Ordering::Relaxed);
        spawn.request = request;
        self.order(&Order::Spawn(spawn))?;
        let answer = self.find(deadline, |ledger| ledger.answers.get(&request).cloned()).await;
        self.ledger.send_if_modified(|ledger| {
            ledger.answers.remove(&request);
            false
        });
        answer
    }

    /// Returns when the process has announced that it is ready, or has ended.
    pub(crate) async fn announced(&self, pid: u32, deadline: Instant) -> Result<Announcement> {
        self.find(deadline, |ledger| {
            let exited = ledger.exits.get(&pid).map(|exit| Announcement::Exited(*exit));
            exited.or_else(|| ledger.announced.contains(&pid).then_some(Announcement::Ready))
        })
        .await
    }

    /// Returns when the process has ended; never, when nothing ends it.
    pub(crate) async fn exit(&self, pid: u32) -> Result<Exit> {
        self.first(|ledger| ledger.exits.get(&pid).copied()).await
    }

    /// How the process ended, if it has.
    pub(crate) fn exit_now(&self, pid: u32) -> Option<Exit> {
        self.ledger.borrow().exits.get(&pid).copied()
    }

    /// Whether the supervisor has ended.
    pub(crate) fn is_over(&self) -> bool {
        self.ledger.borrow().ended
    }

    /// Sends a signal to a process that was started here. One that has ended already is no error.
    pub(crate) fn signal(&self, pid: u32, signal: i32) -> Result<()> {
        self.order(&Order::Signal { pid, signal })
    }

    /// Ends the desktop and returns when it is gone.
    pub(crate) async fn end(&self) -> Result<()> {
        self.let_go();
        let mut ledger = self.ledger.subscribe();
        let ended = tokio::time::timeout(END_WITHIN, ledger.wait_for(|ledger| ledger.ended)).await;
        match ended {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(Error::new(
                ErrorKind::Timeout,
                format!("the private desktop was not gone after {} seconds", END_WITHIN.as_secs()),
            )),
        }
    }

    /// Closes our half of the stream: the supervisor ends, whoever else still holds a copy of the descriptor.
    pub(crate) fn let_go(&self) {
        let control = self.control.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = control.shutdown(Shutdown::Write);
    }

    fn order(&self, order: &Order) -> Result<()> {
        let mut control = self.control.lock().unwrap_or_else(PoisonError::into_inner);
        frames::send(&mut *control, order).map_err(|error| match error.kind() {
            io::ErrorKind::InvalidInput => Error::new(ErrorKind::InvalidArgument, "the command is too long"),
            _ => over(),
        })
    }

    async fn find<T>(&self, deadline: Instant, look: impl Fn(&Ledger) -> Option<T>) -> Result<T> {
        tokio::time::timeout_at(deadline, self.first(look))
            .await
            .unwrap_or_else(|_| Err(Error::new(ErrorKind::Timeout, "it took too long")))
    }

    /// What `look` sees in the ledger, as soon as it sees something.
    async fn first<T>(&self, look: impl Fn(&Ledger) -> Option<T>) -> Result<T> {
        let mut ledger = self.ledger.subscribe();
        let seen = ledger.wait_for(|ledger| ledger.ended || look(ledger).is_some()).await;
        seen.ok().and_then(|ledger| look(&ledger)).ok_or_else(over)
    }
}

fn over() -> Error {
    Error::new(ErrorKind::DesktopFailed, "the private desktop has ended")
}

impl Drop for Link {
    fn drop(&mut self) {
        if std::process::id() != self.owner {
            return;
        }
        self.let_go();
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        if ended.recv_timeout(END_WITHIN) == Err(mpsc::RecvTimeoutError::Timeout) {
            tracing::warn!("a private desktop was not gone after {} seconds", END_WITHIN.as_secs());
        }
    }
}

/// Takes reports in until the supervisor ends, then reaps it.
fn keep_books(
    mut incoming: UnixStream,
    mut child: Child,
    ledger: &watch::Sender<Ledger>,
    alive: mpsc::Sender<Infallible>,
) {
    while let Ok(Some(report)) = frames::receive(&mut incoming) {
        ledger.send_modify(|ledger| ledger.note(report));
    }
    let _ = child.wait();
    ledger.send_modify(|ledger| ledger.ended = true);
    drop(alive);
}

impl Ledger {
    fn note(&mut self, report: Report) {
        match report {
            Report::Open { display } => self.opened = Some(Ok(display)),
            Report::Closed(reason) => self.opened = Some(Err(reason)),
            Report::Spawned { request, pid } => {
                // The number may have belonged to an earlier process.
                self.exits.remove(&pid);
                self.answers.insert(request, Ok(pid));
            }
            Report::Refused { request, errno, reason } => {
                self.answers.insert(request, Err(Refusal { errno, reason }));
            }
            Report::Announced { pid } => {
                self.announced.insert(pid);
            }
            Report::Exited { pid, code, signal } => {
                let exit = signal.map_or_else(|| Exit::Code(code.unwrap_or_default()), Exit::Signal);
                self.exits.insert(pid, exit);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_counts_more_than_a_code() {
        let mut ledger = Ledger::default();
        ledger.note(Report::Exited { pid: 5, code: None, signal: Some(9) });
        ledger.note(Report::Exited { pid: 6, code: Some(3), signal: None });
        assert_eq!(ledger.exits, BTreeMap::from([(5, Exit::Signal(9)), (6, Exit::Code(3))]));
    }

    #[test]
    fn a_reused_process_number_is_running_again() {
        let mut ledger = Ledger::default();
        ledger.note(Report::Exited { pid: 5, code: Some(0), signal: None });
        ledger.note(Report::Spawned { request: 2, pid: 5 });
        assert_eq!(ledger.exits.get(&5), None);
    }
}
