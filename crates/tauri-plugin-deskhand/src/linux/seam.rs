//! What [`crate::app`] needs of the main loop and of Tauri, beside web views themselves.

use std::time::Duration;

use gtk::glib::{self, ControlFlow, Priority};
use gtk::prelude::*;
use tauri::webview::PlatformWebview;
use tauri::{AppHandle, Runtime, WebviewWindowBuilder};
use webkit2gtk::{ScriptDialog, WebView, WebViewExt as _};

/// A web view.
pub(crate) type Web = WebView;
/// A dialog that can be answered.
pub(crate) type OpenDialog = ScriptDialog;
/// What relates the view that a page opens to that page's.
pub(crate) type Related = WebView;

/// The web view that Tauri hands over.
pub(crate) fn web_of(platform: &PlatformWebview) -> Option<Web> {
    Some(platform.inner())
}

/// Has a window opened for a page.
pub(crate) fn relate<'a, R: Runtime>(
    builder: WebviewWindowBuilder<'a, R, AppHandle<R>>,
    related: &Related,
) -> WebviewWindowBuilder<'a, R, AppHandle<R>> {
    builder.with_related_view(related.clone())
}

/// Runs a function on the main thread in a later turn of its loop, from any thread.
///
/// (`MainContext::invoke` would not do: it runs its function on the calling thread when nobody happens to own the context
/// at that moment, as between two turns of tao's loop.)
pub(crate) fn post(function: impl FnOnce() + Send + 'static) {
    let mut function = Some(function);
    glib::idle_add_full(Priority::DEFAULT, move || {
        if let Some(function) = function.take() {
            function();
        }
        ControlFlow::Break
    });
}

/// Waits without keeping the main loop from anything.
pub(crate) async fn sleep(time: Duration) {
    glib::timeout_future(time).await;
}

/// The width and the height of a view, and how many of their pixels make one of CSS.
pub(crate) fn size_and_zoom(web: &Web) -> (f64, f64, f64) {
    (web.allocated_width().into(), web.allocated_height().into(), web.zoom_level())
}
