//! One who asks: a connection with one question and one answer.

use std::io::{self, Read, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use deskhand_idle_protocol::{Answer, LINE_LIMIT, Question};
use rustix::event::PollFlags;

use crate::state::Progress;

/// How long a client may take to send its question, and to take its answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// The shortest wait, also for who does not want to wait: the main loop gets this long to say that it is idle.
const SHORTEST_WAIT: Duration = Duration::from_millis(20);

/// The longest wait; whoever wants more asks again.
const LONGEST_WAIT: Duration = Duration::from_secs(24 * 60 * 60);

pub(super) struct Client {
    stream: UnixStream,
    pub(super) phase: Phase,
    /// When this phase is over.
    pub(super) until: Instant,
}

pub(super) enum Phase {
    /// What came of its question.
    Asking(Vec<u8>),
    /// Waits for the application to be idle.
    Waiting(Progress),
    /// What it has not taken yet of its answer.
    Answering(Vec<u8>),
    /// To be forgotten.
    Done,
}

impl Client {
    /// Somebody who has just connected.
    pub(super) fn new(stream: UnixStream, now: Instant) -> io::Result<Client> {
        stream.set_nonblocking(true)?;
        Ok(Client { stream, phase: Phase::Asking(Vec::new()), until: now + PATIENCE })
    }

    pub(super) fn stream(&self) -> &UnixStream {
        &self.stream
    }

    /// What to listen for. While it waits, only for its end: a client may close its half of the connection.
    pub(super) fn interest(&self) -> PollFlags {
        match self.phase {
            Phase::Asking(_) => PollFlags::IN,
            Phase::Answering(_) => PollFlags::OUT,
            Phase::Waiting(_) | Phase::Done => PollFlags::empty(),
        }
    }

    /// Something happened on the connection.
    pub(super) fn advance(&mut self, happened: PollFlags, now: Instant) {
        match self.phase {
            Phase::Asking(_) if happened.contains(PollFlags::IN) => self.read(now),
            Phase::Answering(_) if happened.contains(PollFlags::OUT) => self.write(),
            _ if happened.intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) => {
                self.phase = Phase::Done
            }
            _ => {}
        }
    }

    fn read(&mut self, now: Instant) {
        let Phase::Asking(line) = &mut self.phase else { return };
        let mut part = [0; 1024];
        match (&self.stream).read(&mut part) {
            Ok(0) => self.phase = Phase::Done,
            Ok(read) => {
                line.extend_from_slice(&part[..read]);
                if let Some(end) = line.iter().position(|&byte| byte == b'\n') {
                    line.truncate(end);
                    match Question::decode(line) {
                        Ok(question) => self.wait(question, now),
                        Err(error) => self.answer(&Answer::Refused(error.to_string()), now),
                    }
                } else if line.len() >= LINE_LIMIT {
                    self.phase = Phase::Done;
                }
            }
            Err(error) if is_passing(&error) => {}
            Err(_) => self.phase = Phase::Done,
        }
    }

    fn wait(&mut self, question: Question, now: Instant) {
        self.phase = Phase::Waiting(Progress::default());
        self.until = now + Duration::from_millis(question.wait_ms).clamp(SHORTEST_WAIT, LONGEST_WAIT);
    }

    /// Sends the answer, as much as goes at once.
    pub(super) fn answer(&mut self, answer: &Answer, now: Instant) {
        self.phase = Phase::Answering(answer.encode().into_bytes());
        self.until = now + PATIENCE;
        self.write();
    }

    fn write(&mut self) {
        let Phase::Answering(left) = &mut self.phase else { return };
        // A closed connection raises a signal, which is blocked on this thread.
        match (&self.stream).write(left) {
            Ok(written) => {
                left.drain(..written);
                if left.is_empty() || written == 0 {
                    self.phase = Phase::Done;
                }
            }
            Err(error) if is_passing(&error) => {}
            Err(_) => self.phase = Phase::Done,
        }
    }
}

impl Drop for Client {
    /// A forked child has a copy of the descriptor: closing ours would not end the connection.
    fn drop(&mut self) {
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

fn is_passing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}
