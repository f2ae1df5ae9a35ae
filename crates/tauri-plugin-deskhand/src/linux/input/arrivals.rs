//! When a page has handled its input.

use std::cell::{Cell, RefCell};
use std::pin::pin;
use std::rc::Rc;
use std::time::Duration;

use futures_util::future::{Either, select};
use gtk::prelude::*;
use gtk::{gio, glib};
use javascriptcore::ValueExt as _;
use tokio::sync::Notify;
use webkit2gtk::{UserContentManagerExt, WebView, WebViewExt};

use super::drag::Drag;
use super::painting::Painting;
use crate::app::{Standing, Tally, promptly, within};
use crate::source::WORLD;

/// The message handler that `arrivals.js` reports to. It is there in our own world only.
const HANDLER: &str = "deskhandArrivals";
/// How long an event takes, at least, before the page is asked whether it will ever see it.
const PATIENCE: Duration = Duration::from_millis(150);
/// How often an idle page is asked before an event is given up.
const QUESTIONS: u32 = 3;
/// How long a click that follows a tap may take.
const TAP: Duration = Duration::from_millis(50);
/// How often something that is dragged is moved before it is said to be nowhere.
const TREMBLES: u32 = 8;
/// How long a page may take to know where something is dragged.
const REPLY: Duration = Duration::from_millis(40);
/// How long a page may take to answer.
const SILENCE: Duration = Duration::from_secs(3);

thread_local! {
    static WATCHED: RefCell<Vec<(glib::WeakRef<WebView>, Rc<Arrivals>)>> = const { RefCell::new(Vec::new()) };
}

/// What the page in a view has handled.
#[derive(Default)]
pub(super) struct Arrivals {
    tally: RefCell<Tally>,
    more: Notify,
    /// How things stood when the page last reported something.
    standing: Cell<Standing>,
    /// Whether the page may still be at what it has reported: keys are when they arrive.
    pub(super) under_way: Cell<bool>,
    /// What the desktop does instead of the page while something is dragged.
    pub(super) drag: Drag,
    /// How the view is painted meanwhile.
    pub(super) painting: Painting,
}

/// Listens to what `arrivals.js` reports from a view. To be called once for each view, before its first page.
pub(crate) fn watch(view: &WebView) {
    let arrivals = Rc::new(Arrivals::default());
    arrivals.drag.watch(view);
    arrivals.painting.watch(view);
    WATCHED.with_borrow_mut(|watched| {
        watched.retain(|(view, _)| view.upgrade().is_some());
        watched.push((view.downgrade(), arrivals.clone()));
    });
    let Some(content) = view.user_content_manager() else { return };
    let handler = content.connect_script_message_received(Some(HANDLER), move |_, message| {
        if let Some(value) = message.js_value() {
            arrivals.standing.set(arrivals.tally.borrow_mut().reported(&value.to_str()));
            promptly(|| arrivals.more.notify_waiters());
        }
    });
    content.register_script_message_handler_in_world(HANDLER, WORLD);
    // The view that a page opens shares what it tells by with that page's, which may be there for long.
    let handler = Cell::new(Some(handler));
    view.connect_destroy(move |_| {
        if let Some(handler) = handler.take() {
            content.disconnect(handler);
        }
    });
}

impl Arrivals {
    /// Those of a view.
    pub(super) fn of(view: &WebView) -> Rc<Arrivals> {
        WATCHED.with_borrow(|watched| {
            let found = watched.iter().find(|(watched, _)| watched.upgrade().as_ref() == Some(view));
            found.map(|(_, arrivals)| arrivals.clone()).unwrap_or_default()
        })
    }

    /// Before something is sent.
    pub(super) fn begin(&self) {
        self.tally.borrow_mut().begin();
    }

    /// Tells the page how many events are on their way, so that it reports them together; to be undone by
    /// [`Arrivals::expect_no_more`]. What is said before an event arrives before it.
    pub(super) fn expect(&self, view: &WebView, count: usize) {
        self.standing.take();
        let script = format!("globalThis.deskhand?.members.expect({{ count: {count} }})");
        // Whether the page hears of it or not, it reports what it handles.
        view.evaluate_javascript(&script, Some(WORLD), None, gio::Cancellable::NONE, |_| {});
    }

    /// The page may still be waiting for some: others may have got them, such as a frame that has the focus.
    pub(super) fn expect_no_more(&self, view: &WebView) {
        if !self.standing.get().all {
            self.expect(view, 0);
        }
    }

    /// An event of this type is on its way.
    pub(super) fn sent(&self, type_: &str) {
        self.tally.borrow_mut().sent(type_);
    }

    /// How many of a type were handled so far.
    pub(super) fn how_many(&self, type_: &str) -> u64 {
        self.tally.borrow().how_many(type_)
    }

    /// Answers when the page has handled all events of this type, or will not: some it can never see, such as those in
    /// frames without scripts. What was sent before them is over, too, then. Says whether all of the page is known to have
    /// been there when it had handled them.
    pub(super) async fn wait(&self, view: &WebView, type_: &str) -> bool {
        let even = || self.tally.borrow().is_even(type_);
        let mut handled = None;
        // A long text takes its time: as long as something of it is handled, the rest will be.
        while handled.replace(self.in_all()) != Some(self.in_all()) {
            if within(PATIENCE, self.until(even)).await.is_some() || self.comes(view, even).await {
                break;
            }
        }
        let is_whole = even() && self.standing.get().whole;
        self.tally.borrow_mut().write_off();
        is_whole
    }

    /// Whether something comes while the page is asked whether it is idle.
    async fn comes(&self, view: &WebView, seen: impl Fn() -> bool) -> bool {
        for _ in 0..QUESTIONS {
            let idle = within(SILENCE, idle(view));
            if let Either::Left(_) = select(pin!(self.until(&seen)), pin!(idle)).await {
                return true;
            }
        }
        false
    }

    fn in_all(&self) -> u64 {
        self.tally.borrow().in_all()
    }

    /// Answers when the click is over that a tap ends in, if more than this many have been. Whether there is one is the
    /// page's choice, so that it is not waited for for long.
    pub(super) async fn wait_for_tap(&self, before: u64) {
        within(TAP, self.until(|| self.how_many("pointerup") > before)).await;
    }

    /// Moves something that is dragged, and waits until the page knows where it is.
    ///
    /// While one move is under way from the source to what is below the pointer and back, GDK sends no other; a hand makes
    /// up for that with many. So does this, until the page was told of the place twice: of what came before, and of this.
    /// What is to be let go next has to be welcome there, too, if only the page takes its time to say so.
    pub(super) async fn drag_to(&self, motion: impl Fn(), to_let_go: bool) {
        let mut told = 0;
        for _ in 0..TREMBLES {
            let before = self.how_many("dragover");
            motion();
            told +=
                u32::from(within(REPLY, self.until(|| self.how_many("dragover") > before)).await.is_some());
            if told > 1 && (!to_let_go || self.drag.is_welcome()) || !self.drag.is_on() {
                return;
            }
        }
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
pub(crate) async fn settled(view: &WebView) {
    if Arrivals::of(view).under_way.take() {
        within(SILENCE, view.evaluate_javascript_future("0", Some(WORLD), None)).await;
    }
}

/// Answers once the page has come to its next task.
async fn idle(view: &WebView) {
    const NEXT_TASK: &str = "await new Promise((done) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = done;
        port2.postMessage(null);
    });";
    // Whether the question failed or was answered: both say that nothing is under way.
    let _ = view.call_async_javascript_function_future(NEXT_TASK, None, Some(WORLD), None).await;
    glib::timeout_future(Duration::from_millis(20)).await;
}
