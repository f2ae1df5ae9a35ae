//! What a client asks for in Perform Actions, checked and sorted by the moment at which it happens.

use std::time::Duration;

use deskhand_page::PointerKind;
use webdriver::actions::{
    ActionSequence, ActionsType, GeneralAction, KeyAction, KeyActionItem, NullActionItem, PointerAction,
    PointerActionItem, PointerMoveAction, PointerOrigin, PointerType, WheelAction, WheelActionItem,
    WheelScrollAction,
};
use webdriver::common::WebElement;
use webdriver::error::{ErrorStatus, WebDriverError};

use crate::errors::{Outcome, error};
use crate::hands::{DeviceKind, Devices, Held};

/// The largest integer that the protocol knows.
const MOST: u64 = (1 << 53) - 1;
/// The last of the buttons that a pointer can have: the eraser of a pen.
const LAST_BUTTON: u64 = 5;

/// Actions of several devices: what happens in the first moment, in the second, and so on. A moment is one tick, or
/// several that take no time.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Sequence {
    pub(super) devices: Vec<(String, DeviceKind)>,
    pub(super) ticks: Vec<Vec<Step>>,
}

/// What one device does in one tick.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Step {
    pub(super) device: String,
    pub(super) deed: Deed,
}

/// What a device can do.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Deed {
    /// Nothing, for so long.
    Pause(Duration),
    /// Presses a key or a button.
    Press(Held),
    /// Releases a key or a button.
    Release(Held),
    /// Moves a pointer. Without a duration it takes as long as the tick does.
    Move { to: Target, duration: Option<Duration> },
    /// Calls off what a pointer does.
    Cancel,
    /// Turns a wheel, likewise.
    Scroll { at: Target, across: f64, down: f64, duration: Option<Duration> },
}

/// A point, seen from somewhere.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Target {
    pub(super) origin: Origin,
    pub(super) x: f64,
    pub(super) y: f64,
}

/// Where a point is seen from.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Origin {
    /// The corner of the viewport.
    Viewport,
    /// Where the pointer is.
    Pointer,
    /// The middle of what can be seen of an element.
    Element(WebElement),
}

impl Deed {
    /// How long a tick lasts at least because of this.
    pub(super) fn lasts(&self) -> Duration {
        match self {
            Deed::Pause(duration) => *duration,
            Deed::Move { duration, .. } | Deed::Scroll { duration, .. } => duration.unwrap_or_default(),
            Deed::Press(_) | Deed::Release(_) | Deed::Cancel => Duration::ZERO,
        }
    }

    /// The point that this is about.
    pub(super) fn target(&self) -> Option<&Target> {
        match self {
            Deed::Move { to: target, .. } | Deed::Scroll { at: target, .. } => Some(target),
            Deed::Pause(_) | Deed::Press(_) | Deed::Release(_) | Deed::Cancel => None,
        }
    }
}

impl Sequence {
    /// Reads what is asked for. `hands` are the devices that there are: an id stays what it was first used for.
    pub(super) fn read(asked: &[ActionSequence], hands: &Devices) -> Outcome<Sequence> {
        let mut sequence = Sequence::default();
        for source in asked {
            sequence.add(source, hands)?;
        }
        sequence.ticks = joined(sequence.ticks);
        Ok(sequence)
    }

    fn add(&mut self, source: &ActionSequence, hands: &Devices) -> Outcome<()> {
        let kind = kind_of(&source.actions);
        let known = self.devices.iter().find(|(id, _)| *id == source.id).map(|(_, kind)| *kind);
        match hands.kind(&source.id).or(known) {
            None => self.devices.push((source.id.clone(), kind)),
            Some(known) if known == kind => {}
            Some(known) => {
                let said = format!("The input source '{}' is a {known:?}, not a {kind:?}", source.id);
                return Err(invalid(said));
            }
        }
        for (at, deed) in deeds(&source.actions)?.into_iter().enumerate() {
            if self.ticks.len() <= at {
                self.ticks.push(Vec::new());
            }
            self.ticks[at].push(Step { device: source.id.clone(), deed });
        }
        Ok(())
    }
}

