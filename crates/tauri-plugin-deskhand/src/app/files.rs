//! File inputs, filled by the browser itself: it is asked to open its file chooser, and told what was chosen there.

use std::cell::Cell;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use deskhand_page::{Fault, FaultKind, Place};
use futures_util::future::{Either, select};
use serde_json::json;

use super::agent;
use super::desk::Desk;
use crate::engine::files::Choice;
use crate::engine::sleep;

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
    match select(chosen, std::pin::pin!(sleep(SILENCE))).await {
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
