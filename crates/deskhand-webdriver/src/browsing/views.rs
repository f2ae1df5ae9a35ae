//! The views of the application, which the protocol calls windows.

use deskhand_page::{FaultKind, NewViewKind, Place, View, ViewId};
use serde_json::{Value, json};
use webdriver::error::ErrorStatus;

use crate::errors::{Outcome, error, from_fault};
use crate::session::{PATIENCE, Session};

/// Get Window Handle.
pub(crate) async fn window_handle(session: &Session) -> Outcome<Value> {
    let current = &session.place.view;
    if views(session).await?.iter().any(|view| view.id == *current) {
        return Ok(Value::from(current.0.as_str()));
    }
    Err(error(ErrorStatus::NoSuchWindow, format!("The window {current} is closed.")))
}

/// Get Window Handles.
pub(crate) async fn window_handles(session: &Session) -> Outcome<Value> {
    Ok(handles(&views(session).await?))
}

/// Switch To Window. A dialog of one view keeps nobody from another.
pub(crate) async fn switch_to_window(session: &mut Session, handle: &str) -> Outcome<Value> {
    let open = views(session).await?;
    let Some(view) = open.into_iter().find(|view| view.id.0 == handle) else {
        return Err(error(ErrorStatus::NoSuchWindow, format!("No window is called {handle:?}.")));
    };
    session.place = Place::top(view.id);
    session.entered.clear();
    Ok(Value::Null)
}

/// New Window. It stays where it is: the session does not go there.
pub(crate) async fn new_window(session: &Session, hint: Option<&str>) -> Outcome<Value> {
    let kind = if hint == Some("window") { NewViewKind::Window } else { NewViewKind::Tab };
    let opener = &session.place.view;
    let opened = session.page.new_view(kind, opener, PATIENCE).await.map_err(from_fault)?;
    let open = views(session).await?;
    let shares = open.iter().any(|view| view.id == *opener && view.window == opened.window);
    Ok(json!({ "handle": opened.id.0, "type": if shares { "tab" } else { "window" } }))
}

/// Close Window. The session ends with its last window: the handles of those that are left are empty then.
pub(crate) async fn close_window(session: &mut Session) -> Outcome<Value> {
    let current = &session.place.view;
    session.page.close_view(current, PATIENCE).await.map_err(from_fault)?;
    session.hands.put_away(current);
    match session.page.views(PATIENCE).await {
        Ok(left) => Ok(handles(&without(left, current))),
        // Many applications end with their last window.
        Err(fault) if fault.kind == FaultKind::Gone => Ok(json!([])),
        Err(fault) => Err(from_fault(fault)),
    }
}

/// A view may be on its way out for a moment.
fn without(views: Vec<View>, closed: &ViewId) -> Vec<View> {
    views.into_iter().filter(|view| view.id != *closed).collect()
}

fn handles(views: &[View]) -> Value {
    views.iter().map(|view| Value::from(view.id.0.as_str())).collect()
}

async fn views(session: &Session) -> Outcome<Vec<View>> {
    session.page.views(PATIENCE).await.map_err(from_fault)
}
