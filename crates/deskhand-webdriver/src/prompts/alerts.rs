//! The commands that are about dialogs.

use deskhand_page::{Dialog, DialogAnswer, DialogKind, FaultKind};
use serde_json::Value;
use webdriver::error::ErrorStatus;

use crate::errors::{Outcome, error, from_fault};
use crate::session::{PATIENCE, Session};

/// Get Alert Text.
pub(crate) async fn alert_text(session: &Session) -> Outcome<Value> {
    Ok(Value::from(open(session).await?.text))
}

/// Send Alert Text: what the prompt is given once it is accepted.
pub(crate) async fn send_alert_text(session: &mut Session, text: &str) -> Outcome<Value> {
    match open(session).await?.kind {
        DialogKind::Prompt => {}
        DialogKind::Alert | DialogKind::Confirm => {
            let message = "The dialog that is open has no field for text.";
            return Err(error(ErrorStatus::ElementNotInteractable, message));
        }
        DialogKind::BeforeUnload => {
            let message = "The dialog that is open asks whether to leave the page: it takes no text.";
            return Err(error(ErrorStatus::UnsupportedOperation, message));
        }
    }
    session.typed = Some((session.place.view.clone(), text.to_owned()));
    Ok(Value::Null)
}

/// Accept Alert.
pub(crate) async fn accept_alert(session: &mut Session) -> Outcome<Value> {
    let text = session.take_typed();
    answer(session, DialogAnswer::Accept(text)).await
}

/// Dismiss Alert. One that has no button for that is accepted.
pub(crate) async fn dismiss_alert(session: &mut Session) -> Outcome<Value> {
    session.typed = None;
    answer(session, DialogAnswer::Dismiss).await
}

async fn answer(session: &Session, answer: DialogAnswer) -> Outcome<Value> {
    session.page.answer_dialog(&session.place.view, &answer, PATIENCE).await.map_err(from_fault)?;
    Ok(Value::Null)
}

async fn open(session: &Session) -> Outcome<Dialog> {
    let open = session.page.dialog(&session.place.view, PATIENCE).await.map_err(from_fault)?;
    open.ok_or_else(|| {
        let none = deskhand_page::Fault::new(FaultKind::NoDialog, "No dialog is open.");
        from_fault(none)
    })
}

impl Session {
    /// What was typed into the prompt of the current view, which is no longer waiting afterwards.
    pub(super) fn take_typed(&mut self) -> Option<String> {
        let typed = self.typed.take().filter(|(view, _)| *view == self.place.view);
        typed.map(|(_, text)| text)
    }
}
