//! Waits for questions, for the application and for the clock, all at once, on one thread.

use std::io;
use std::os::unix::net::UnixListener;
use std::sync::Arc;
use std::time::{Duration, Instant};

use deskhand_idle_protocol::Answer;
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::client::{Client, Phase};
use crate::bell::Bell;
use crate::probe;
use crate::process::Process;
use crate::state::Look;
use crate::sys;

/// How many may ask at the same time.
const MOST_CLIENTS: usize = 32;

/// How long not to accept after that failed for want of descriptors.
const BREATH: Duration = Duration::from_millis(100);

/// Serves until the bell says stop.
pub(crate) fn serve(process: &'static Process, listener: UnixListener, bell: Arc<Bell>, uid: u32) {
    let mut server =
        Server { process, listener, bell, uid, clients: Vec::new(), accept_from: Instant::now() };
    while !server.bell.is_stopped() {
        if server.turn().is_err() {
            // The descriptors may be somebody else's by now: they must not be closed.
            std::mem::forget(server);
            return;
        }
    }
}

struct Server {
    process: &'static Process,
    listener: UnixListener,
    bell: Arc<Bell>,
    uid: u32,
    clients: Vec<Client>,
    accept_from: Instant,
}

impl Server {
    /// One turn: answers whom it can, then waits until something happens, then deals with that.
    fn turn(&mut self) -> io::Result<()> {
        let tickets = self.look(Instant::now());
        for &ticket in &tickets {
            probe::ask(self.process, ticket);
        }
        let happened = if tickets.is_empty() { self.listen()? } else { return Ok(()) };
        self.deal_with(&happened)
    }

    /// Looks at the state for everybody who waits. Returns the questions that the main loop must be asked.
    fn look(&mut self, now: Instant) -> Vec<u64> {
        let mut tickets = Vec::new();
        let mut state = self.process.state();
        for client in &mut self.clients {
            let late = now >= client.until;
            match &mut client.phase {
                Phase::Waiting(progress) => match state.look(progress, now) {
                    Look::Idle => client.answer(&Answer::Idle, now),
                    Look::AskLoop(ticket) if !late => tickets.push(ticket),
                    Look::Busy | Look::AskLoop(_) if late => {
                        let work = state.work(*progress, now);
                        client.answer(&Answer::Busy(work), now);
                    }
                    Look::Busy | Look::AskLoop(_) => {}
                },
                _ if late => client.phase = Phase::Done,
                _ => {}
            }
        }
        self.clients.retain(|client| !matches!(client.phase, Phase::Done));
        self.bell.watch(self.clients.iter().any(|client| matches!(client.phase, Phase::Waiting(_))));
        tickets
    }

    /// Waits. What happened: to the bell, to the listener, to the clients, in this order.
    fn listen(&self) -> io::Result<Vec<PollFlags>> {
        let now = Instant::now();
        let accepts = now >= self.accept_from;
        let interest = if accepts { PollFlags::IN } else { PollFlags::empty() };
        let mut fds = vec![PollFd::new(&*self.bell, PollFlags::IN), PollFd::new(&self.listener, interest)];
        fds.extend(self.clients.iter().map(|client| PollFd::new(client.stream(), client.interest())));
        let next = self.clients.iter().map(|client| client.until);
        let next = next.chain((!accepts).then_some(self.accept_from)).min();
        // A little more than that: to wake before the time is over would only mean to wait again.
        let left = next.map(|next| next.saturating_duration_since(now) + Duration::from_micros(50));
        let timeout = left.and_then(|left| Timespec::try_from(left).ok());
        match poll(&mut fds, timeout.as_ref()) {
            Ok(_) | Err(rustix::io::Errno::INTR) => Ok(fds.iter().map(PollFd::revents).collect()),
            Err(error) => Err(error.into()),
        }
    }

    fn deal_with(&mut self, happened: &[PollFlags]) -> io::Result<()> {
        let now = Instant::now();
        let [bell, listener, clients @ ..] = happened else { return Ok(()) };
        if (*bell | *listener).contains(PollFlags::NVAL) {
            // The application has closed descriptors that are not its own.
            return Err(io::ErrorKind::NotConnected.into());
        }
        if bell.contains(PollFlags::IN) {
            self.bell.hush();
        }
        for (client, happened) in self.clients.iter_mut().zip(clients) {
            client.advance(*happened, now);
        }
        if listener.contains(PollFlags::IN) {
            self.accept(now);
        }
        Ok(())
    }

    fn accept(&mut self, now: Instant) {
        let stream = match self.listener.accept() {
            Ok((stream, _)) => stream,
            Err(error) => {
                let passing = matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted);
                if !passing {
                    self.accept_from = now + BREATH;
                }
                return;
            }
        };
        // Only the same user may know what this application does.
        if sys::peer_uid(&stream).ok() != Some(self.uid) {
            return;
        }
        let Ok(mut client) = Client::new(stream, now) else { return };
        let waiting = self.clients.len();
        if waiting >= MOST_CLIENTS {
            client.answer(&Answer::Refused(format!("{waiting} others are asking already")), now);
        } else {
            self.clients.push(client);
        }
    }
}
