//! The thread that talks to the X server.
//!
//! X11 calls block. They run on a thread of their own with its own connection, one after the other; callers wait
//! for the answer without blocking their runtime. There is one thread per [`Worker`] however many calls wait, it
//! starts with the first call and ends with the worker.

use std::sync::mpsc;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use deskhand_engine::ports::DesktopEnv;
use deskhand_model::{Error, ErrorKind, Result};
use tokio::sync::oneshot;

use super::display::Display;
use super::fault::{Fault, Outcome};

/// How much longer than its deadline a call may take before the caller stops waiting for the thread.
const SLACK: Duration = Duration::from_millis(500);

/// A time limit for callers who want none.
const FOREVER: Duration = Duration::from_secs(365 * 24 * 3600);

type Job = Box<dyn FnOnce(&mut Line) + Send>;

/// A thread with a connection to the X server, both started when needed.
pub(super) struct Worker {
    name: &'static str,
    env: Arc<DesktopEnv>,
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
}

impl Worker {
    /// A worker for this desktop; `name` is the thread's.
    pub(super) fn new(name: &'static str, env: Arc<DesktopEnv>) -> Worker {
        Worker { name, env, jobs: Mutex::new(None) }
    }

    /// Runs `job` with a connection. Ends within `within`, whatever the server does.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        within: Duration,
        job: impl FnOnce(&Display) -> Outcome<T> + Send + 'static,
    ) -> Result<T> {
        let deadline = deadline_in(within);
        let (answer, waiting) = oneshot::channel();
        self.submit(Box::new(move |line| {
            // The caller gave up while the job was queued: nothing must happen behind its back.
            if !answer.is_closed() {
                let _ = answer.send(line.talk(deadline, job));
            }
        }))?;
        match tokio::time::timeout(within.min(FOREVER) + SLACK, waiting).await {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(_)) => {
                Err(Error::new(ErrorKind::Internal, "the thread for the X server ended unexpectedly"))
            }
            Err(_) => Err(Fault::Silent.tell(display_name(&self.env))),
        }
    }

    fn submit(&self, job: Job) -> Result<()> {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        let job = match &*jobs {
            Some(sender) => match sender.send(job) {
                Ok(()) => return Ok(()),
                Err(mpsc::SendError(job)) => job,
            },
            None => job,
        };
        let (sender, receiver) = mpsc::channel::<Job>();
        let mut line = Line { env: self.env.clone(), display: None };
        std::thread::Builder::new()
            .name(self.name.to_owned())
            .spawn(move || receiver.into_iter().for_each(|job| job(&mut line)))
            .map_err(|error| Error::new(ErrorKind::Internal, format!("cannot start a thread: {error}")))?;
        let _ = sender.send(job);
        *jobs = Some(sender);
        Ok(())
    }
}

/// The worker's connection, made anew when it broke.
struct Line {
    env: Arc<DesktopEnv>,
    display: Option<Display>,
}

impl Line {
    fn talk<T>(&mut self, deadline: Instant, job: impl FnOnce(&Display) -> Outcome<T>) -> Result<T> {
        let outcome = self.connected(deadline).and_then(job);
        outcome.map_err(|fault| {
            if fault.ends_connection() {
                self.display = None;
            }
            fault.tell(display_name(&self.env))
        })
    }

    fn connected(&mut self, deadline: Instant) -> Outcome<&Display> {
        if Instant::now() >= deadline {
            return Err(Fault::Silent);
        }
        // A server that restarted since the last call shows here, before anything is asked of it.
        let alive = self.display.take().filter(|display| {
            display.set_deadline(deadline);
            display.discard_events().is_ok()
        });
        let display = match alive {
            Some(display) => display,
            None => Display::connect(&self.env, deadline)?,
        };
        Ok(self.display.insert(display))
    }
}

/// The moment `within` from now.
pub(super) fn deadline_in(within: Duration) -> Instant {
    let now = Instant::now();
    now.checked_add(within.min(FOREVER)).unwrap_or(now)
}

/// How messages call the display of this desktop.
pub(super) fn display_name(env: &DesktopEnv) -> &str {
    env.display.as_deref().unwrap_or("(none)")
}
