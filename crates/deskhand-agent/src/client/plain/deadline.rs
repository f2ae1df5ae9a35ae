//! Deadlines and the pauses between two looks.

use std::time::{Duration, Instant};

/// Time between two looks.
const PAUSE: Duration = Duration::from_millis(100);

/// Least time for a single call, however near the end.
const GRACE: Duration = Duration::from_secs(1);

/// The time that an operation has.
#[derive(Clone, Copy)]
pub(super) struct Deadline {
    pub(super) began: Instant,
    end: Instant,
}

impl Deadline {
    /// `within` from now on.
    pub(super) fn new(within: Duration) -> Deadline {
        let began = Instant::now();
        // What is longer than a clock can count ends in a year.
        let end = began.checked_add(within).unwrap_or(began + Duration::from_secs(365 * 24 * 3600));
        Deadline { began, end }
    }

    /// How long one call may take: what is left, and never so little that nobody can answer.
    pub(super) fn for_call(&self) -> Duration {
        self.end.saturating_duration_since(Instant::now()).max(GRACE)
    }

    /// Waits a little. Says whether there is time for another look.
    pub(super) async fn pause(&self) -> bool {
        let left = self.end.saturating_duration_since(Instant::now());
        tokio::time::sleep(PAUSE.min(left)).await;
        !left.is_zero()
    }
}
