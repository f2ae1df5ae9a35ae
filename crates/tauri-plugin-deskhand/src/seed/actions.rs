//! Actions: what several devices do at the same time, tick by tick.

use std::sync::Arc;
use std::time::Duration;

use deskhand_page::keys::key_for;
use deskhand_page::{InputInto, PageInput, PointerKind, PointerPhase, button_bit};
use serde::Deserialize;
use serde_json::Value;

use super::answer::{Answer, Refusal, parsed};
use super::elements::{Which, reference, strike};
use super::input::{Held, Pointer, Spot};
use super::pages::Pages;
use super::seat::Seat;
use super::windows::Nothing;

#[derive(Deserialize)]
pub(super) struct Perform {
    actions: Vec<Device>,
}

/// What one device does.
#[derive(Deserialize)]
struct Device {
    #[serde(default)]
    id: String,
    #[serde(default)]
    parameters: Parameters,
    actions: Vec<Action>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Parameters {
    #[serde(default)]
    pointer_type: Option<PointerKind>,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
enum Action {
    Pause {
        #[serde(default)]
        duration: u64,
    },
    KeyDown {
        value: String,
    },
    KeyUp {
        value: String,
    },
    PointerDown {
        #[serde(default)]
        button: u8,
    },
    PointerUp {
        #[serde(default)]
        button: u8,
    },
    PointerMove {
        x: f64,
        y: f64,
        #[serde(default)]
        duration: u64,
        #[serde(default)]
        origin: Option<Origin>,
    },
    PointerCancel,
    Scroll {
        x: f64,
        y: f64,
        #[serde(default, rename = "deltaX")]
        across: f64,
        #[serde(default, rename = "deltaY")]
        down: f64,
        #[serde(default)]
        duration: u64,
        #[serde(default)]
        origin: Option<Origin>,
    },
}

/// What a point is counted from.
#[derive(Deserialize)]
#[serde(untagged)]
enum Origin {
    Word(String),
    /// An element, by whatever key it comes under.
    Element(std::collections::BTreeMap<String, Which>),
}

impl Action {
    fn duration(&self) -> u64 {
        match self {
            Action::Pause { duration }
            | Action::PointerMove { duration, .. }
            | Action::Scroll { duration, .. } => *duration,
            _ => 0,
        }
    }

    fn origin(&self) -> Option<&Origin> {
        match self {
            Action::PointerMove { origin, .. } | Action::Scroll { origin, .. } => origin.as_ref(),
            _ => None,
        }
    }
}

pub(super) async fn perform<P: Pages>(seat: Arc<Seat<P>>, Perform { actions: devices }: Perform) -> Answer {
    let ticks = devices.iter().map(|device| device.actions.len()).max().unwrap_or_default();
    for tick in 0..ticks {
        let mut events = Vec::new();
        let mut lasts = 0;
        for (number, device) in devices.iter().enumerate() {
            let Some(action) = device.actions.get(tick) else { continue };
            lasts = lasts.max(action.duration());
            let origin = origin_of(&seat, action.origin()).await?;
            events.extend(step(&mut seat.state().held, device, number, action, origin)?);
        }
        if !events.is_empty() {
            strike(&seat, InputInto { place: seat.place().await?, events }).await?;
        }
        if lasts > 0 {
            tokio::time::sleep(Duration::from_millis(lasts)).await;
        }
    }
    Ok(Value::Null)
}

/// Lets go of everything, the last first.
pub(super) async fn release<P: Pages>(seat: Arc<Seat<P>>, _: Nothing) -> Answer {
    let events = let_go(&mut seat.state().held);
    if !events.is_empty() {
        strike(&seat, InputInto { place: seat.place().await?, events }).await?;
    }
    Ok(Value::Null)
}

/// Where points are counted from; none for the place of the pointer itself.
async fn origin_of<P: Pages>(seat: &Seat<P>, origin: Option<&Origin>) -> Result<Option<Spot>, Refusal> {
    match origin {
        None => Ok(Some(Spot::default())),
        Some(Origin::Word(word)) if word == "viewport" => Ok(Some(Spot::default())),
        Some(Origin::Word(word)) if word == "pointer" => Ok(None),
        Some(Origin::Word(word)) => {
            Err(Refusal::invalid(format!("invalid argument: nothing is counted from '{word}'")))
        }
        Some(Origin::Element(element)) => {
            let which = element.values().next();
            let which =
                which.ok_or_else(|| Refusal::invalid("invalid argument: no element to count from"))?;
            parsed(seat.call_on("middle", &reference(seat, which).await?, &[]).await?).map(Some)
        }
    }
}

/// What a device does in one tick, and what it holds after.
fn step(
    held: &mut Held,
    device: &Device,
    number: usize,
    action: &Action,
    origin: Option<Spot>,
) -> Result<Option<PageInput>, Refusal> {
    let modifiers = held.modifiers;
    let event = match action {
        Action::Pause { .. } => return Ok(None),
        Action::KeyDown { value } => key(held, value, true)?,
        Action::KeyUp { value } => key(held, value, false)?,
        Action::Scroll { x, y, across, down, .. } => {
            let from = origin.unwrap_or_default();
            PageInput::Wheel { x: from.x + x, y: from.y + y, across: *across, down: *down, modifiers }
        }
        Action::PointerMove { x, y, .. } => {
            let pointer = pointer_of(held, device, number);
            let from = origin.unwrap_or(pointer.spot);
            pointer.spot = Spot { x: from.x + x, y: from.y + y };
            pointer.input(PointerPhase::Move, modifiers)
        }
        Action::PointerDown { button } => {
            let pointer = pointer_of(held, device, number);
            pointer.buttons |= button_bit(*button);
            pointer.input(PointerPhase::Down(*button), modifiers)
        }
        Action::PointerUp { button } => {
            let pointer = pointer_of(held, device, number);
            pointer.buttons &= !button_bit(*button);
            pointer.input(PointerPhase::Up(*button), modifiers)
        }
        Action::PointerCancel => {
            let pointer = pointer_of(held, device, number);
            pointer.buttons = 0;
            pointer.input(PointerPhase::Cancel, modifiers)
        }
    };
    Ok(Some(event))
}

/// The pointer of a device, as it was left.
fn pointer_of<'a>(held: &'a mut Held, device: &Device, number: usize) -> &'a mut Pointer {
    let kind = device.parameters.pointer_type.unwrap_or(PointerKind::Mouse);
    let id = u32::try_from(number).unwrap_or_default();
    let new = Pointer { kind, id, spot: Spot::default(), buttons: 0 };
    held.pointers.entry(device.id.clone()).or_insert(new)
}

