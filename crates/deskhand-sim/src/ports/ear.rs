//! Somebody who listens to an application.

use std::convert::Infallible;
use std::sync::Weak;

use tokio::task::AbortHandle;

use crate::sim::Stage;
use crate::world::ListenerNumber;

/// Hears what an application tells, when it tells it, until it is dropped.
pub(super) struct Ear {
    stage: Weak<Stage>,
    number: ListenerNumber,
    task: AbortHandle,
}

impl Ear {
    /// The world stands still while nobody looks at it, so somebody has to look whenever something is due.
    pub(super) fn open(stage: Weak<Stage>, number: ListenerNumber) -> Ear {
        let watched = stage.clone();
        let task = tokio::spawn(async move {
            if let Some(stage) = watched.upgrade() {
                stage.until(|_| None::<Infallible>).await;
            }
        });
        Ear { stage, number, task: task.abort_handle() }
    }
}

impl Drop for Ear {
    fn drop(&mut self) {
        self.task.abort();
        if let Some(stage) = self.stage.upgrade() {
            stage.world().stop_listening(self.number);
        }
    }
}
