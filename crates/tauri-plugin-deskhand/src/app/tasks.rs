//! Futures on the main thread: its loop drives them, and nothing waits there.
//!
//! A future that is woken goes on in a later turn of the loop, and a turn asks every part of the application whether it has
//! something to do. Where a callback of the loop is known to wake a future, and does nothing else, it goes on right there.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Wake, Waker};
use std::time::Duration;

use futures_util::future::{Either, LocalBoxFuture, select};

use crate::engine;

thread_local! {
    /// What is under way, but for what runs at this moment.
    static TASKS: RefCell<HashMap<u64, Task>> = RefCell::default();
    static LAST: Cell<u64> = const { Cell::new(0) };
    /// Those that were woken by what goes on in [`promptly`]; none where nothing does.
    static DUE: RefCell<Option<Vec<u64>>> = const { RefCell::new(None) };
}

struct Task {
    future: LocalBoxFuture<'static, ()>,
    bell: Arc<Bell>,
}

/// Wakes one future, from any thread.
struct Bell {
    task: u64,
    /// Whether it was rung and the future has not gone on since.
    rung: AtomicBool,
}

/// Runs a future on this thread, which must be the main one.
pub(crate) fn spawn(future: impl Future<Output = ()> + 'static) {
    let task = LAST.get() + 1;
    LAST.set(task);
    let bell = Arc::new(Bell { task, rung: AtomicBool::new(false) });
    let begun = Task { future: Box::pin(future), bell: Arc::clone(&bell) };
    TASKS.with_borrow_mut(|tasks| tasks.insert(task, begun));
    bell.wake();
}

/// Does what a callback of the main loop is for. Whom it wakes goes on when it is over.
pub(crate) fn promptly(callback: impl FnOnce()) {
    let outer = DUE.replace(Some(Vec::new()));
    callback();
    let due = DUE.replace(outer).unwrap_or_default();
    due.into_iter().for_each(go_on);
}

/// What a future gives, if it does so in this time.
pub(crate) async fn within<T>(time: Duration, future: impl Future<Output = T>) -> Option<T> {
    match select(pin!(future), pin!(engine::sleep(time))).await {
        Either::Left((done, _)) => Some(done),
        Either::Right(_) => None,
    }
}

fn go_on(task: u64) {
    // It is taken out while it runs, since it may spawn others. One that was woken and has ended since is not there.
    let Some(mut running) = TASKS.with_borrow_mut(|tasks| tasks.remove(&task)) else { return };
    running.bell.rung.store(false, Ordering::Release);
    let waker = Waker::from(Arc::clone(&running.bell));
    if running.future.as_mut().poll(&mut Context::from_waker(&waker)).is_ready() {
        return;
    }
    let bell = Arc::clone(&running.bell);
    TASKS.with_borrow_mut(|tasks| tasks.insert(task, running));
    // Who rang while it ran may have had it looked for already, where the main loop was run within it.
    if bell.rung.swap(false, Ordering::AcqRel) {
        bell.wake();
    }
}

impl Wake for Bell {
    fn wake(self: Arc<Bell>) {
        if self.rung.swap(true, Ordering::AcqRel) {
            return;
        }
        let is_noted = DUE.with_borrow_mut(|due| due.as_mut().map(|due| due.push(self.task)).is_some());
        if !is_noted {
            let task = self.task;
            engine::post(move || go_on(task));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use tokio::sync::oneshot;

    use super::*;

    #[test]
    fn a_future_goes_on_when_the_callback_is_over_that_woke_it() {
        let (tell, told) = oneshot::channel();
        let seen = Rc::new(Cell::new(0));
        let sees = Rc::clone(&seen);
        promptly(|| {
            spawn(async move {
                sees.set(1);
                sees.set(told.await.unwrap());
            });
            assert_eq!(seen.get(), 0, "nothing runs within a callback");
        });
        assert_eq!(seen.get(), 1);
        promptly(|| {
            tell.send(7).unwrap();
            assert_eq!(seen.get(), 1);
        });
        assert_eq!(seen.get(), 7);
    }

    #[test]
    fn what_a_future_wakes_while_it_goes_on_is_not_lost() {
        let (tell, told) = oneshot::channel();
        let order = Rc::new(RefCell::new(Vec::new()));
        let (first, second) = (Rc::clone(&order), Rc::clone(&order));
        promptly(|| {
            spawn(async move {
                told.await.unwrap();
                second.borrow_mut().push("second");
            });
            spawn(async move {
                first.borrow_mut().push("first");
                // A test has no main loop that would come to it later.
                promptly(|| tell.send(()).unwrap());
            });
        });
        assert_eq!(*order.borrow(), ["first", "second"]);
    }
}
