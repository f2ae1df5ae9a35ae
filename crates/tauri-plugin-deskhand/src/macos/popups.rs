//! Windows that pages open with `window.open` and `target="_blank"`, and close.

use std::rc::Rc;

use objc2::Message as _;
use objc2::rc::Retained;
use objc2_web_kit::{WKNavigationAction, WKWebView, WKWebViewConfiguration};

use super::run::spawn;
use crate::app::{self, Desk, View};

/// Whether a page asks for a window with an address. Of those without one Tauri cannot be told.
pub(super) fn has_address(action: &WKNavigationAction) -> bool {
    // SAFETY: only reads, on the main thread.
    let url = unsafe { action.request() }.URL();
    url.and_then(|url| url.absoluteString()).is_some_and(|address| !address.is_empty())
}

/// Opens a window for a page.
pub(super) fn open(desk: &Desk, configuration: &WKWebViewConfiguration) -> Option<Retained<WKWebView>> {
    match app::open(desk, Some(&configuration.retain())) {
        Ok(view) => Some(view.web.view.clone()),
        Err(fault) => {
            tracing::warn!(%fault, "a page gets no window");
            None
        }
    }
}

/// Takes the view away whose page closed itself, once WebKit is done with telling it. Its window goes when it is empty.
pub(super) fn close(view: &Rc<View>) {
    let view = Rc::clone(view);
    spawn(async move {
        if let Err(error) = view.housed.close() {
            tracing::warn!(%error, view = %view.id, "a view that its page closed stays open");
        }
    });
}
