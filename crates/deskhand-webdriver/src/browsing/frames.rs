//! The frames of a page.

use deskhand_page::{Fault, FaultKind, FrameChoice, Place, reference};
use serde_json::{Value, json};
use webdriver::common::FrameId;
use webdriver::error::{ErrorStatus, WebDriverError};

use super::address::evaluate;
use crate::errors::{Outcome, error, from_fault};
use crate::session::{PATIENCE, Session};

/// Switch To Frame.
pub(crate) async fn switch_to_frame(session: &mut Session, to: &FrameId) -> Outcome<Value> {
    let choice = match to {
        FrameId::Top => {
            session.leave_frames();
            return Ok(Value::Null);
        }
        FrameId::Short(index) => numbered(session, u32::from(*index)).await,
        FrameId::Element(element) => FrameChoice::Node(element.0.clone()),
    };
    match session.page.enter_frame(&session.place, &choice, PATIENCE).await {
        Ok(frame) => {
            session.place.frames.push(frame);
            session.entered.push(choice);
            Ok(Value::Null)
        }
        Err(fault) => Err(not_entered(session, fault).await),
    }
}

/// The frame with this number, by its element where that is found: numbers change when other frames come and go.
async fn numbered(session: &Session, index: u32) -> FrameChoice {
    let found = session.atom("frameAt", vec![Value::from(index)]).await;
    let node = found.ok().and_then(|element| element.get(reference::ELEMENT)?.as_str().map(str::to_owned));
    node.map_or(FrameChoice::Index(index), FrameChoice::Node)
}

/// Switch To Parent Frame.
pub(crate) async fn switch_to_parent_frame(session: &mut Session) -> Outcome<Value> {
    let mut parent = session.place.clone();
    parent.frames.pop();
    // It can be gone as well, with all that was in it.
    evaluate(session, &parent, "return null").await.map_err(from_fault)?;
    session.entered.truncate(parent.frames.len());
    session.place = parent;
    Ok(Value::Null)
}

/// A frame that is not found is an error of its own, unless it was looked for where there is nothing any more.
async fn not_entered(session: &Session, fault: Fault) -> WebDriverError {
    if fault.kind != FaultKind::NoFrame {
        return from_fault(fault);
    }
    match evaluate(session, &session.place, "return null").await {
        Err(here) if matches!(here.kind, FaultKind::NoFrame | FaultKind::NoView) => from_fault(here),
        _ => error(ErrorStatus::NoSuchFrame, fault.message),
    }
}

impl Session {
    /// The top document of the current view.
    pub(crate) fn top(&self) -> Place {
        Place::top(self.place.view.clone())
    }

    /// The documents around the current one, from the inside out, each with the frame in it that leads back: its element,
    /// or its number where that is all that is known.
    pub(crate) fn around(&self) -> impl Iterator<Item = (Place, Value)> {
        self.entered.iter().enumerate().rev().map(|(depth, frame)| {
            let frames = self.place.frames.iter().take(depth).cloned().collect();
            let shown_by = match frame {
                FrameChoice::Node(node) => json!({ reference::ELEMENT: node }),
                FrameChoice::Index(index) => json!(index),
            };
            (Place { view: self.place.view.clone(), frames }, shown_by)
        })
    }

    /// Goes back to the top document of the current view.
    pub(crate) fn leave_frames(&mut self) {
        self.place.frames.clear();
        self.entered.clear();
    }
}
