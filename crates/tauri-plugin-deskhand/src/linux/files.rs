//! File inputs, filled by the browser itself: it is asked to open its file chooser, and told what was chosen there.

use std::cell::Cell;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use deskhand_page::{Fault, FaultKind, Place};
use futures_util::future::{Either, select};
use gtk::glib;
use gtk::prelude::*;
use serde_json::json;
use webkit2gtk::{FileChooserRequestExt as _, WebView, WebViewExt as _};

use super::agent;
use super::desk::Desk;

/// How long a browser may take to ask for files, and the page to take them.
const SILENCE: Duration = Duration::from_secs(5);

/// Gives a file input these files, as if they had been chosen.
pub(crate) async fn choose(desk: &Desk, place: &Place, node: &str, files: Vec<String>) -> Result<(), Fault> {
    for file in &files {
        check(file)?;
    }
    if files.is_empty() {
        return Err(Fault::new(FaultKind::Invalid, "No file was named"));
    }
    let view = desk.view(&place.view)?;
    let asked = Rc::new(Cell::new(false));
    let _choice = Choice::make(&view.web, files, Rc::clone(&asked));
    let chosen = std::pin::pin!(agent::ask(desk, place, "chooseFiles", json!({"node": node})));
    match select(chosen, std::pin::pin!(glib::timeout_future(SILENCE))).await {
        Either::Left((answer, _)) => answer.map(|_| ()),
        Either::Right(_) if asked.get() => {
            Err(Fault::new(FaultKind::Failed, "The page did not take the files"))
        }
        Either::Right(_) => Err(Fault::new(FaultKind::Failed, "The browser did not ask for files")),
    }
}

fn check(file: &str) -> Result<(), Fault> {
    let path = Path::new(file);
    let invalid = |what: &str| Err(Fault::new(FaultKind::Invalid, format!("'{file}' {what}")));
    if !path.is_absolute() {
        return invalid("is not an absolute path");
    }
    if !path.exists() {
        return invalid("does not exist");
    }
    Ok(())
}

/// What is chosen when the browser asks for files, for as long as this lives.
struct Choice<'a> {
    view: &'a WebView,
    handler: Option<glib::SignalHandlerId>,
}

impl Choice<'_> {
    fn make(view: &WebView, files: Vec<String>, asked: Rc<Cell<bool>>) -> Choice<'_> {
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