fn key(held: &mut Held, value: &str, down: bool) -> Result<PageInput, Refusal> {
    if value.is_empty() {
        return Err(Refusal::invalid("invalid argument: a key without a value"));
    }
    let key = key_for(value);
    if let Some(modifier) = held.modifiers.of_key(&key) {
        *modifier = down;
    }
    held.keys.retain(|each| *each != key);
    if down {
        held.keys.push(key.clone());
    }
    Ok(PageInput::Key { down, key, modifiers: held.modifiers })
}

fn let_go(held: &mut Held) -> Vec<PageInput> {
    let mut events = Vec::new();
    while let Some(key) = held.keys.pop() {
        if let Some(modifier) = held.modifiers.of_key(&key) {
            *modifier = false;
        }
        events.push(PageInput::Key { down: false, key, modifiers: held.modifiers });
    }
    for pointer in held.pointers.values_mut() {
        for button in (0..5).filter(|&button| pointer.buttons & button_bit(button) != 0).collect::<Vec<_>>() {
            pointer.buttons &= !button_bit(button);
            events.push(pointer.input(PointerPhase::Up(button), held.modifiers));
        }
    }
    held.pointers.clear();
    events
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn steps(device: Value, held: &mut Held) -> Vec<PageInput> {
        let device: Device = serde_json::from_value(device).unwrap();
        let step = |action: &Action| step(held, &device, 0, action, Some(Spot::default())).unwrap();
        device.actions.iter().flat_map(step).collect()
    }

    #[test]
    fn a_pointer_stays_where_it_was_moved_to_and_holds_what_is_down() {
        let mut held = Held::default();
        let events = steps(
            json!({ "type": "pointer", "id": "mouse", "actions": [
                { "type": "pointerMove", "x": 5, "y": 6, "duration": 0, "origin": "viewport" },
                { "type": "pointerDown", "button": 2 },
            ]}),
            &mut held,
        );
        assert!(matches!(
            events[1],
            PageInput::Pointer { x: 5.0, y: 6.0, buttons: 2, phase: PointerPhase::Down(2), .. }
        ));
        let released = let_go(&mut held);
        assert!(matches!(released[..], [PageInput::Pointer { buttons: 0, phase: PointerPhase::Up(2), .. }]));
        assert!(let_go(&mut held).is_empty());
    }

    #[test]
    fn keys_that_stay_down_modify_what_comes_after() {
        let mut held = Held::default();
        let keys = json!({ "type": "key", "id": "keys", "actions": [
            { "type": "keyDown", "value": "\u{e009}" }, { "type": "pause" }, { "type": "keyDown", "value": "a" },
        ]});
        let events = steps(keys, &mut held);
        assert!(
            matches!(&events[1], PageInput::Key { key, modifiers, .. } if key.key == "a" && modifiers.ctrl)
        );
        let released = let_go(&mut held);
        assert_eq!(released.len(), 2);
        assert!(!held.modifiers.ctrl);
    }

    #[test]
    fn what_is_no_action_is_refused() {
        for wrong in [
            json!({ "actions": [{ "actions": [{ "type": "dance" }] }] }),
            json!({ "actions": [{ "actions": [{ "type": "pointerMove", "x": 1 }] }] }),
            json!({ "actions": 1 }),
            json!({}),
        ] {
            assert!(serde_json::from_value::<Perform>(wrong.clone()).is_err(), "{wrong}");
        }
    }
}
