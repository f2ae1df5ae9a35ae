use std::collections::BTreeMap;

use deskhand_page::{Modifiers, PageInput, PointerKind};

use super::keyboard::Keyboard;
use super::pointer::Pointer;

/// The devices of one view, by the ids that the client gave them, and what is held on them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Devices {
    devices: BTreeMap<String, Device>,
    /// What was pressed and not released since, in the order of pressing.
    held: Vec<(String, Held)>,
}

/// A virtual device.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Device {
    /// Only lets time pass.
    Idle,
    /// A keyboard.
    Keyboard(Keyboard),
    /// A mouse, a pen or a finger.
    Pointer(Pointer),
    /// A wheel.
    Wheel,
}

/// What a device is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeviceKind {
    /// Only lets time pass.
    Idle,
    /// A keyboard.
    Keyboard,
    /// Something that points.
    Pointer(PointerKind),
    /// A wheel.
    Wheel,
}

/// Something that is held down on a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Held {
    /// A key, as the client names it.
    Key(String),
    /// A button.
    Button(u8),
}

impl Devices {
    /// What the device with this id is.
    pub(crate) fn kind(&self, id: &str) -> Option<DeviceKind> {
        self.devices.get(id).map(|device| match device {
            Device::Idle => DeviceKind::Idle,
            Device::Keyboard(_) => DeviceKind::Keyboard,
            Device::Pointer(pointer) => DeviceKind::Pointer(pointer.kind()),
            Device::Wheel => DeviceKind::Wheel,
        })
    }

    /// Adds a device, instead of that which had this id.
    pub(super) fn add(&mut self, id: &str, device: Device) {
        self.devices.insert(id.to_owned(), device);
    }

    /// The modifiers that are held on any keyboard.
    pub(crate) fn modifiers(&self) -> Modifiers {
        let keyboards = self.devices.values().filter_map(|device| match device {
            Device::Keyboard(keyboard) => Some(keyboard.modifiers()),
            _ => None,
        });
        keyboards.fold(Modifiers::default(), |all, one| Modifiers {
            shift: all.shift || one.shift,
            ctrl: all.ctrl || one.ctrl,
            alt: all.alt || one.alt,
            meta: all.meta || one.meta,
        })
    }

    /// All pointers.
    pub(super) fn pointers(&mut self) -> impl Iterator<Item = &mut Pointer> {
        self.devices.values_mut().filter_map(|device| match device {
            Device::Pointer(pointer) => Some(pointer),
            _ => None,
        })
    }

    /// The pointer with this id.
    pub(crate) fn pointer(&mut self, id: &str) -> Option<&mut Pointer> {
        match self.devices.get_mut(id) {
            Some(Device::Pointer(pointer)) => Some(pointer),
            _ => None,
        }
    }

    /// Presses a key or a button. What is pressed is remembered until it is released.
    pub(crate) fn press(&mut self, id: &str, what: &Held) -> Option<PageInput> {
        let modifiers = self.modifiers();
        let event = match (self.devices.get_mut(id)?, what) {
            (Device::Keyboard(keyboard), Held::Key(key)) => Some(keyboard.press(key)),
            (Device::Pointer(pointer), Held::Button(button)) => pointer.press(*button, modifiers),
            _ => None,
        };
        self.forget(id, what);
        self.held.push((id.to_owned(), what.clone()));
        event
    }

    /// Releases a key or a button, if it is down.
    pub(crate) fn release(&mut self, id: &str, what: &Held) -> Option<PageInput> {
        let modifiers = self.modifiers();
        let event = match (self.devices.get_mut(id)?, what) {
            (Device::Keyboard(keyboard), Held::Key(key)) => keyboard.release(key),
            (Device::Pointer(pointer), Held::Button(button)) => pointer.release(*button, modifiers),
            _ => None,
        };
        self.forget(id, what);
        event
    }

    /// Releases everything, the last pressed first.
    pub(crate) fn release_all(&mut self) -> Vec<PageInput> {
        let held = std::mem::take(&mut self.held);
        held.iter().rev().filter_map(|(id, what)| self.release(id, what)).collect()
    }

    fn forget(&mut self, id: &str, what: &Held) {
        self.held.retain(|(device, held)| (device.as_str(), held) != (id, what));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(raw: &str) -> Held {
        Held::Key(raw.to_owned())
    }

    fn hands() -> Devices {
        let mut hands = Devices::default();
        hands.add("keys", Device::Keyboard(Keyboard::default()));
        hands.add("mouse", Device::Pointer(Pointer::new(PointerKind::Mouse, 1)));
        hands
    }

    fn named(input: &PageInput) -> String {
        match input {
            PageInput::Key { key, .. } => key.key.clone(),
            PageInput::Pointer { phase, .. } => format!("{phase:?}"),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn the_keyboard_is_seen_by_the_mouse() {
        let mut hands = hands();
        hands.press("keys", &key("\u{E008}"));
        match hands.press("mouse", &Held::Button(0)) {
            Some(PageInput::Pointer { modifiers, .. }) => assert!(modifiers.shift),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn all_is_released_in_reverse() {
        let mut hands = hands();
        hands.press("keys", &key("a"));
        hands.press("mouse", &Held::Button(0));
        hands.press("keys", &key("b"));
        hands.press("keys", &key("c"));
        hands.release("keys", &key("c"));
        let released: Vec<String> = hands.release_all().iter().map(named).collect();
        assert_eq!(released, ["b", "Up(0)", "a"]);
        assert!(hands.release_all().is_empty());
    }

    #[test]
    fn what_repeats_is_released_once_in_the_place_of_its_last_press() {
        let mut hands = hands();
        hands.press("keys", &key("a"));
        hands.press("keys", &key("b"));
        hands.press("keys", &key("a"));
        let released: Vec<String> = hands.release_all().iter().map(named).collect();
        assert_eq!(released, ["a", "b"]);
    }
}
