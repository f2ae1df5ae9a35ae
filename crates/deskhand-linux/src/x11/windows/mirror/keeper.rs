//! The mirror's thread: takes orders, keeps the connection, sleeps while nothing happens.

use std::os::fd::{AsFd as _, OwnedFd};
use std::sync::mpsc::{self, TryRecvError};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use deskhand_engine::ports::DesktopEnv;
use deskhand_model::{Result, Window as Record};
use rustix::event::{PollFd, PollFlags, poll};
use tokio::sync::oneshot;

use super::super::super::display::Display;
use super::super::super::fault::{Fault, Outcome};
use super::super::super::stream::timespec;
use super::super::super::worker::display_name;
use super::feed::Queue;
use super::live::{Followers, Live};

/// How long one exchange with the server may take. Callers with less time stop waiting by themselves: one who is in a
/// hurry must not cost others the connection.
const EXCHANGE: Duration = Duration::from_secs(5);

/// Something to do for the thread.
pub(super) enum Order {
    /// Tell the list.
    List { deadline: Instant, answer: oneshot::Sender<Result<Arc<Vec<Record>>>> },
    /// Say when a change that was asked for is over, to the window `before` if to one.
    Settle { deadline: Instant, before: Option<Box<Record>>, answer: oneshot::Sender<Result<()>> },
    /// Tell every state of the list from now on.
    Follow { deadline: Instant, queue: Arc<Queue>, answer: oneshot::Sender<Result<()>> },
}

/// The thread's own state.
pub(super) struct Keeper {
    env: Arc<DesktopEnv>,
    orders: mpsc::Receiver<Order>,
    /// Rings when there is an order.
    bell: Arc<OwnedFd>,
    live: Option<Live>,
    followers: Followers,
}

impl Keeper {
    pub(super) fn new(env: Arc<DesktopEnv>, orders: mpsc::Receiver<Order>, bell: Arc<OwnedFd>) -> Keeper {
        Keeper { env, orders, bell, live: None, followers: Followers::new() }
    }

    /// Serves until nobody can give orders any more.
    pub(super) fn run(mut self) {
        loop {
            match self.orders.try_recv() {
                Ok(order) => self.serve(order),
                Err(TryRecvError::Disconnected) => return,
                Err(TryRecvError::Empty) => match self.attend() {
                    Ok(true) => {}
                    Ok(false) => self.wait(),
                    Err(fault) => _ = self.lose(fault),
                },
            }
        }
    }

    fn serve(&mut self, order: Order) {
        match order {
            // The caller may have given up while the order was waiting.
            Order::List { deadline, answer } if !answer.is_closed() => {
                let outcome = self.with_live(deadline, Live::catch_up);
                let _ = answer.send(outcome);
            }
            Order::Settle { deadline, before, answer } if !answer.is_closed() => {
                let caught_up = self.with_live(deadline, Live::catch_up);
                match (caught_up, &mut self.live) {
                    (Ok(_), Some(live)) => live.settle(before.map(|before| *before), deadline, answer),
                    (Ok(_), None) => {}
                    (Err(error), _) => _ = answer.send(Err(error)),
                }
            }
            Order::Follow { deadline, queue, answer } if !answer.is_closed() => {
                let outcome = self.with_live(deadline, |live, followers| live.welcome(followers, &queue));
                let _ = answer.send(outcome);
            }
            _ => {}
        }
    }

    /// Runs `work` on a connection, made anew when there is none or the one there was has broken.
    fn with_live<T>(
        &mut self,
        deadline: Instant,
        work: impl FnOnce(&mut Live, &mut Followers) -> Outcome<T>,
    ) -> Result<T> {
        // A server that restarted since shows here, before anything is asked of it.
        if let Err(fault) = self.attend() {
            self.lose(fault);
        }
        let outcome = self.connected(deadline).and_then(|(live, followers)| work(live, followers));
        outcome.map_err(|fault| {
            if self.live.is_some() { self.lose(fault) } else { fault.tell(display_name(&self.env)) }
        })
    }

    fn connected(&mut self, deadline: Instant) -> Outcome<(&mut Live, &mut Followers)> {
        let live = match self.live.take() {
            Some(live) => live,
            None => Live::new(Display::connect(&self.env, deadline)?)?,
        };
        live.display.set_deadline(deadline.max(Instant::now() + EXCHANGE));
        Ok((self.live.insert(live), &mut self.followers))
    }

    fn attend(&mut self) -> Outcome<bool> {
        let Some(live) = &mut self.live else { return Ok(false) };
        live.display.set_deadline(Instant::now() + EXCHANGE);
        live.attend(&mut self.followers, false)
    }

    /// Gives the connection up, and tells everybody who depends on it.
    fn lose(&mut self, fault: Fault) -> deskhand_model::Error {
        let error = fault.tell(display_name(&self.env));
        tracing::debug!(%error, "the windows are no longer watched");
        for follower in self.followers.drain(..).filter_map(|follower| Weak::upgrade(&follower)) {
            follower.end(error.clone());
        }
        let waiting = self.live.take().map(Live::into_settling).unwrap_or_default();
        waiting.into_iter().for_each(|settling| settling.finish(Err(error.clone())));
        error
    }

    /// Sleeps until there is an event or an order, or something is due.
    fn wait(&mut self) {
        let until = self.live.as_ref().and_then(|live| live.next_wake(&self.followers));
        let left = until.map(|until| timespec(until.saturating_duration_since(Instant::now())));
        let bell = PollFd::new(&self.bell, PollFlags::IN);
        // Whatever ends the wait, what there is to do shows in the next round.
        let _ = match &self.live {
            Some(live) => {
                let stream = PollFd::from_borrowed_fd(live.display.conn().stream().as_fd(), PollFlags::IN);
                poll(&mut [bell, stream], left.as_ref())
            }
            None => poll(&mut [bell], left.as_ref()),
        };
        let mut rings = [0; 8];
        // Nothing to read means that the bell did not ring.
        let _ = rustix::io::read(&self.bell, &mut rings);
    }
}