/// Joins ticks that nothing need come between: the page handles their events in order all the same, and two clicks
/// make a double click on a slow machine, too. What is about a point must be looked for first, and what takes time must
/// be over.
fn joined(ticks: Vec<Vec<Step>>) -> Vec<Vec<Step>> {
    let mut joined: Vec<Vec<Step>> = Vec::new();
    for tick in ticks {
        let at_once = |step: &Step| step.deed.lasts().is_zero();
        let follows = tick.iter().all(|step| at_once(step) && step.deed.target().is_none());
        match joined.last_mut() {
            Some(before) if follows && before.iter().all(at_once) => before.extend(tick),
            _ => joined.push(tick),
        }
    }
    joined
}

fn kind_of(actions: &ActionsType) -> DeviceKind {
    match actions {
        ActionsType::Null { .. } => DeviceKind::Idle,
        ActionsType::Key { .. } => DeviceKind::Keyboard,
        ActionsType::Wheel { .. } => DeviceKind::Wheel,
        ActionsType::Pointer { parameters, .. } => DeviceKind::Pointer(match parameters.pointer_type {
            PointerType::Mouse => PointerKind::Mouse,
            PointerType::Pen => PointerKind::Pen,
            PointerType::Touch => PointerKind::Touch,
        }),
    }
}

fn deeds(actions: &ActionsType) -> Outcome<Vec<Deed>> {
    match actions {
        ActionsType::Null { actions } => {
            actions.iter().map(|NullActionItem::General(action)| pause(action)).collect()
        }
        ActionsType::Key { actions } => actions.iter().map(key_deed).collect(),
        ActionsType::Pointer { actions, .. } => actions.iter().map(pointer_deed).collect(),
        ActionsType::Wheel { actions } => actions.iter().map(wheel_deed).collect(),
    }
}

fn pause(GeneralAction::Pause(pause): &GeneralAction) -> Outcome<Deed> {
    Ok(Deed::Pause(duration(pause.duration)?.unwrap_or_default()))
}

fn key_deed(item: &KeyActionItem) -> Outcome<Deed> {
    match item {
        KeyActionItem::General(action) => pause(action),
        KeyActionItem::Key(KeyAction::Down(key)) => Ok(Deed::Press(Held::Key(key.value.clone()))),
        KeyActionItem::Key(KeyAction::Up(key)) => Ok(Deed::Release(Held::Key(key.value.clone()))),
    }
}

fn pointer_deed(item: &PointerActionItem) -> Outcome<Deed> {
    match item {
        PointerActionItem::General(action) => pause(action),
        PointerActionItem::Pointer(PointerAction::Cancel) => Ok(Deed::Cancel),
        PointerActionItem::Pointer(PointerAction::Down(down)) => {
            extent(down.width, down.height)?;
            Ok(Deed::Press(Held::Button(button(down.button)?)))
        }
        PointerActionItem::Pointer(PointerAction::Up(up)) => {
            extent(up.width, up.height)?;
            Ok(Deed::Release(Held::Button(button(up.button)?)))
        }
        PointerActionItem::Pointer(PointerAction::Move(to)) => pointer_move(to),
    }
}

fn pointer_move(to: &PointerMoveAction) -> Outcome<Deed> {
    extent(to.width, to.height)?;
    let target = Target { origin: origin(&to.origin), x: to.x, y: to.y };
    Ok(Deed::Move { to: target, duration: duration(to.duration)? })
}

fn wheel_deed(item: &WheelActionItem) -> Outcome<Deed> {
    match item {
        WheelActionItem::General(action) => pause(action),
        WheelActionItem::Wheel(WheelAction::Scroll(scroll)) => wheel_scroll(scroll),
    }
}

fn wheel_scroll(scroll: &WheelScrollAction) -> Outcome<Deed> {
    let origin = origin(&scroll.origin);
    if origin == Origin::Pointer {
        return Err(invalid("A wheel is not at the pointer: its origin is the viewport or an element"));
    }
    let target = Target { origin, x: integer("x", scroll.x)?, y: integer("y", scroll.y)? };
    Ok(Deed::Scroll {
        at: target,
        across: integer("deltaX", scroll.deltaX)?,
        down: integer("deltaY", scroll.deltaY)?,
        duration: duration(scroll.duration)?,
    })
}

