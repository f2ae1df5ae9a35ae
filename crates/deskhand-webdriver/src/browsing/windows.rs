//! The window that the current view is in: where it is, and how it stands.

use deskhand_engine::ports::PageResult;
use deskhand_page::{FaultKind, Stage, WindowChange, WindowState};
use serde_json::{Value, json};
use webdriver::command::WindowRectParameters;

use super::address::evaluate;
use crate::errors::{Outcome, from_fault};
use crate::session::{PATIENCE, Session};

/// Get Window Rect.
pub(crate) async fn window_rect(session: &Session) -> Outcome<Value> {
    Ok(rect(&window(session).await?))
}

/// Set Window Rect. Half of a position or of a size leaves the other half as it is.
pub(crate) async fn set_window_rect(session: &Session, asked: &WindowRectParameters) -> Outcome<Value> {
    leave_fullscreen(session).await?;
    // The window is made normal first: that can be what gives it the half that was not asked for.
    let mut state = set(session, stage(Stage::Normal)).await?;
    let position = pair(asked.x, asked.y, (state.bounds.x, state.bounds.y));
    let size = pair(asked.width, asked.height, (state.bounds.width, state.bounds.height));
    if position.is_some() || size.is_some() {
        state = set(session, WindowChange { stage: None, position, size }).await?;
    }
    Ok(rect(&state))
}

/// Maximize Window.
pub(crate) async fn maximize_window(session: &Session) -> Outcome<Value> {
    leave_fullscreen(session).await?;
    Ok(rect(&set(session, stage(Stage::Maximized)).await?))
}

/// Minimize Window.
pub(crate) async fn minimize_window(session: &Session) -> Outcome<Value> {
    leave_fullscreen(session).await?;
    Ok(rect(&set(session, stage(Stage::Minimized)).await?))
}

/// Fullscreen Window. It is the document that fills the screen, and knows that it does, where it can; the window alone
/// where the application does not let it.
pub(crate) async fn fullscreen_window(session: &Session) -> Outcome<Value> {
    if window(session).await?.stage == Stage::Minimized {
        set(session, stage(Stage::Normal)).await?;
    }
    let enter = "return document.fullscreenElement || !document.fullscreenEnabled ? null \
                 : document.documentElement.requestFullscreen().then(() => null, () => null)";
    open(evaluate(session, &session.top(), enter).await)?;
    Ok(rect(&set(session, stage(Stage::Fullscreen)).await?))
}

/// A document that fills the screen does so no longer.
async fn leave_fullscreen(session: &Session) -> Outcome<()> {
    let leave =
        "return document.fullscreenElement ? document.exitFullscreen().then(() => null, () => null) : null";
    open(evaluate(session, &session.top(), leave).await)
}

/// What a document can say about itself is no reason to fail, unless there is none any more.
fn open(said: PageResult<Value>) -> Outcome<()> {
    match said {
        Err(fault) if matches!(fault.kind, FaultKind::NoView | FaultKind::Gone) => Err(from_fault(fault)),
        _ => Ok(()),
    }
}

fn stage(stage: Stage) -> WindowChange {
    WindowChange { stage: Some(stage), ..WindowChange::default() }
}

/// Both, where one was asked for.
fn pair(first: Option<i32>, second: Option<i32>, now: (f64, f64)) -> Option<(f64, f64)> {
    if first.is_none() && second.is_none() {
        return None;
    }
    Some((first.map_or(now.0, f64::from), second.map_or(now.1, f64::from)))
}

async fn window(session: &Session) -> Outcome<WindowState> {
    session.page.window(&session.place.view, PATIENCE).await.map_err(from_fault)
}

async fn set(session: &Session, change: WindowChange) -> Outcome<WindowState> {
    session.page.set_window(&session.place.view, change, PATIENCE).await.map_err(from_fault)
}

/// Whole numbers, as browsers answer.
fn rect(state: &WindowState) -> Value {
    #[expect(clippy::cast_possible_truncation, reason = "a cast saturates, and no screen is that large")]
    let whole = |length: f64| length.round() as i64;
    let bounds = &state.bounds;
    json!({
        "x": whole(bounds.x),
        "y": whole(bounds.y),
        "width": whole(bounds.width),
        "height": whole(bounds.height),
    })
}
