//! The time for something that takes more than one question.

use std::time::Duration;

use deskhand_engine::ports::PageResult;
use deskhand_page::{Fault, FaultKind};
use tokio::time::Instant;

/// One span of time for all questions that belong together: what the first of them spends, the others do not have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Term {
    within: Duration,
    end: Instant,
}

impl Term {
    /// The term that begins now.
    pub(super) fn of(within: Duration) -> Term {
        Term { within, end: Instant::now() + within }
    }

    /// The same, if it is not over. For each question but the first, which is asked in any case: whoever has no time at
    /// all still hears what is known at once.
    pub(super) fn running(self) -> PageResult<Term> {
        if self.is_over() { Err(self.over()) } else { Ok(self) }
    }

    /// The same, but no longer than this from now.
    pub(super) fn at_most(self, limit: Duration) -> Term {
        let own = Term::of(limit);
        if own.end < self.end { own } else { self }
    }

    pub(super) fn within(self) -> Duration {
        self.within
    }

    pub(super) fn left(self) -> Duration {
        self.end.saturating_duration_since(Instant::now())
    }

    pub(super) fn is_over(self) -> bool {
        Instant::now() >= self.end
    }

    /// That it was too short.
    pub(super) fn over(self) -> Fault {
        Fault::new(FaultKind::Timeout, format!("It was not done within {} ms.", self.within.as_millis()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_term_is_over_for_all_who_share_it() {
        let term = Term::of(Duration::from_secs(10));
        let other = term;
        tokio::time::advance(Duration::from_secs(4)).await;
        assert_eq!(other.running().unwrap().left(), Duration::from_secs(6));
        tokio::time::advance(Duration::from_secs(6)).await;
        assert_eq!(other.running().unwrap_err().message, "It was not done within 10000 ms.");
    }

    #[tokio::test(start_paused = true)]
    async fn a_part_of_a_term_is_never_longer_than_what_is_left() {
        let term = Term::of(Duration::from_secs(10));
        assert_eq!(term.at_most(Duration::from_secs(3)).left(), Duration::from_secs(3));
        tokio::time::advance(Duration::from_secs(9)).await;
        assert_eq!(term.at_most(Duration::from_secs(3)).left(), Duration::from_secs(1));
    }
}
