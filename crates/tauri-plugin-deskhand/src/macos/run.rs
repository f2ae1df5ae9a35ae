//! Futures on the main thread: its run loop drives them, by the main queue, and nothing waits there.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use dispatch2::{DispatchQueue, DispatchTime};
use tokio::sync::oneshot;

type Task = Pin<Box<dyn Future<Output = ()>>>;

thread_local! {
    /// What is under way. A task that is being polled is not in here.
    static TASKS: RefCell<HashMap<u64, Task>> = RefCell::default();
    static LAST: Cell<u64> = const { Cell::new(0) };
}

/// Asks for a task to be polled, from any thread.
struct Call {
    task: u64,
    /// Asked for, and not yet done.
    waiting: AtomicBool,
}

impl Wake for Call {
    fn wake(self: Arc<Call>) {
        if !self.waiting.swap(true, Ordering::AcqRel) {
            DispatchQueue::main().exec_async(move || poll(&self));
        }
    }
}

/// Runs a future on the main thread, which this must be.
pub(crate) fn spawn(future: impl Future<Output = ()> + 'static) {
    LAST.set(LAST.get() + 1);
    let task = LAST.get();
    TASKS.with_borrow_mut(|tasks| tasks.insert(task, Box::pin(future)));
    Arc::new(Call { task, waiting: AtomicBool::new(false) }).wake();
}

/// On the main queue, whose blocks run one after the other: no task is ever polled within another.
fn poll(call: &Arc<Call>) {
    call.waiting.store(false, Ordering::Release);
    let Some(mut task) = TASKS.with_borrow_mut(|tasks| tasks.remove(&call.task)) else { return };
    let waker = Waker::from(Arc::clone(call));
    if task.as_mut().poll(&mut Context::from_waker(&waker)) == Poll::Pending {
        TASKS.with_borrow_mut(|tasks| tasks.insert(call.task, task));
    }
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

/// What a future gives, if it does so in this time.
pub(super) async fn within<T>(time: Duration, future: impl Future<Output = T>) -> Option<T> {
    use futures_util::future::{Either, select};
    match select(std::pin::pin!(future), std::pin::pin!(sleep(time))).await {
        Either::Left((done, _)) => Some(done),
        Either::Right(_) => None,
    }
}