fn origin(origin: &PointerOrigin) -> Origin {
    match origin {
        PointerOrigin::Viewport => Origin::Viewport,
        PointerOrigin::Pointer => Origin::Pointer,
        PointerOrigin::Element(element) => Origin::Element(element.clone()),
    }
}

fn duration(milliseconds: Option<u64>) -> Outcome<Option<Duration>> {
    milliseconds.map(|given| Ok(Duration::from_millis(bounded("duration", given)?))).transpose()
}

/// How large what touches is. Web views take no note of it, but it must make sense.
fn extent(width: Option<u64>, height: Option<u64>) -> Outcome<()> {
    width.map(|given| bounded("width", given)).transpose()?;
    height.map(|given| bounded("height", given)).transpose()?;
    Ok(())
}

fn button(given: u64) -> Outcome<u8> {
    let number = bounded("button", given)?;
    u8::try_from(number).ok().filter(|_| number <= LAST_BUTTON).ok_or_else(|| {
        let said = format!("There is no button {number}: they are numbered from 0 to {LAST_BUTTON}");
        error(ErrorStatus::UnsupportedOperation, said)
    })
}

fn bounded(name: &str, given: u64) -> Outcome<u64> {
    if given > MOST {
        Err(invalid(format!("'{name}' is {given}, which is more than {MOST}")))
    } else {
        Ok(given)
    }
}

fn integer(name: &str, given: Option<i64>) -> Outcome<f64> {
    let given = given.ok_or_else(|| invalid(format!("'{name}' is missing")))?;
    if given.unsigned_abs() > MOST {
        return Err(invalid(format!("'{name}' is {given}, which is further from 0 than {MOST}")));
    }
    // Every integer up to that bound is a floating point number, too.
    #[expect(clippy::cast_precision_loss)]
    Ok(given as f64)
}

fn invalid(message: impl Into<String>) -> WebDriverError {
    error(ErrorStatus::InvalidArgument, message)
}

#[cfg(test)]
mod tests {
    use deskhand_page::ViewId;
    use serde_json::{Value, json};
    use webdriver::command::ActionsParameters;

    use super::*;
    use crate::hands::Hands;

    fn asked(actions: Value) -> Vec<ActionSequence> {
        let parameters: ActionsParameters =
            serde_json::from_value(json!({ "actions": actions })).expect("actions that can be read");
        parameters.actions
    }

    fn read(actions: Value) -> Outcome<Sequence> {
        Sequence::read(&asked(actions), &Devices::default())
    }

    fn refused(actions: Value) -> ErrorStatus {
        read(actions).expect_err("it makes no sense").error
    }

    #[test]
    fn what_several_devices_do_is_sorted_by_tick() {
        let sequence = read(json!([
            {"type": "key", "id": "keys", "actions": [
                {"type": "keyDown", "value": "a"}, {"type": "keyUp", "value": "a"}]},
            {"type": "pointer", "id": "mouse", "actions": [
                {"type": "pointerDown", "button": 2}, {"type": "pause", "duration": 1}]},
        ]))
        .expect("sensible actions");
        let step = |device: &str, deed| Step { device: device.to_owned(), deed };
        assert_eq!(
            sequence.ticks,
            [
                vec![
                    step("keys", Deed::Press(Held::Key("a".to_owned()))),
                    step("mouse", Deed::Press(Held::Button(2))),
                ],
                vec![
                    step("keys", Deed::Release(Held::Key("a".to_owned()))),
                    step("mouse", Deed::Pause(Duration::from_millis(1))),
                ],
            ]
        );
        assert_eq!(
            sequence.devices,
            [
                ("keys".to_owned(), DeviceKind::Keyboard),
                ("mouse".to_owned(), DeviceKind::Pointer(PointerKind::Mouse)),
            ]
        );
    }

