//! A clock that goes only when nobody has anything to do.

use std::collections::BTreeMap;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, SystemTime};

use async_trait::async_trait;
use deskhand_engine::ports::{Clock, Moment};
use tokio::runtime::{Builder, Runtime};

/// What a wall shows when the clock starts: the first second of 2026, UTC.
const EPOCH: Duration = Duration::from_secs(1_767_225_600);

/// A clock whose time passes at once when everybody waits for it, and not at all otherwise: waiting costs nothing, and
/// a run takes the same virtual time on every machine. It only goes inside of its own [`runtime`](VirtualClock::runtime).
#[derive(Clone, Debug, Default)]
pub struct VirtualClock(Arc<Hand>);

/// What all clones of a clock share.
#[derive(Debug, Default)]
struct Hand(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    now: Duration,
    /// Whom to wake when. The number keeps those apart that wait for the same moment, first come first woken.
    sleepers: BTreeMap<(Duration, u64), Waker>,
    next: u64,
}

impl VirtualClock {
    /// A clock at its start.
    pub fn new() -> VirtualClock {
        VirtualClock::default()
    }

    /// A runtime on this thread in which the clock goes. It has no timers and no input or output of its own: nothing
    /// in it can depend on the world outside.
    pub fn runtime(&self) -> io::Result<Runtime> {
        let hand = self.0.clone();
        // The runtime is about to park when it has no task to run and its outermost future was not woken either
        // (tokio before 1.54 did not look at the latter).
        Builder::new_current_thread().on_thread_park(move || hand.advance()).build()
    }
}

impl Hand {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Moves time to the earliest moment that somebody waits for, and wakes all who wait for it.
    fn advance(&self) {
        let mut due = Vec::new();
        {
            let mut state = self.state();
            let Some(&(moment, _)) = state.sleepers.keys().next() else { return };
            state.now = state.now.max(moment);
            while let Some(entry) = state.sleepers.first_entry().filter(|entry| entry.key().0 <= moment) {
                due.push(entry.remove());
            }
        }
        due.into_iter().for_each(Waker::wake);
    }
}

#[async_trait]
impl Clock for VirtualClock {
    fn now(&self) -> Moment {
        Moment(self.0.state().now)
    }

    async fn sleep_until(&self, moment: Moment) {
        Sleep { hand: &self.0, until: moment.0, number: None }.await;
    }

    fn wall_time(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH + EPOCH + self.0.state().now
    }
}

/// Waits for a moment. Forgets about it when dropped.
struct Sleep<'a> {
    hand: &'a Hand,
    until: Duration,
    number: Option<u64>,
}

impl Future for Sleep<'_> {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let mut state = self.hand.state();
        if state.now >= self.until {
            return Poll::Ready(());
        }
        let number = self.number.unwrap_or_else(|| {
            state.next += 1;
            state.next
        });
        state.sleepers.insert((self.until, number), context.waker().clone());
        drop(state);
        self.number = Some(number);
        Poll::Pending
    }
}

impl Drop for Sleep<'_> {
    fn drop(&mut self) {
        if let Some(number) = self.number {
            self.hand.state().sleepers.remove(&(self.until, number));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    fn at(milliseconds: u64) -> Moment {
        Moment(Duration::from_millis(milliseconds))
    }

    #[test]
    fn hours_of_waiting_pass_at_once() {
        let clock = VirtualClock::new();
        let before = clock.wall_time();
        clock.runtime().unwrap().block_on(clock.sleep_until(at(3_600_000)));
        assert_eq!(clock.now(), at(3_600_000));
        assert_eq!(clock.wall_time().duration_since(before).unwrap(), Duration::from_secs(3600));
    }

    #[test]
    fn sleepers_wake_in_the_order_of_their_moments_and_then_of_their_coming() {
        let clock = VirtualClock::new();
        let woken = Arc::new(Mutex::new(Vec::new()));
        clock.runtime().unwrap().block_on(async {
            let tasks: Vec<_> = [(30, "c"), (10, "a"), (30, "d"), (20, "b")]
                .into_iter()
                .map(|(moment, name)| {
                    let (clock, woken) = (clock.clone(), woken.clone());
                    tokio::spawn(async move {
                        clock.sleep_until(at(moment)).await;
                        woken.lock().unwrap().push((name, clock.now()));
                    })
                })
                .collect();
            for task in tasks {
                task.await.unwrap();
            }
        });
        assert_eq!(*woken.lock().unwrap(), [("a", at(10)), ("b", at(20)), ("c", at(30)), ("d", at(30))]);
    }

    #[test]
    fn time_stands_still_while_the_outermost_future_has_something_to_do() {
        let clock = VirtualClock::new();
        let seen = clock.runtime().unwrap().block_on(async {
            let sleeper = tokio::spawn({
                let clock = clock.clone();
                async move { clock.sleep_until(at(50)).await }
            });
            // Let the sleeper begin, then be woken over and over without waiting for anything.
            tokio::task::yield_now().await;
            let mut turns = 0;
            std::future::poll_fn(|context| {
                turns += 1;
                context.waker().wake_by_ref();
                if turns < 100 { Poll::Pending } else { Poll::Ready(()) }
            })
            .await;
            let seen = clock.now();
            sleeper.await.unwrap();
            seen
        });
        assert_eq!((seen, clock.now()), (at(0), at(50)));
    }

    #[test]
    fn a_dropped_sleep_does_not_hold_up_or_move_the_clock() {
        let clock = VirtualClock::new();
        clock.runtime().unwrap().block_on(async {
            tokio::select! {
                () = clock.sleep_until(at(5)) => {}
                () = clock.sleep_until(at(1)) => {}
            }
            clock.sleep_until(at(2)).await;
        });
        assert_eq!(clock.now(), at(2));
        assert!(clock.0.state().sleepers.is_empty());
    }
}
