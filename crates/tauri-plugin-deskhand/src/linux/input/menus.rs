//! What a browser opens beside the page when it is clicked.

use gtk::Popover;
use gtk::glib::SignalHandlerId;
use gtk::prelude::*;
use webkit2gtk::{ColorChooserRequestExt, OptionMenuExt, WebView, WebViewExt};

/// While this lives, no menu, list of options or colour chooser opens: each would take the input of the whole desktop
/// and not give it back. The page sees its events (`contextmenu` too) all the same.
pub(super) struct NoMenus<'a> {
    view: &'a WebView,
    handlers: Vec<SignalHandlerId>,
}

impl NoMenus<'_> {
    /// Keeps them closed from now on.
    pub(super) fn begin(view: &WebView) -> NoMenus<'_> {
        let handlers = vec![
            view.connect_context_menu(|_, _, _, _| true),
            view.connect_show_option_menu(|_, menu, _, _| {
                menu.close();
                true
            }),
            view.connect_run_color_chooser(|_, request| {
                request.cancel();
                true
            }),
        ];
        NoMenus { view, handlers }
    }
}

impl Drop for NoMenus<'_> {
    fn drop(&mut self) {
        for handler in self.handlers.drain(..) {
            self.view.disconnect(handler);
        }
    }
}

/// Closes what cannot be kept from opening: calendars, which WebKit shows in a popover over the view.
pub(super) fn close(view: &WebView) {
    let Some(popover) = gtk::grab_get_current().and_then(|grab| grab.downcast::<Popover>().ok()) else {
        return;
    };
    if popover.relative_to().as_ref() == Some(view.upcast_ref()) {
        popover.popdown();
    }
}
