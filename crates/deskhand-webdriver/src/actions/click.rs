use deskhand_page::{
    DialogAnswer, DialogKind, Fault, FaultKind, LoadState, Modifiers, PageInput, PointerKind,
};
use serde::Deserialize;
use serde_json::Value;
use webdriver::common::WebElement;
use webdriver::error::ErrorStatus;

use super::around::bring_into_view;
use super::give::{give, unless_left};
use crate::elements;
use crate::errors::{Outcome, error, from_fault};
use crate::hands::Pointer;
use crate::session::{FOR_EVER, PATIENCE, Session};

/// How often it is waited for one click: in a frame, in the page around it, and after questions whether to leave.
const WAITS: usize = 8;
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
        bring_into_view(session, (point.x, point.y)).await?;
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
    let within = session.timeouts.page_load.unwrap_or(FOR_EVER);
    let mut place = session.place.clone();
    for _ in 0..WAITS {
        let Err(fault) = session.page.wait_loaded(&place, session.load, within).await else { break };
        match fault.kind {
            // Where the frame is gone, the page around it may be on its way.
            FaultKind::NoFrame if !place.frames.is_empty() => place.frames.clear(),
            // Nobody is asked whether a page may be left.
            FaultKind::DialogOpen if asks_to_leave(&fault) => {
                let leave = DialogAnswer::Accept(None);
                session.page.answer_dialog(&place.view, &leave, PATIENCE).await.map_err(from_fault)?;
            }
            // A dialog is for the next command, and a window that closed has nothing to wait for.
            FaultKind::DialogOpen | FaultKind::Interrupted | FaultKind::NoView | FaultKind::NoFrame => break,
            _ => return Err(from_fault(fault)),
        }
    }
    Ok(())
}

fn asks_to_leave(fault: &Fault) -> bool {
    fault.dialog.as_ref().is_some_and(|dialog| dialog.kind == DialogKind::BeforeUnload)
}
