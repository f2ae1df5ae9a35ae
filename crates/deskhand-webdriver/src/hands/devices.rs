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
pub(crate) enum Device {
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

    /// Takes a device to hand, unless one with this id is there.
    pub(crate) fn take(&mut self, id: &str, kind: DeviceKind) {
        if self.devices.contains_key(id) {
            return;
        }
        let device = match kind {
            DeviceKind::Idle => Device::Idle,
            DeviceKind::Keyboard => Device::Keyboard(Keyboard::default()),
            DeviceKind::Pointer(kind) => Device::Pointer(Pointer::new(kind, self.free_id(kind))),
            DeviceKind::Wheel => Device::Wheel,
        };
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

    /// The lowest number that no pointer has. 0 and 1 are for mice.
    fn free_id(&self, kind: PointerKind) -> u32 {
        let lowest = if kind == PointerKind::Mouse { 0 } else { 2 };
        let taken: Vec<u32> = self
            .devices
            .values()
            .filter_map(|device| match device {
                Device::Pointer(pointer) => Some(pointer.id()),
                _ => None,
            })
            .collect();
        (lowest..).find(|id| !taken.contains(id)).unwrap_or(lowest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(raw: &str) -> Held {
        Held::Key(raw.to_owned())
    }

    fn with(devices: &[(&str, DeviceKind)]) -> Devices {
        let mut hands = Devices::default();
        for (id, kind) in devices {
            hands.take(id, *kind);
        }
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
    fn a_device_stays_what_it_was_taken_as() {
        let mut hands = with(&[("it", DeviceKind::Keyboard)]);
        hands.take("it", DeviceKind::Wheel);
        assert_eq!(hands.kind("it"), Some(DeviceKind::Keyboard));
        assert_eq!(hands.kind("other"), None);
    }

    #[test]
    fn fingers_have_numbers_of_their_own() {
        let mut hands = with(&[
            ("mouse", DeviceKind::Pointer(PointerKind::Mouse)),
            ("one", DeviceKind::Pointer(PointerKind::Touch)),
            ("two", DeviceKind::Pointer(PointerKind::Touch)),
        ]);
        let ids: Vec<_> = ["mouse", "one", "two"].map(|id| hands.pointer(id).map(|p| p.id())).to_vec();
        assert_eq!(ids, [Some(0), Some(2), Some(3)]);
    }

    #[test]
    fn the_keyboard_is_seen_by_the_mouse() {
        let mut hands =
            with(&[("keys", DeviceKind::Keyboard), ("mouse", DeviceKind::Pointer(PointerKind::Mouse))]);
        hands.press("keys", &key("\u{E008}"));
        match hands.press("mouse", &Held::Button(0)) {
            Some(PageInput::Pointer { modifiers, .. }) => assert!(modifiers.shift),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn all_is_released_in_reverse() {
        let mut hands =
            with(&[("keys", DeviceKind::Keyboard), ("mouse", DeviceKind::Pointer(PointerKind::Mouse))]);
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
        let mut hands = with(&[("keys", DeviceKind::Keyboard)]);
        hands.press("keys", &key("a"));
        hands.press("keys", &key("b"));
        hands.press("keys", &key("a"));
        let released: Vec<String> = hands.release_all().iter().map(named).collect();
        assert_eq!(released, ["a", "b"]);
    }
}
