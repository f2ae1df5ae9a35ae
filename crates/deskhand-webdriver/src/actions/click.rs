use deskhand_page::{FaultKind, LoadState, Modifiers, PageInput, PointerKind};
use serde::Deserialize;
use serde_json::Value;
use tokio::time::Instant;
use webdriver::common::WebElement;
use webdriver::error::ErrorStatus;

use super::around::bring_into_view;
use super::give::{give, unless_left};
use crate::errors::{Outcome, error, from_fault};
use crate::hands::Pointer;
use crate::session::{PATIENCE, Session};
use crate::{atoms, elements, prompts};

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
        give(session, strokes(mouse, (point.x, point.y), modifiers)).await?;
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
    let call = atoms::call("selectOption", vec![option]);
    unless_left(session.page.call(&session.place, &call, PATIENCE).await)
}

/// Waits for a navigation, if one is under way.
async fn settle(session: &Session) -> Outcome<()> {
    if session.load == LoadState::Started {
        return Ok(());
    }
    let end = Instant::now() + session.timeouts.page_load();
    let mut place = session.place.clone();
    for _ in 0..WAITS {
        let left = end.saturating_duration_since(Instant::now());
        let Err(fault) = session.page.wait_loaded(&place, session.load, left).await else { break };
        if prompts::answer_leaving(session, &fault).await? {
            continue;
        }
        match fault.kind {
            // Where the frame is gone, the page around it may be on its way.
            FaultKind::NoFrame if !place.frames.is_empty() => place.frames.clear(),
            // A dialog is for the next command, and a window that closed has nothing to wait for.
            FaultKind::DialogOpen | FaultKind::Interrupted | FaultKind::NoView | FaultKind::NoFrame => break,
            _ => return Err(from_fault(fault)),
        }
    }
    Ok(())
}
