//! Writing: a thread that stays and hands out our text.

use std::os::fd::OwnedFd;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use deskhand_engine::ports::DesktopEnv;
use deskhand_model::{Error, ErrorKind, Result};
use rustix::event::{EventfdFlags, eventfd};
use tokio::sync::{oneshot, watch};

use super::super::X11;
use super::super::display::Display;
use super::super::fault::Fault;
use super::super::worker::{deadline_in, display_name};
use super::serving::{Order, Serving};

/// How often a thread may end under an order before the display counts as unavailable.
const ATTEMPTS: usize = 3;

/// Longest wait for the thread at the end: it may be handing the text over to a clipboard manager.
const FAREWELL: Duration = Duration::from_millis(1500);

/// Keeps the clipboard's text alive. Starts its thread with the first text and ends it when dropped.
pub(in super::super) struct Owner {
    env: Arc<DesktopEnv>,
    thread: Mutex<Option<Thread>>,
}

struct Thread {
    orders: mpsc::Sender<Order>,
    bell: Arc<OwnedFd>,
    owned: watch::Receiver<bool>,
    /// Hangs up when the thread has ended.
    ended: mpsc::Receiver<()>,
}

impl Owner {
    /// An owner of nothing yet.
    pub(in super::super) fn new(env: Arc<DesktopEnv>) -> Owner {
        Owner { env, thread: Mutex::new(None) }
    }

    /// Owns the clipboard with `text`.
    pub(super) async fn keep(&self, text: Arc<str>, within: Duration) -> Result<()> {
        let deadline = deadline_in(within);
        let silent = || Fault::Silent.tell(display_name(&self.env));
        // An order that reaches a thread just before it ends gets no answer; the next one goes to a new thread.
        for _ in 0..ATTEMPTS {
            let (answer, waiting) = oneshot::channel();
            self.order(Order::Keep { text: text.clone(), answer }, deadline)?;
            match tokio::time::timeout_at(deadline.into(), waiting).await {
                Ok(Ok(outcome)) => return outcome,
                Ok(Err(_)) => {}
                Err(_) => return Err(silent()),
            }
        }
        Err(silent())
    }

    /// Returns when somebody else has put something onto the clipboard, or at once when we own nothing.
    async fn replaced(&self) {
        let owned = self.lock().as_ref().map(|thread| thread.owned.clone());
        if let Some(mut owned) = owned {
            let _ = owned.wait_for(|owned| !owned).await;
        }
    }

    fn order(&self, order: Order, deadline: Instant) -> Result<()> {
        let mut running = self.lock();
        let order = match &*running {
            Some(thread) => match thread.send(order) {
                Ok(()) => return Ok(()),
                Err(order) => order,
            },
            None => order,
        };
        let thread = Thread::start(self.env.clone(), order, deadline)
            .map_err(|error| Error::new(ErrorKind::Internal, format!("cannot start a thread: {error}")))?;
        *running = Some(thread);
        Ok(())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Thread>> {
        self.thread.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Thread {
    /// Starts a thread that connects before `deadline`. Its first order waits for it, so that the answer can say why
    /// it could not connect.
    fn start(env: Arc<DesktopEnv>, first: Order, deadline: Instant) -> std::io::Result<Thread> {
        let (orders, inbox) = mpsc::channel();
        let _ = orders.send(first);
        let (alive, ended) = mpsc::channel();
        let (owning, owned) = watch::channel(false);
        let bell = Arc::new(eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?);
        let ringing = bell.clone();
        std::thread::Builder::new().name("x11-clipboard".to_owned()).spawn(move || {
            let _alive: mpsc::Sender<()> = alive;
            let name = display_name(&env).to_owned();
            match Display::connect(&env, deadline) {
                Ok(display) => Serving::new(display, name, inbox, ringing, owning).run(),
                Err(fault) => refuse(inbox, fault.tell(&name)),
            }
        })?;
        Ok(Thread { orders, bell, owned, ended })
    }

    /// Gives an order; hands it back when the thread has ended.
    fn send(&self, order: Order) -> std::result::Result<(), Order> {
        self.orders.send(order).map_err(|mpsc::SendError(order)| order)?;
        let _ = rustix::io::write(&self.bell, &1u64.to_ne_bytes());
        Ok(())
    }
}

/// Answers the order that the connection was made for. Those that came meanwhile have time of their own: without an
/// answer, they are given to a new thread.
fn refuse(orders: mpsc::Receiver<Order>, error: Error) {
    if let Ok(Order::Keep { answer, .. }) = orders.try_recv() {
        let _ = answer.send(Err(error));
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        let thread = self.lock().take();
        if let Some(thread) = thread.filter(|thread| thread.send(Order::Stop).is_ok()) {
            match thread.ended.recv_timeout(FAREWELL) {
                Ok(()) | Err(RecvTimeoutError::Disconnected) => {}
                Err(RecvTimeoutError::Timeout) => {
                    tracing::debug!("the clipboard's thread did not end in time")
                }
            }
        }
    }
}

impl X11 {
    /// Returns when another program has put something onto the clipboard after [`Clipboard::write`], or at once
    /// when this value does not own it. A program that only writes the clipboard has to wait for this, or the text
    /// is gone with it.
    ///
    /// [`Clipboard::write`]: deskhand_engine::ports::Clipboard::write
    pub async fn serve_clipboard_until_replaced(&self) {
        self.owner.replaced().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_that_failed_is_the_failure_of_the_first_order_only() {
        let (orders, inbox) = mpsc::channel();
        let mut answers = ["first", "later"].map(|text| {
            let (answer, waiting) = oneshot::channel();
            orders.send(Order::Keep { text: text.into(), answer }).unwrap();
            waiting
        });
        refuse(inbox, Error::new(ErrorKind::DisplayUnavailable, "silent"));
        assert!(matches!(answers[0].try_recv(), Ok(Err(_))));
        assert_eq!(answers[1].try_recv().err(), Some(oneshot::error::TryRecvError::Closed));
    }
}
