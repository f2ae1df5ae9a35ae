//! Pictures of what a view shows.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use deskhand_page::{Call, Code, Extent, FrameChoice, PageRect, Place, World, reference};
use serde::Deserialize;
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
    session.atom("scrollIntoView", vec![elements::element(of)]).await?;
    let body = "const box = arguments[0].getBoundingClientRect();\
                return {x: box.x, y: box.y, width: box.width, height: box.height,\
                        across: innerWidth, down: innerHeight}";
    let seen = look(session, &session.place, body, vec![elements::element(of)]).await?;
    let mut part = clip(seen.part, seen.across, seen.down);
    // From each document to the one that it is shown in.
    for depth in (0..session.entered.len()).rev() {
        let place = Place {
            view: session.place.view.clone(),
            frames: session.place.frames.iter().take(depth).cloned().collect(),
        };
        let frame = frame_box(session, &place, &session.entered[depth]).await?;
        part = PageRect { x: part.x + frame.part.x, y: part.y + frame.part.y, ..part };
        part = clip(intersect(part, frame.part), frame.across, frame.down);
    }
    let part = PageRect {
        x: part.x.floor(),
        y: part.y.floor(),
        width: part.width.floor(),
        height: part.height.floor(),
    };
    if part.width < 1.0 || part.height < 1.0 {
        return Err(error(ErrorStatus::UnableToCaptureScreen, "Nothing of the element can be seen."));
    }
    picture(session, Extent::Part(part)).await
}

/// A part of what a document shows, and the size of all that it shows.
#[derive(Deserialize)]
struct Seen {
    #[serde(flatten)]
    part: PageRect,
    across: f64,
    down: f64,
}

/// Where the inside of a frame is in the document that shows it.
async fn frame_box(session: &Session, parent: &Place, frame: &FrameChoice) -> Outcome<Seen> {
    let (find, argument) = match frame {
        FrameChoice::Node(node) => ("const frame = arguments[0];", json!({ reference::ELEMENT: node })),
        FrameChoice::Index(index) => (
            "const all = root => [...root.querySelectorAll('*')].flatMap(e =>\
               [e, ...(e.shadowRoot ? all(e.shadowRoot) : [])]);\
             const frame = all(document).find(e => e.contentWindow && e.contentWindow === frames[arguments[0]]);",
            json!(index),
        ),
    };
    let body = format!(
        "{find}\
         if (!frame) return {{x: 0, y: 0, width: 0, height: 0, across: 0, down: 0}};\
         const box = frame.getBoundingClientRect(), style = getComputedStyle(frame);\
         const left = frame.clientLeft + parseFloat(style.paddingLeft);\
         const top = frame.clientTop + parseFloat(style.paddingTop);\
         return {{x: box.x + left, y: box.y + top,\
                 width: frame.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight),\
                 height: frame.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom),\
                 across: innerWidth, down: innerHeight}}"
    );
    look(session, parent, &body, vec![argument]).await
}

async fn look(session: &Session, place: &Place, body: &str, args: Vec<Value>) -> Outcome<Seen> {
    let call = Call { world: World::Own, code: Code::Body(body.to_owned()), args };
    let seen = session.look(place, &call).await.map_err(from_fault)?;
    serde_json::from_value(seen).map_err(|why| {
        error(ErrorStatus::UnknownError, format!("The page answered with something else than a box: {why}"))
    })
}

async fn picture(session: &Session, extent: Extent) -> Outcome<Value> {
    let png = session.page.picture(&session.place.view, extent, PATIENCE).await.map_err(from_fault)?;
    Ok(Value::from(STANDARD.encode(png)))
}

/// What of a box can be seen in a viewport of this size.
fn clip(part: PageRect, across: f64, down: f64) -> PageRect {
    intersect(part, PageRect { x: 0.0, y: 0.0, width: across, height: down })
}

fn intersect(a: PageRect, b: PageRect) -> PageRect {
    let (x, y) = (a.x.max(b.x), a.y.max(b.y));
    let width = (a.x + a.width).min(b.x + b.width) - x;
    let height = (a.y + a.height).min(b.y + b.height) - y;
    PageRect { x, y, width: width.max(0.0), height: height.max(0.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rect(x: f64, y: f64, width: f64, height: f64) -> PageRect {
        PageRect { x, y, width, height }
    }

    #[test]
    fn only_what_is_in_the_viewport_is_seen() {
        assert_eq!(clip(rect(-10.0, 20.0, 50.0, 50.0), 100.0, 40.0), rect(0.0, 20.0, 40.0, 20.0));
        assert_eq!(clip(rect(5.0, 5.0, 10.0, 10.0), 100.0, 100.0), rect(5.0, 5.0, 10.0, 10.0));
        assert_eq!(clip(rect(200.0, 0.0, 10.0, 10.0), 100.0, 100.0).width, 0.0);
    }
}
