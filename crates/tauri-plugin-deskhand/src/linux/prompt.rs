//! Futures that go on as soon as what they wait for is there.
//!
//! A future of GLib's own executor goes on in the turn of the main loop after the one in which it was woken, and a turn
//! asks every source of the application whether it has something to do. Where a callback of the loop is known to wake
//! such a future, and does nothing else, it can as well go on right there.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Wake, Waker};

use futures_util::future::LocalBoxFuture;
use gtk::glib::{self, ControlFlow, Priority};

thread_local! {
    /// The futures that are under way, but for those that run at this moment.
    static TASKS: RefCell<HashMap<u64, Task>> = RefCell::default();
    static LAST: Cell<u64> = const { Cell::new(0) };
    /// Those that were woken by what goes on in [`promptly`]; none where nothing does.
    static DUE: RefCell<Option<Vec<u64>>> = const { RefCell::new(None) };
}

struct Task {
    future: LocalBoxFuture<'static, ()>,
    bell: Arc<Bell>,
}

/// Wakes one future.
struct Bell {
    task: u64,
    /// Whether it was rung and the future has not gone on since.
    rung: AtomicBool,
}

/// Runs a future on this thread, which must be the main one.
pub(super) fn spawn(future: impl Future<Output = ()> + 'static) {
    let task = LAST.get() + 1;
    LAST.set(task);
    let bell = Arc::new(Bell { task, rung: AtomicBool::new(false) });
    TASKS.with_borrow_mut(|tasks| {
        tasks.insert(task, Task { future: Box::pin(future), bell: Arc::clone(&bell) })
    });
    bell.wake();
}

/// Does something that a callback of the main loop is for. Whom it wakes goes on when it is over.
pub(super) fn promptly(callback: impl FnOnce()) {
    let outer = DUE.replace(Some(Vec::new()));
    callback();
    let due = DUE.replace(outer).unwrap_or_default();
    due.into_iter().for_each(go_on);
}

fn go_on(task: u64) {
    // It is taken out while it runs, since it may spawn others.
    let Some(mut running) = TASKS.with_borrow_mut(|tasks| tasks.remove(&task)) else { return };
    running.bell.rung.store(false, Ordering::Release);
    let waker = Waker::from(Arc::clone(&running.bell));
    if running.future.as_mut().poll(&mut Context::from_waker(&waker)).is_pending() {
        TASKS.with_borrow_mut(|tasks| tasks.insert(task, running));
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
            glib::idle_add_full(Priority::DEFAULT, move || {
                go_on(task);
                ControlFlow::Break
            });
        }
    }
}
