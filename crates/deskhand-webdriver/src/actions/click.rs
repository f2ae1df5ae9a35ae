use deskhand_engine::ports::PageResult;
use deskhand_page::{FaultKind, LoadState, Modifiers, PageInput, Place, PointerKind};
use serde::Deserialize;
use serde_json::Value;
use webdriver::common::WebElement;
use webdriver::error::ErrorStatus;

use super::give::{give, unless_left};
use crate::elements;
use crate::errors::{Outcome, error};
use crate::hands::Pointer;
use crate::session::{FOR_EVER, PATIENCE, Session};

/// The left button.
const BUTTON: u8 = 0;

/// Where an element is clicked.
#[derive(Debug, Deserialize)]
struct ClickPoint {
    x: f64,
    y: f64,
    /// It is an option of a list, which is chosen instead.
    #[serde(default)]
    option: bool,
}

/// Element Click: scrolls to an element, clicks in its middle, and waits for the page that this leads to.
pub(crate) async fn click(session: &mut Session, element: &WebElement) -> Outcome<Value> {
    let element = elements::element(element);
    let told = session.atom("clickPoint", vec![element.clone()]).await?;
    let point: ClickPoint = serde_json::from_value(told).map_err(|what| {
        error(ErrorStatus::UnknownError, format!("The page did not tell where to click: {what}"))
    })?;
    if point.option {
        // No list is unfolded: what it looks like, and where, is the toolkit's business.
        choose(session, element).await?;
    } else {
        let view = session.place.view.clone();
        let modifiers = session.hands.on(&view).modifiers();
        let mouse = session.hands.new_pointer(PointerKind::Mouse);
        give(session, &strokes(mouse, (point.x, point.y), modifiers)).await?;
    }
    settle(session).await?;
    Ok(Value::Null)
}

/// The events of a click.
fn strokes(mut mouse: Pointer, point: (f64, f64), modifiers: Modifiers) -> Vec<PageInput> {
    let moved = mouse.move_to(point, modifiers);
    let pressed = mouse.press(BUTTON, modifiers);
    let released = mouse.release(BUTTON, modifiers);
    [moved, pressed, released].into_iter().flatten().collect()
}

async fn choose(session: &Session, option: Value) -> Outcome<()> {
    unless_left(session.call_atom(&session.place, "selectOption", vec![option], PATIENCE).await)
}

/// Waits for a navigation, if one is under way.
async fn settle(session: &Session) -> Outcome<()> {
    if session.load == LoadState::Started {
        return Ok(());
    }
    let mut waited = wait_in(session, &session.place).await;
    // Where the frame is gone, the page around it may be on its way.
    if waited.as_ref().is_err_and(|fault| fault.kind == FaultKind::NoFrame) {
        waited = wait_in(session, &Place::top(session.place.view.clone())).await;
    }
    // A window that closed has nothing to wait for.
    if waited.as_ref().is_err_and(|fault| fault.kind == FaultKind::NoView) {
        return Ok(());
    }
    unless_left(waited)
}

async fn wait_in(session: &Session, place: &Place) -> PageResult<()> {
    let within = session.timeouts.page_load.unwrap_or(FOR_EVER);
    session.page.wait_loaded(place, session.load, within).await
}
