//! When a search has to end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The end of a search that runs on another thread: its deadline, or that nobody waits for it any more.
#[derive(Debug)]
pub(super) struct Until {
    deadline: Option<Instant>,
    abandoned: Arc<AtomicBool>,
}

/// Ends the search when it is dropped.
#[derive(Debug)]
pub(super) struct StopOnDrop(Arc<AtomicBool>);

impl Until {
    /// The search's side, and that of the one who waits for it.
    pub(super) fn new(within: Duration) -> (Until, StopOnDrop) {
        let abandoned = Arc::new(AtomicBool::new(false));
        let deadline = Instant::now().checked_add(within);
        (Until { deadline, abandoned: Arc::clone(&abandoned) }, StopOnDrop(abandoned))
    }

    pub(super) fn is_over(&self) -> bool {
        self.abandoned.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_ends_at_its_deadline_or_when_nobody_waits() {
        assert!(Until::new(Duration::ZERO).0.is_over());
        let (until, waiting) = Until::new(Duration::MAX);
        assert!(!until.is_over());
        drop(waiting);
        assert!(until.is_over());
    }
}
