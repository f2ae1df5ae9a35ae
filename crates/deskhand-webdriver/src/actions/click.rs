use deskhand_engine::ports::PageResult;
use deskhand_page::{FaultKind, LoadState, Modifiers, PageInput, Place, PointerKind};
use serde::Deserialize;
use serde_json::Value;
use webdriver::common::WebElement;
use webdriver::error::ErrorStatus;

use super::give::{give, went_on};
use crate::elements;
use crate::errors::{Outcome, error, from_fault};
use crate::hands::Pointer;
use crate::session::{FOR_EVER, PATIENCE, Session, refusal};

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
        give(session, &strokes((point.x, point.y), modifiers)).await?;
    }
    settle(session).await?;
    Ok(Value::Null)
}

/// The events of a click.
fn strokes(point: (f64, f64), modifiers: Modifiers) -> Vec<PageInput> {
    let mut mouse = Pointer::new(PointerKind::Mouse, 0);
    let moved = mouse.move_to(point, modifiers);
    let pressed = mouse.press(BUTTON, modifiers);
    let released = mouse.release(BUTTON, modifiers);
    [moved, pressed, released].into_iter().flatten().collect()
}

async fn choose(session: &Session, option: Value) -> Outcome<()> {
    match session.call_atom(&session.place, "selectOption", vec![option], PATIENCE).await {
        Err(fault) if !went_on(&fault) => Err(refusal(fault)),
        _ => Ok(()),
    }
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
    match waited {
        // A window that closed has nothing to wait for.
        Err(fault) if !went_on(&fault) && fault.kind != FaultKind::NoView => Err(from_fault(fault)),
        _ => Ok(()),
    }
}

async fn wait_in(session: &Session, place: &Place) -> PageResult<()> {
    let within = session.timeouts.page_load.unwrap_or(FOR_EVER);
    session.page.wait_loaded(place, session.load, within).await
}
