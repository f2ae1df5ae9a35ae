use std::sync::Arc;

use deskhand_page::{EnterFrame, FrameChoice};
use serde::Deserialize;
use serde_json::Value;

use super::answer::Answer;
use super::elements::{Which, reference};
use super::pages::Pages;
use super::seat::Seat;
use super::windows::Nothing;

#[derive(Deserialize)]
pub(super) struct Switch {
    #[serde(default)]
    id: Option<Choice>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Choice {
    Index(u32),
    Element(Which),
}

pub(super) async fn switch<P: Pages>(seat: Arc<Seat<P>>, Switch { id }: Switch) -> Answer {
    let frame = match id {
        None => {
            seat.leave_frames();
            return Ok(Value::Null);
        }
        Some(Choice::Index(index)) => FrameChoice::Index(index),
        Some(Choice::Element(which)) => FrameChoice::Node(reference(&seat, &which).await?),
    };
    let place = seat.place().await?;
    seat.settle(&place.view).await;
    seat.enter_frame(seat.ask(EnterFrame { place, frame }).await?);
    Ok(Value::Null)
}

pub(super) async fn parent<P: Pages>(seat: Arc<Seat<P>>, _: Nothing) -> Answer {
    seat.leave_frame();
    Ok(Value::Null)
}
