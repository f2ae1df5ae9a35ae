//! The main queue, which what happens on the main thread waits in.

use std::time::Duration;

use dispatch2::{DispatchQueue, DispatchTime};
use tokio::sync::oneshot;

pub(super) use crate::app::{spawn, within};

/// Runs a function on the main thread in a later turn of its loop, from any thread.
pub(crate) fn post(function: impl FnOnce() + Send + 'static) {
    DispatchQueue::main().exec_async(function);
}

/// Waits without keeping the main loop from anything.
pub(crate) async fn sleep(time: Duration) {
    let (sender, over) = oneshot::channel();
    // Only a time beyond all that can be told fails, and such a one is not slept for.
    let when = DispatchTime::try_from(time).unwrap_or(DispatchTime::NOW);
    let ring = move || {
        // Who slept may have been dropped.
        let _ = sender.send(());
    };
    if DispatchQueue::main().after(when, ring).is_ok() {
        let _ = over.await;
    }
}
