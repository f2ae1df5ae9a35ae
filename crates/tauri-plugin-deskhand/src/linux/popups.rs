//! Windows that pages open with `window.open` and `target="_blank"`.

use std::rc::Rc;

use gtk::glib::signal::signal_has_handler_pending;
use gtk::glib::subclass::SignalId;
use gtk::prelude::*;
use webkit2gtk::{NavigationAction, URIRequestExt as _, WebView, WebViewExt as _};

use crate::app::{self, Desk, View};

/// Gives pages the windows they open. Tauri gives them none unless the application has a handler for it; where it has,
/// that one decides, but for windows without an address, of which Tauri never tells it.
pub(super) fn connect(desk: &Rc<Desk>, view: &Rc<View>) {
    let application_decides = handled_already(&view.web);
    let desk = Rc::downgrade(desk);
    view.web.connect_create(move |opener, action| {
        if application_decides && has_address(action) {
            return None;
        }
        let desk = desk.upgrade().filter(|desk| desk.is_driven())?;
        match app::open(&desk, Some(opener)) {
            Ok(view) => Some(view.web.clone().upcast()),
            Err(fault) => {
                tracing::warn!(%fault, "a page gets no window");
                None
            }
        }
    });
}

fn has_address(action: &NavigationAction) -> bool {
    action.clone().request().and_then(|request| request.uri()).is_some_and(|uri| !uri.is_empty())
}

fn handled_already(web: &WebView) -> bool {
    SignalId::lookup("create", WebView::static_type())
        .is_some_and(|signal| signal_has_handler_pending(web, signal, None, true))
}
