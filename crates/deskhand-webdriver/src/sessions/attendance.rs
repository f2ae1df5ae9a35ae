//! Who uses a session, and since when nobody does.

use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

/// Those who use a session: connections that have used it and are still open, and commands that are under way. Who waits
/// for its end hears of the first who comes and of the last who leaves.
#[derive(Clone, Debug)]
pub(super) struct Attendance(Arc<watch::Sender<Presence>>);

#[derive(Clone, Copy, Debug)]
struct Presence {
    visits: usize,
    /// When the last one left, or the session began.
    left: Instant,
}

impl Attendance {
    /// Nobody has used it yet.
    pub(super) fn new() -> Attendance {
        Attendance(Arc::new(watch::Sender::new(Presence { visits: 0, left: Instant::now() })))
    }

    /// Somebody uses it, until the value is dropped.
    pub(super) fn visit(&self) -> Visit {
        self.0.send_if_modified(|presence| {
            presence.visits += 1;
            presence.visits == 1
        });
        Visit(Arc::downgrade(&self.0))
    }

    /// Returns when nobody has used it for this long.
    pub(super) async fn until_forsaken(&self, time: Duration) {
        let mut presence = self.0.subscribe();
        loop {
            let Presence { visits, left } = *presence.borrow_and_update();
            tokio::select! {
                () = sleep_until(left + time), if visits == 0 => return,
                // There is a sender for as long as there is `self`.
                _ = presence.changed() => {}
            }
        }
    }
}

/// Keeps a session from being forsaken.
#[derive(Debug)]
pub(super) struct Visit(Weak<watch::Sender<Presence>>);

impl Drop for Visit {
    fn drop(&mut self) {
        if let Some(presence) = self.0.upgrade() {
            presence.send_if_modified(|presence| {
                presence.visits -= 1;
                presence.left = Instant::now();
                presence.visits == 0
            });
        }
    }
}

/// A connection, for as long as it is open. It may be about to use again what it has used.
#[derive(Debug, Default)]
pub(crate) struct Caller(Mutex<Vec<Visit>>);

impl Caller {
    /// Notes that it uses a session.
    pub(super) fn attend(&self, session: &Attendance) {
        let mut visits = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // A connection can see many sessions come and go.
        visits.retain(|visit| visit.0.strong_count() > 0);
        if !visits.iter().any(|visit| std::ptr::eq(visit.0.as_ptr(), Arc::as_ptr(&session.0))) {
            visits.push(session.visit());
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::{advance, timeout};

    use super::*;

    const TIME: Duration = Duration::from_secs(100);

    /// How long it takes until a session is forsaken; `None` when it is not within a day.
    async fn forsaken(session: &Attendance) -> Option<Duration> {
        let begun = Instant::now();
        let ended = timeout(Duration::from_secs(86_400), session.until_forsaken(TIME)).await;
        ended.ok().map(|()| begun.elapsed())
    }

    #[tokio::test(start_paused = true)]
    async fn a_session_that_nobody_uses_is_forsaken() {
        assert_eq!(forsaken(&Attendance::new()).await, Some(TIME));
    }

    #[tokio::test(start_paused = true)]
    async fn time_counts_from_when_the_last_one_leaves() {
        let session = Attendance::new();
        let (first, last) = (Caller::default(), Caller::default());
        first.attend(&session);
        last.attend(&session);
        assert_eq!(forsaken(&session).await, None);
        drop(first);
        let leave = async {
            advance(TIME * 3 / 2).await;
            drop(last);
        };
        let (forsaken, ()) = tokio::join!(forsaken(&session), leave);
        assert_eq!(forsaken, Some(TIME * 5 / 2));
    }

    #[tokio::test(start_paused = true)]
    async fn a_command_counts_to_its_end() {
        let session = Attendance::new();
        let command = session.visit();
        advance(TIME * 2).await;
        drop(command);
        assert_eq!(forsaken(&session).await, Some(TIME));
    }

    #[tokio::test(start_paused = true)]
    async fn who_comes_in_time_makes_it_count_anew() {
        let session = Attendance::new();
        let come = async {
            advance(TIME / 2).await;
            drop(session.visit());
        };
        let (forsaken, ()) = tokio::join!(forsaken(&session), come);
        assert_eq!(forsaken, Some(TIME * 3 / 2));
    }

    #[test]
    fn a_connection_remembers_no_sessions_that_are_over() {
        let caller = Caller::default();
        for _ in 0..100 {
            let session = Attendance::new();
            caller.attend(&session);
            caller.attend(&session);
            assert_eq!(session.0.borrow().visits, 1);
        }
        caller.attend(&Attendance::new());
        assert_eq!(caller.0.lock().unwrap().len(), 1);
    }
}
