//! Pictures of what a view shows.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use deskhand_page::{Extent, PageRect};
use serde_json::{Value, json};
use webdriver::common::WebElement;
use webdriver::error::ErrorStatus;

use crate::elements;
use crate::errors::{Outcome, error, from_fault};
use crate::session::{PATIENCE, Session};

/// Take Screenshot: what the whole view shows, also from within a frame.
pub(crate) async fn take_screenshot(session: &Session) -> Outcome<Value> {
    picture(session, Extent::Viewport).await
}

/// Take Element Screenshot: the part of an element that can be seen once it has been scrolled into view.
pub(crate) async fn take_element_screenshot(session: &Session, of: &WebElement) -> Outcome<Value> {
    let mut part = part(session.atom("rectInView", vec![elements::element(of)]).await?)?;
    // From each document to the one that it is shown in.
    for (around, frame) in session.around() {
        part = self::part(session.atom_in(&around, "boxOfFrame", vec![frame, json!(part)]).await?)?;
    }
    let PageRect { x, y, width, height } = part;
    let part = PageRect { x: x.floor(), y: y.floor(), width: width.floor(), height: height.floor() };
    if part.width < 1.0 || part.height < 1.0 {
        return Err(error(ErrorStatus::UnableToCaptureScreen, "Nothing of the element can be seen."));
    }
    picture(session, Extent::Part(part)).await
}

/// What a document tells of the part of something that it shows.
fn part(told: Value) -> Outcome<PageRect> {
    serde_json::from_value(told).map_err(|why| {
        error(ErrorStatus::UnknownError, format!("The page answered with something else than a box: {why}"))
    })
}

async fn picture(session: &Session, extent: Extent) -> Outcome<Value> {
    let png = session.page.picture(&session.place.view, extent, PATIENCE).await.map_err(from_fault)?;
    Ok(Value::from(STANDARD.encode(png)))
}
