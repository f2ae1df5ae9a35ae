//! The states of the list, one after the other, for somebody who follows them.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use deskhand_engine::ports::{RegistryFeed, RegistryState, Touch};
use deskhand_model::{Error, Result, Window};
use tokio::sync::Notify;

use super::handle::Mirror;

/// Most states that wait to be taken.
const LONGEST: usize = 256;

/// States that wait to be taken, shared by the mirror and one follower. The mirror holds it weakly: it ends with the
/// follower.
#[derive(Debug, Default)]
pub(super) struct Queue {
    waiting: Mutex<Waiting>,
    news: Notify,
}

#[derive(Debug, Default)]
struct Waiting {
    states: VecDeque<RegistryState>,
    ended: Option<Error>,
}

impl Queue {
    /// Adds a state. When nobody takes them, the newest replaces the one before it and says so.
    pub(super) fn push(&self, windows: Arc<Vec<Window>>, touched: Vec<Touch>) {
        let mut waiting = self.lock();
        let is_full = waiting.states.len() >= LONGEST;
        if is_full {
            waiting.states.pop_back();
        }
        waiting.states.push_back(RegistryState { windows, skipped: is_full, touched });
        drop(waiting);
        self.news.notify_one();
    }

    /// Ends it: what waits is still handed out, then the error.
    pub(super) fn end(&self, error: Error) {
        self.lock().ended.get_or_insert(error);
        self.news.notify_one();
    }

    async fn take(&self) -> Result<RegistryState> {
        loop {
            let news = self.news.notified();
            {
                let mut waiting = self.lock();
                if let Some(state) = waiting.states.pop_front() {
                    return Ok(state);
                }
                if let Some(error) = &waiting.ended {
                    return Err(error.clone());
                }
            }
            news.await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Follows the list of windows. Keeps the mirror going as long as it lives.
pub(super) struct Follower {
    pub(super) queue: Arc<Queue>,
    pub(super) _mirror: Mirror,
}

#[async_trait]
impl RegistryFeed for Follower {
    async fn next(&mut self) -> Result<RegistryState> {
        self.queue.take().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskhand_model::{ErrorKind, WindowId};

    fn state(number: u64) -> Arc<Vec<Window>> {
        Arc::new(vec![Window { id: WindowId(number), ..Window::default() }])
    }

    async fn next(queue: &Queue) -> (u64, bool) {
        let state = queue.take().await.unwrap();
        (state.windows[0].id.0, state.skipped)
    }

    #[tokio::test]
    async fn states_come_in_order_and_an_end_after_them() {
        let queue = Queue::default();
        queue.push(state(1), Vec::new());
        queue.push(state(2), Vec::new());
        queue.end(Error::new(ErrorKind::DisplayUnavailable, "gone"));
        assert_eq!(next(&queue).await, (1, false));
        assert_eq!(next(&queue).await, (2, false));
        for _ in ["once", "and for good"] {
            assert_eq!(queue.take().await.unwrap_err().kind(), ErrorKind::DisplayUnavailable);
        }
    }

    #[tokio::test]
    async fn when_nobody_takes_them_the_newest_stays_and_says_that_some_are_missing() {
        let queue = Queue::default();
        let last = LONGEST as u64 + 10;
        for number in 1..=last {
            queue.push(state(number), Vec::new());
        }
        for number in 1..LONGEST as u64 {
            assert_eq!(next(&queue).await, (number, false));
        }
        assert_eq!(next(&queue).await, (last, true));
        queue.push(state(last + 1), Vec::new());
        assert_eq!(next(&queue).await, (last + 1, false));
    }

    #[tokio::test]
    async fn a_follower_that_stopped_waiting_loses_nothing() {
        let queue = Queue::default();
        {
            let mut waiting = std::pin::pin!(queue.take());
            assert!(futures_util::poll!(&mut waiting).is_pending());
        }
        queue.push(state(1), Vec::new());
        assert_eq!(next(&queue).await, (1, false));
    }
}
