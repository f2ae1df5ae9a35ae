//! The work of an answer, in a task of its own: a fault in it is told to the client, and ends nothing else.

use tokio::task::{JoinError, JoinHandle};

/// What becomes of work when the client leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Abandoned {
    /// It goes on to its end: half a change is worse than one that nobody waits for.
    GoesOn,
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
        if self.abandoned == Abandoned::BreaksOff {
            self.task.abort();
        }
    }
}
