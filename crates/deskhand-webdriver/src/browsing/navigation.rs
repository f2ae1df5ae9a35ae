//! Going to pages, and what the page says of itself.

use deskhand_page::{DialogAnswer, DialogKind, FaultKind, Navigation, Place};
use serde_json::Value;
use url::Url;
use webdriver::error::ErrorStatus;

use super::address::read;
use crate::errors::{Outcome, error, from_fault};
use crate::session::{FOR_EVER, PATIENCE, Session};

/// Navigate To.
pub(crate) async fn navigate_to(session: &mut Session, url: &str) -> Outcome<Value> {
    if let Err(why) = Url::parse(url) {
        let message = format!("{url:?} is no absolute address: {why}.");
        return Err(error(ErrorStatus::InvalidArgument, message));
    }
    go(session, &Navigation::To(url.to_owned())).await
}

/// Back.
pub(crate) async fn back(session: &mut Session) -> Outcome<Value> {
    go(session, &Navigation::Back).await
}

/// Forward.
pub(crate) async fn forward(session: &mut Session) -> Outcome<Value> {
    go(session, &Navigation::Forward).await
}

/// Refresh.
pub(crate) async fn refresh(session: &mut Session) -> Outcome<Value> {
    go(session, &Navigation::Reload).await
}

/// Goes somewhere with the whole view, and is at its top document afterwards.
async fn go(session: &mut Session, to: &Navigation) -> Outcome<Value> {
    let view = session.place.view.clone();
    let within = session.timeouts.page_load.unwrap_or(FOR_EVER).min(FOR_EVER);
    let mut gone = session.page.go(&view, to, session.load, within).await;
    // Nobody is asked whether a page may be left.
    while let Err(fault) = &gone
        && fault.kind == FaultKind::DialogOpen
        && fault.dialog.as_ref().is_some_and(|dialog| dialog.kind == DialogKind::BeforeUnload)
    {
        session.page.answer_dialog(&view, &DialogAnswer::Accept(None), PATIENCE).await.map_err(from_fault)?;
        gone = session.page.wait_loaded(&Place::top(view.clone()), session.load, within).await;
    }
    match gone {
        // A page that opens a dialog while it loads has arrived: its dialog is for the next command.
        Err(fault) if fault.kind == FaultKind::DialogOpen => {}
        // A page that never ends to load has been left for another one all the same.
        Err(fault) if fault.kind == FaultKind::Timeout => {
            session.leave_frames();
            let ms = within.as_millis();
            let message = format!("The page has not loaded within {ms} ms: {}", fault.message);
            return Err(error(ErrorStatus::Timeout, message));
        }
        gone => gone.map_err(from_fault)?,
    }
    session.leave_frames();
    Ok(Value::Null)
}

/// Get Current URL: that of the top document.
pub(crate) async fn current_url(session: &Session) -> Outcome<Value> {
    read(session, &session.top(), "return document.URL").await.map_err(from_fault)
}

/// Get Title: that of the top document.
pub(crate) async fn title(session: &Session) -> Outcome<Value> {
    read(session, &session.top(), "return document.title").await.map_err(from_fault)
}

/// Get Page Source: that of the current document.
pub(crate) async fn page_source(session: &Session) -> Outcome<Value> {
    let body = "return (document.documentElement && document.documentElement.outerHTML) \
                || new XMLSerializer().serializeToString(document)";
    read(session, &session.place, body).await.map_err(from_fault)
}

/// What the pages call themselves.
pub(crate) async fn user_agent(session: &Session) -> Outcome<String> {
    let name = read(session, &session.top(), "return navigator.userAgent").await.map_err(from_fault)?;
    Ok(name.as_str().unwrap_or_default().to_owned())
}
