//! Dialogs that are open when a command comes that is not about them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use deskhand_page::{Dialog, DialogAnswer, DialogKind, Fault, FaultKind};
use serde_json::Value;
use webdriver::error::{ErrorStatus, WebDriverError};

use super::handler::Reply;
use crate::errors::{Outcome, error, from_fault};
use crate::session::{PATIENCE, Session};

/// How many dialogs in a row are answered before one command: a page can open the next one for ever.
const MOST: usize = 20;

/// Answers what is open as the session was told to. Fails when a command that meets a dialog is to fail, and when the
/// view is not there any more.
pub(crate) async fn handle_any(session: &mut Session) -> Outcome<()> {
    for _ in 0..MOST {
        let Some(dialog) = session.page.dialog(&session.place.view, PATIENCE).await.map_err(from_fault)?
        else {
            return Ok(());
        };
        let handling = session.prompts.of(dialog.kind);
        if let Some(reply) = handling.answer {
            let said = match reply {
                Reply::Accept => DialogAnswer::Accept(session.take_typed()),
                Reply::Dismiss => DialogAnswer::Dismiss,
            };
            session.typed = None;
            answer(session, &said).await?;
        }
        if handling.notify {
            return Err(in_the_way(&dialog));
        }
    }
    Err(error(
        ErrorStatus::UnexpectedAlertOpen,
        format!("The page opens one dialog after another: {MOST} were answered."),
    ))
}

/// Lets a page go that asks whether it may be left, if that is what is in the way, and tells whether it was. Nobody can
/// forbid it: the specification takes no note of the session's own wishes when a page is left.
pub(crate) async fn answer_leaving(session: &Session, fault: &Fault) -> Outcome<bool> {
    let asks = fault.kind == FaultKind::DialogOpen
        && fault.dialog.as_ref().is_some_and(|dialog| dialog.kind == DialogKind::BeforeUnload);
    if asks {
        answer(session, &DialogAnswer::Accept(None)).await?;
    }
    Ok(asks)
}

/// Answers the dialog of the current view, unless it went away by itself.
async fn answer(session: &Session, answer: &DialogAnswer) -> Outcome<()> {
    match session.page.answer_dialog(&session.place.view, answer, PATIENCE).await {
        Err(fault) if fault.kind != FaultKind::NoDialog => Err(from_fault(fault)),
        _ => Ok(()),
    }
}

/// A dialog was open that the command did not expect.
fn in_the_way(dialog: &Dialog) -> WebDriverError {
    let text = BTreeMap::from([(Cow::Borrowed("text"), Value::from(dialog.text.as_str()))]);
    let message = format!("A dialog was open that the command did not expect: {}", dialog.text);
    WebDriverError::new_with_data(ErrorStatus::UnexpectedAlertOpen, message, Some(text), None)
}
