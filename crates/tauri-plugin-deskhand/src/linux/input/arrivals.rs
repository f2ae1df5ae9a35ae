//! When a page has handled its input.

use std::cell::RefCell;
use std::future::Future;
use std::pin::pin;
use std::rc::Rc;
use std::time::Duration;

use futures_util::future::{Either, select};
use gtk::glib;
use gtk::prelude::*;
use tokio::sync::Notify;
use webkit2gtk::{UserContentManagerExt, WebView, WebViewExt};

use super::strike::Awaited;

/// The message handler that `arrivals.js` reports to. It is there in our own world only.
const HANDLER: &str = "deskhandArrivals";
/// How long an event takes, at least, before the page is asked whether it will ever see it.
const PATIENCE: Duration = Duration::from_millis(150);
/// How often an idle page is asked before an event is given up.
const QUESTIONS: u32 = 3;
/// How long a click that follows a tap may take.
const TAP: Duration = Duration::from_millis(50);
/// How long a page may take to say that it is idle.
const SILENCE: Duration = Duration::from_secs(3);

thread_local! {
    static WATCHED: RefCell<Vec<(glib::WeakRef<WebView>, Rc<Arrivals>)>> = const { RefCell::new(Vec::new()) };
}

/// The events that the page in a view has handled.
#[derive(Default)]
pub(super) struct Arrivals {
    handled: RefCell<Vec<String>>,
    more: Notify,
}

/// Listens to what `arrivals.js` reports from a view. To be called once for each view, before its first page.
pub(crate) fn watch(view: &WebView, world: &str) {
    let arrivals = Rc::new(Arrivals::default());
    WATCHED.with_borrow_mut(|watched| {
        watched.retain(|(view, _)| view.upgrade().is_some());
        watched.push((view.downgrade(), arrivals.clone()));
    });
    let Some(content) = view.user_content_manager() else { return };
    content.connect_script_message_received(Some(HANDLER), move |_, message| {
        if let Some(value) = message.js_value() {
            arrivals.handled.borrow_mut().push(value.to_string());
            arrivals.more.notify_waiters();
        }
    });
    content.register_script_message_handler_in_world(HANDLER, world);
}

impl Arrivals {
    /// Those of a view.
    pub(super) fn of(view: &WebView) -> Rc<Arrivals> {
        WATCHED.with_borrow(|watched| {
            let found = watched.iter().find(|(watched, _)| watched.upgrade().as_ref() == Some(view));
            found.map(|(_, arrivals)| arrivals.clone()).unwrap_or_default()
        })
    }

    /// Forgets what was handled so far.
    pub(super) fn forget(&self) {
        self.handled.borrow_mut().clear();
    }

    /// Answers when the page has handled these, and whether it did: some can never be seen, such as those in frames
    /// without scripts, or behind a menu that the browser opened.
    pub(super) async fn wait(&self, view: &WebView, awaited: &Awaited) -> bool {
        let Some((type_, times)) = awaited.last() else { return true };
        if within(PATIENCE, self.handled(type_, times)).await.is_some() {
            return true;
        }
        for _ in 0..QUESTIONS {
            let idle = within(SILENCE, idle(view));
            if let Either::Left(_) = select(pin!(self.handled(type_, times)), pin!(idle)).await {
                return true;
            }
        }
        false
    }

    /// Answers when the click is over that a tap ends in. Whether there is one is the page's choice, so that it is not
    /// waited for for long.
    pub(super) async fn wait_for_tap(&self) {
        within(TAP, self.handled("pointerup", 1)).await;
    }

    async fn handled(&self, type_: &str, times: usize) {
        loop {
            let more = self.more.notified();
            if self.handled.borrow().iter().filter(|handled| *handled == type_).count() >= times {
                self.forget();
                return;
            }
            more.await;
        }
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
    let _ = view.call_async_javascript_function_future(NEXT_TASK, None, None, None).await;
    glib::timeout_future(Duration::from_millis(20)).await;
}

pub(super) async fn within<T>(time: Duration, future: impl Future<Output = T>) -> Option<T> {
    match select(pin!(future), pin!(glib::timeout_future(time))).await {
        Either::Left((done, _)) => Some(done),
        Either::Right(_) => None,
    }
}
