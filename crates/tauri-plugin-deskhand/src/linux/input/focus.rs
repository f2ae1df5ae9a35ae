//! The focus of a page, without taking that of the desktop.

use std::cell::RefCell;
use std::time::Duration;

use gtk::glib;
use gtk::prelude::*;
use javascriptcore::ValueExt as _;
use webkit2gtk::{WebView, WebViewExt};

use super::events::focus_change;
use crate::app::within;
use crate::source::WORLD;

thread_local! {
    /// The window that was told that it is active though the desktop knows nothing of it.
    static PRETENDER: RefCell<Option<glib::WeakRef<gtk::Window>>> = const { RefCell::new(None) };
}

/// How long a page may take to notice that it has the focus.
const NOTICE: Duration = Duration::from_millis(500);

/// Makes the web view the one that is typed into in its window, and lets the window believe that it is active.
///
/// A page has the focus (`document.hasFocus()`, focus and blur events, `:focus`, the caret) when GTK thinks so. The
/// desktop is not asked: its active window stays what it is.
pub(super) async fn take(view: &WebView) {
    let Some(window) = view.toplevel().and_then(|top| top.downcast::<gtk::Window>().ok()) else { return };
    if view.is_focus() && window.is_active() {
        return;
    }
    view.grab_focus();
    pretend(&window);
    // WebKit tells the page in its own time, and keys would arrive before.
    within(NOTICE, noticed(view)).await;
}

/// Lets a window believe that it is active, and the one before it no longer.
fn pretend(window: &gtk::Window) {
    let before = PRETENDER.replace(Some(window.downgrade())).and_then(|before| before.upgrade());
    if let Some(surface) = before.filter(|before| before != window).and_then(|before| before.window()) {
        focus_change(&surface, false);
    }
    if let Some(surface) = window.window() {
        focus_change(&surface, true);
    }
}

/// Answers when the page knows that it has the focus.
async fn noticed(view: &WebView) {
    loop {
        let answer = view.evaluate_javascript_future("document.hasFocus()", Some(WORLD), None).await;
        if answer.is_ok_and(|answer| answer.to_boolean()) {
            return;
        }
        glib::timeout_future(Duration::from_millis(1)).await;
    }
}
