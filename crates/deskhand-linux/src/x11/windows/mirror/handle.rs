//! The mirror as the rest of the crate sees it.

use std::os::fd::OwnedFd;
use std::sync::mpsc;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use deskhand_engine::ports::{DesktopEnv, Feed};
use deskhand_model::{Error, ErrorKind, Result, Window as Record};
use rustix::event::{EventfdFlags, eventfd};
use tokio::sync::oneshot;

use super::super::super::fault::Fault;
use super::super::super::worker::{deadline_in, display_name};
use super::feed::{Follower, Queue};
use super::keeper::{Keeper, Order};

/// The windows of a display. Its thread starts with the first question and ends with the last clone.
#[derive(Clone)]
pub(in super::super::super) struct Mirror(Arc<Shared>);

struct Shared {
    env: Arc<DesktopEnv>,
    thread: Mutex<Option<Thread>>,
}

/// How to reach the thread.
struct Thread {
    orders: Option<mpsc::Sender<Order>>,
    bell: Arc<OwnedFd>,
}

impl Mirror {
    /// The mirror of this desktop. Connects to nothing yet.
    pub(in super::super::super) fn new(env: Arc<DesktopEnv>) -> Mirror {
        Mirror(Arc::new(Shared { env, thread: Mutex::new(None) }))
    }

    /// All windows, with everything that happened before the call.
    pub(in super::super) async fn windows(&self, within: Duration) -> Result<Arc<Vec<Record>>> {
        self.ask(within, |deadline, answer| Order::List { deadline, answer }).await
    }

    /// Returns when the window manager is done with a change that was asked of it, to the window `before` if to one, as
    /// far as that can be known. The list then shows what has become of it.
    pub(in super::super) async fn settle(&self, before: Option<Record>, within: Duration) -> Result<()> {
        let before = before.map(Box::new);
        self.ask(within, |deadline, answer| Order::Settle { deadline, before, answer }).await
    }

    /// Every state of the list from now on.
    pub(in super::super) async fn feed(&self, within: Duration) -> Result<Feed> {
        let queue = Arc::new(Queue::default());
        let shared = queue.clone();
        self.ask(within, |deadline, answer| Order::Follow { deadline, queue: shared, answer }).await?;
        Ok(Feed::Live(Box::new(Follower { queue, _mirror: self.clone() })))
    }

    async fn ask<T>(
        &self,
        within: Duration,
        order: impl FnOnce(Instant, oneshot::Sender<Result<T>>) -> Order,
    ) -> Result<T> {
        let deadline = deadline_in(within);
        let (answer, waiting) = oneshot::channel();
        self.0.give(order(deadline, answer))?;
        match tokio::time::timeout_at(deadline.into(), waiting).await {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(_)) => {
                Err(Error::new(ErrorKind::Internal, "the thread for the windows ended unexpectedly"))
            }
            Err(_) => Err(Fault::Silent.tell(display_name(&self.0.env))),
        }
    }
}

impl Shared {
    fn give(&self, order: Order) -> Result<()> {
        let mut running = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        let order = match &*running {
            Some(thread) => match thread.send(order) {
                Ok(()) => return Ok(()),
                Err(order) => order,
            },
            None => order,
        };
        let thread = Thread::start(self.env.clone(), order)
            .map_err(|error| Error::new(ErrorKind::Internal, format!("cannot start a thread: {error}")))?;
        *running = Some(thread);
        Ok(())
    }
}

impl Thread {
    fn start(env: Arc<DesktopEnv>, first: Order) -> std::io::Result<Thread> {
        let (orders, inbox) = mpsc::channel();
        let _ = orders.send(first);
        let bell = Arc::new(eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?);
        let keeper = Keeper::new(env, inbox, bell.clone());
        std::thread::Builder::new().name("x11-mirror".to_owned()).spawn(move || keeper.run())?;
        Ok(Thread { orders: Some(orders), bell })
    }

    /// Gives an order; hands it back when the thread has ended.
    fn send(&self, order: Order) -> std::result::Result<(), Order> {
        match &self.orders {
            Some(orders) => orders.send(order).map_err(|mpsc::SendError(order)| order)?,
            None => return Err(order),
        }
        self.ring();
        Ok(())
    }

    fn ring(&self) {
        let _ = rustix::io::write(&self.bell, &1u64.to_ne_bytes());
    }
}

impl Drop for Thread {
    /// The thread sees that nobody is left when it wakes up.
    fn drop(&mut self) {
        self.orders = None;
        self.ring();
    }
}
