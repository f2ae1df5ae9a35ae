//! Dialogs that are open when a command comes that is not about them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use deskhand_page::{Dialog, DialogAnswer, FaultKind};
use serde_json::Value;
use webdriver::error::{ErrorStatus, WebDriverError};

use super::handler::Reply;
use crate::errors::{Outcome, from_fault};
use crate::session::{PATIENCE, Session};

/// How many dialogs in a row are answered before one command: a page can open the next one for ever.
const MOST: usize = 20;

/// Answers what is open as the session was told to. Fails when a command that meets a dialog is to fail, and when the
/// view is not there any more.
pub(crate) async fn handle_any(session: &mut Session) -> Outcome<()> {
    for _ in 0..MOST {
        let view = session.place.view.clone();
        let Some(dialog) = session.page.dialog(&view, PATIENCE).await.map_err(from_fault)? else {
            return Ok(());
        };
        let handling = session.prompts.of(dialog.kind);
        if let Some(reply) = handling.answer {
            let answer = match reply {
                Reply::Accept => DialogAnswer::Accept(session.take_typed()),
                Reply::Dismiss => DialogAnswer::Dismiss,
            };
            session.typed = None;
            match session.page.answer_dialog(&view, &answer, PATIENCE).await {
                // It went away by itself.
                Err(fault) if fault.kind == FaultKind::NoDialog => {}
                answered => {
                    answered.map_err(from_fault)?;
                }
            }
        }
        if handling.notify {
            return Err(in_the_way(&dialog));
        }
    }
    Err(crate::errors::error(
        ErrorStatus::UnexpectedAlertOpen,
        format!("The page opens one dialog after another: {MOST} were answered."),
    ))
}

/// A dialog was open that the command did not expect.
fn in_the_way(dialog: &Dialog) -> WebDriverError {
    let text = BTreeMap::from([(Cow::Borrowed("text"), Value::from(dialog.text.as_str()))]);
    let message = format!("A dialog was open that the command did not expect: {}", dialog.text);
    WebDriverError::new_with_data(ErrorStatus::UnexpectedAlertOpen, message, Some(text), None)
}
