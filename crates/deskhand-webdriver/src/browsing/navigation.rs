//! Going to pages, and what the page says of itself.

use deskhand_page::{FaultKind, Navigation};
use serde_json::Value;
use tokio::time::Instant;
use url::Url;
use webdriver::error::ErrorStatus;

use super::address::evaluate;
use crate::errors::{Outcome, error, from_fault};
use crate::prompts;
use crate::session::Session;

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

/// Goes somewhere with the whole view, and is at its top document from then on.
async fn go(session: &mut Session, to: &Navigation) -> Outcome<Value> {
    session.leave_frames();
    let within = session.timeouts.page_load();
    let end = Instant::now() + within;
    let mut gone = session.page.go(&session.place.view, to, session.load, within).await;
    while let Err(fault) = &gone
        && prompts::answer_leaving(session, fault).await?
    {
        let left = end.saturating_duration_since(Instant::now());
        gone = session.page.wait_loaded(&session.place, session.load, left).await;
    }
    match gone {
        // A page that opens a dialog while it loads has arrived: its dialog is for the next command.
        Err(fault) if fault.kind == FaultKind::DialogOpen => {}
        Err(fault) if fault.kind == FaultKind::Timeout => {
            let ms = within.as_millis();
            let message = format!("The page has not loaded within {ms} ms: {}", fault.message);
            return Err(error(ErrorStatus::Timeout, message));
        }
        gone => gone.map_err(from_fault)?,
    }
    Ok(Value::Null)
}

/// Get Current URL: that of the top document. A frame that the session is in must be there all the same: the tests of the
/// specification want it so of this command, and of no other that is about the whole window.
pub(crate) async fn current_url(session: &Session) -> Outcome<Value> {
    if !session.place.frames.is_empty() {
        evaluate(session, &session.place, "return null").await.map_err(from_fault)?;
    }
    evaluate(session, &session.top(), "return document.URL").await.map_err(from_fault)
}

/// Get Title: that of the top document.
pub(crate) async fn title(session: &Session) -> Outcome<Value> {
    evaluate(session, &session.top(), "return document.title").await.map_err(from_fault)
}

/// Get Page Source: that of the current document.
pub(crate) async fn page_source(session: &Session) -> Outcome<Value> {
    let body = "return (document.documentElement && document.documentElement.outerHTML) \
                || new XMLSerializer().serializeToString(document)";
    evaluate(session, &session.place, body).await.map_err(from_fault)
}

/// What the pages call themselves.
pub(crate) async fn user_agent(session: &Session) -> Outcome<String> {
    let name = evaluate(session, &session.top(), "return navigator.userAgent").await.map_err(from_fault)?;
    Ok(name.as_str().unwrap_or_default().to_owned())
}
