//! The time that a request has, for all that is asked on its behalf.

use std::time::{Duration, Instant};

/// Least time for a single call, however near the end: what only just came too late is worth a look.
const GRACE: Duration = Duration::from_millis(250);

/// When a request is to be answered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deadline {
    /// `None` when that is later than a clock can count.
    end: Option<Instant>,
    within: Duration,
}

impl Deadline {
    /// `within` from now on.
    pub(super) fn new(within: Duration) -> Deadline {
        Deadline { end: Instant::now().checked_add(within), within }
    }

    /// How long the next call may take: what is left, and never so little that nobody can answer.
    pub(super) fn left(self) -> Duration {
        let left = self.end.map_or(self.within, |end| end.saturating_duration_since(Instant::now()));
        left.max(GRACE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_becomes_less_and_never_too_little() {
        let ample = Deadline::new(Duration::from_secs(60));
        let first = ample.left();
        assert!(first <= Duration::from_secs(60) && ample.left() <= first);
        assert_eq!(Deadline::new(Duration::ZERO).left(), GRACE);
        assert_eq!(Deadline::new(Duration::MAX).left(), Duration::MAX);
    }
}