    #[test]
    fn ticks_that_nothing_comes_between_are_one() {
        let sequence = read(json!([{"type": "pointer", "id": "mouse", "actions": [
            {"type": "pointerMove", "x": 1, "y": 1},
            {"type": "pointerDown", "button": 0},
            {"type": "pause"},
            {"type": "pointerMove", "x": 2, "y": 2, "duration": 5},
            {"type": "pointerUp", "button": 0},
            {"type": "pointerDown", "button": 0},
            {"type": "pause", "duration": 5},
            {"type": "pointerUp", "button": 0},
        ]}]))
        .expect("sensible actions");
        let steps: Vec<usize> = sequence.ticks.iter().map(Vec::len).collect();
        assert_eq!(steps, [3, 1, 2, 1, 1]);
    }

    #[test]
    fn a_device_cannot_become_another_one() {
        let mut hands = Hands::default();
        let view = ViewId("main".to_owned());
        hands.take(&view, "it", DeviceKind::Pointer(PointerKind::Mouse));
        let hands = hands.on(&view);
        for other in [
            json!({"type": "key", "id": "it", "actions": []}),
            json!({"type": "none", "id": "it", "actions": []}),
            json!({"type": "pointer", "id": "it", "actions": [], "parameters": {"pointerType": "pen"}}),
        ] {
            let refused = Sequence::read(&asked(json!([other])), hands).expect_err("another device");
            assert_eq!(refused.error, ErrorStatus::InvalidArgument);
        }
        let same = json!([{"type": "pointer", "id": "it", "actions": []}]);
        assert!(Sequence::read(&asked(same), hands).is_ok());
    }

    #[test]
    fn nor_can_it_be_two_in_the_same_actions() {
        let both = json!([
            {"type": "key", "id": "it", "actions": []},
            {"type": "wheel", "id": "it", "actions": []},
        ]);
        assert_eq!(refused(both), ErrorStatus::InvalidArgument);
    }

    #[test]
    fn integers_have_bounds() {
        let most = 9_007_199_254_740_991_u64;
        for action in [
            json!({"type": "pointerDown", "button": most + 1}),
            json!({"type": "pointerDown", "button": 0, "width": most + 1}),
            json!({"type": "pointerUp", "button": 0, "height": most + 1}),
            json!({"type": "pointerMove", "x": 0, "y": 0, "duration": most + 1}),
            json!({"type": "pause", "duration": most + 1}),
        ] {
            let actions = json!([{"type": "pointer", "id": "it", "actions": [action]}]);
            assert_eq!(refused(actions), ErrorStatus::InvalidArgument);
        }
        let longest = json!([{"type": "none", "id": "it", "actions": [{"type": "pause", "duration": most}]}]);
        assert!(read(longest).is_ok());
    }

    #[test]
    fn a_wheel_needs_all_of_its_numbers() {
        let whole = json!({"type": "scroll", "x": 1, "y": 2, "deltaX": 3, "deltaY": -4});
        let wheel = |action: &Value| json!([{"type": "wheel", "id": "it", "actions": [action]}]);
        assert!(read(wheel(&whole)).is_ok());
        for name in ["x", "y", "deltaX", "deltaY"] {
            let mut without = whole.clone();
            without.as_object_mut().expect("an object").remove(name);
            assert_eq!(refused(wheel(&without)), ErrorStatus::InvalidArgument, "without {name}");
            let mut beyond = whole.clone();
            beyond[name] = json!(-9_007_199_254_740_992_i64);
            assert_eq!(refused(wheel(&beyond)), ErrorStatus::InvalidArgument, "{name} out of bounds");
        }
    }

    #[test]
    fn a_wheel_is_not_where_the_pointer_is() {
        let scroll = json!({"type": "scroll", "x": 0, "y": 0, "deltaX": 0, "deltaY": 0, "origin": "pointer"});
        let actions = json!([{"type": "wheel", "id": "it", "actions": [scroll]}]);
        assert_eq!(refused(actions), ErrorStatus::InvalidArgument);
    }

    #[test]
    fn a_button_that_no_pointer_has_is_not_pressed() {
        let actions =
            json!([{"type": "pointer", "id": "it", "actions": [{"type": "pointerDown", "button": 300}]}]);
        assert_eq!(refused(actions), ErrorStatus::UnsupportedOperation);
    }
}
