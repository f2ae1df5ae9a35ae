//! What a file chooser answers that never opens.

use std::cell::Cell;
use std::rc::Rc;

use gtk::glib;
use gtk::prelude::*;
use webkit2gtk::{FileChooserRequestExt as _, WebView, WebViewExt as _};

/// What is chosen when the browser asks for files, for as long as this lives.
pub(crate) struct Choice<'a> {
    view: &'a WebView,
    handler: Option<glib::SignalHandlerId>,
}

impl Choice<'_> {
    /// Chooses these, and notes when the browser asked.
    pub(crate) fn make(view: &WebView, files: Vec<String>, asked: Rc<Cell<bool>>) -> Choice<'_> {
        let handler = view.connect_run_file_chooser(move |_, request| {
            asked.set(true);
            let files: Vec<&str> = files.iter().map(String::as_str).collect();
            // One input takes one file: the last, as with one choice after the other.
            let from = if request.selects_multiple() { 0 } else { files.len().saturating_sub(1) };
            request.select_files(&files[from..]);
            true
        });
        Choice { view, handler: Some(handler) }
    }
}

impl Drop for Choice<'_> {
    fn drop(&mut self) {
        if let Some(handler) = self.handler.take() {
            self.view.disconnect(handler);
        }
    }
}
