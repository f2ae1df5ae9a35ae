//! The work of an answer, in a task of its own: a fault in it is told to the client, and ends nothing else.

use std::time::Duration;

use tokio::runtime::Handle;
use tokio::task::{JoinError, JoinHandle};

/// What becomes of work when the client leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Abandoned {
    /// It goes on: half a change is worse than one that nobody waits for. But what has not begun by then, because it
    /// waits for something, must not happen long after everybody has gone.
    GoesOn(Duration),
    /// It is broken off.
    BreaksOff,
}

/// Work that is under way.
struct Work<T> {
    task: JoinHandle<T>,
    abandoned: Abandoned,
}

/// Does the work, and fails when it has a fault.
pub(super) async fn run<T: Send + 'static>(
    abandoned: Abandoned,
    work: impl Future<Output = T> + Send + 'static,
) -> Result<T, JoinError> {
    let mut work = Work { task: tokio::spawn(work), abandoned };
    (&mut work.task).await
}

impl<T> Drop for Work<T> {
    fn drop(&mut self) {
        if self.task.is_finished() {
            return;
        }
        match (self.abandoned, Handle::try_current()) {
            (Abandoned::GoesOn(time), Ok(runtime)) => {
                let task = self.task.abort_handle();
                runtime.spawn(async move {
                    tokio::time::sleep(time).await;
                    task.abort();
                });
            }
            (Abandoned::GoesOn(_) | Abandoned::BreaksOff, _) => self.task.abort(),
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;
    use tokio::time::{Instant, sleep};

    use super::*;

    /// How long work of this many seconds, whose client leaves after one, goes on; and whether it came to its end.
    async fn abandoned(abandoned: Abandoned, seconds: u64) -> (u64, bool) {
        let start = Instant::now();
        let (done, ended) = oneshot::channel();
        let work = run(abandoned, async move {
            sleep(Duration::from_secs(seconds)).await;
            let _ = done.send(());
        });
        let left = tokio::time::timeout(Duration::from_secs(1), work).await;
        assert!(left.is_err());
        let ended = ended.await.is_ok();
        (start.elapsed().as_secs(), ended)
    }

    #[tokio::test(start_paused = true)]
    async fn work_that_goes_on_does_so_for_a_while_and_no_longer() {
        let while_longer = Abandoned::GoesOn(Duration::from_secs(10));
        assert_eq!(abandoned(while_longer, 9).await, (9, true));
        assert_eq!(abandoned(while_longer, 86_400).await, (11, false));
        assert_eq!(abandoned(Abandoned::BreaksOff, 9).await, (1, false));
    }
}
