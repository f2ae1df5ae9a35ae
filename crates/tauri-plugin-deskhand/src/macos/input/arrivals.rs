//! When a page has handled its input.

use std::cell::{Cell, RefCell};
use std::pin::pin;
use std::time::Duration;

use futures_util::future::{Either, select};
use tokio::sync::Notify;

use super::clicks::Press;
use crate::app::Tally;
use crate::macos::native;
use crate::macos::run::{sleep, within};
use crate::macos::web::Web;
use crate::source::WORLD;

/// How long an event takes, at least, before the page is asked whether it will ever see it.
const PATIENCE: Duration = Duration::from_millis(150);
/// How often an idle page is asked before an event is given up.
const QUESTIONS: u32 = 3;
/// How long a page may take to answer.
const SILENCE: Duration = Duration::from_secs(3);

/// What the page in a view has handled.
#[derive(Default)]
pub(in crate::macos) struct Arrivals {
    tally: RefCell<Tally>,
    more: Notify,
    /// Whether the page may still be at what it has reported: keys are when they arrive.
    pub(super) under_way: Cell<bool>,
    /// The press that came last.
    pub(super) pressed: Cell<Option<Press>>,
}

impl Arrivals {
    /// The page reports events that it has handled.
    pub(in crate::macos) fn reported(&self, report: &str) {
        self.tally.borrow_mut().reported(report);
        self.more.notify_waiters();
    }

    /// Before something is sent.
    pub(super) fn begin(&self) {
        self.tally.borrow_mut().begin();
    }

    /// An event of this type is on its way.
    pub(super) fn sent(&self, type_: &str) {
        self.tally.borrow_mut().sent(type_);
    }

    /// Answers when the page has handled all events of this type, or will not: some it can never see, such as those in
    /// frames without scripts. What was sent before them is over, too, then.
    pub(super) async fn wait(&self, web: &Web, type_: &str) {
        let even = || self.tally.borrow().is_even(type_);
        let mut handled = None;
        // A long text takes its time: as long as something of it is handled, the rest will be.
        while handled.replace(self.in_all()) != Some(self.in_all()) {
            if within(PATIENCE, self.until(even)).await.is_some() || self.comes(web, even).await {
                break;
            }
        }
        self.tally.borrow_mut().write_off();
    }

    /// Whether something comes while the page is asked whether it is idle.
    async fn comes(&self, web: &Web, seen: impl Fn() -> bool) -> bool {
        for _ in 0..QUESTIONS {
            let idle = within(SILENCE, idle(web));
            if let Either::Left(_) = select(pin!(self.until(&seen)), pin!(idle)).await {
                return true;
            }
        }
        false
    }

    fn in_all(&self) -> u64 {
        self.tally.borrow().in_all()
    }

    async fn until(&self, seen: impl Fn() -> bool) {
        loop {
            let more = self.more.notified();
            if seen() {
                return;
            }
            more.await;
        }
    }
}

/// Answers when a page is done with the keys that it has reported, and has told what came of them, such as a dialog.
pub(crate) async fn settled(web: &Web) {
    if web.arrivals.under_way.take() {
        within(SILENCE, native::call(web, "return null", "", Some(WORLD))).await;
    }
}

/// Answers once the page has come to its next task.
async fn idle(web: &Web) {
    const NEXT_TASK: &str = "await new Promise((done) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = done;
        port2.postMessage(null);
    });";
    // Whether the question failed or was answered: both say that nothing is under way.
    let _ = native::call(web, NEXT_TASK, "", Some(WORLD)).await;
    sleep(Duration::from_millis(20)).await;
}
