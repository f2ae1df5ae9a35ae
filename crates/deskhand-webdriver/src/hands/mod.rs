//! The keys and buttons that a session holds down: keyboards, pointers and wheels, as plain data.

mod devices;
mod keyboard;
mod keys;
mod pointer;

use std::collections::HashMap;

use deskhand_page::{PointerKind, ViewId};

use devices::Device;
pub(crate) use devices::{DeviceKind, Devices, Held};
pub(crate) use keyboard::Keyboard;
pub(crate) use keys::{LEFT_SHIFT, NULL, is_modifier, needs_shift};
pub(crate) use pointer::Pointer;

/// The hands of a session: each view has devices of its own.
#[derive(Debug, Default)]
pub(crate) struct Hands {
    views: HashMap<ViewId, Devices>,
    /// How many pointers there have been. None is given a number that another one had.
    pointers: u32,
}

impl Hands {
    /// The devices of a view.
    pub(crate) fn on(&mut self, view: &ViewId) -> &mut Devices {
        self.views.entry(view.clone()).or_default()
    }

    /// Takes a device to hand, unless the view has one with this id.
    pub(crate) fn take(&mut self, view: &ViewId, id: &str, kind: DeviceKind) {
        if self.on(view).kind(id).is_none() {
            let device = match kind {
                DeviceKind::Idle => Device::Idle,
                DeviceKind::Keyboard => Device::Keyboard(Keyboard::default()),
                DeviceKind::Pointer(kind) => Device::Pointer(self.new_pointer(kind)),
                DeviceKind::Wheel => Device::Wheel,
            };
            self.on(view).add(id, device);
        }
    }

    /// Lets the pointers of a view that hold nothing press as if for the first time: no double click is made of two
    /// commands, however soon the second one follows.
    pub(crate) fn begin_anew(&mut self, view: &ViewId) {
        let Hands { views, pointers } = self;
        let resting =
            views.get_mut(view).into_iter().flat_map(Devices::pointers).filter(|it| it.is_resting());
        for pointer in resting {
            *pointers = pointers.wrapping_add(1);
            pointer.renumber(*pointers);
        }
    }

    /// A pointer that was never used before.
    pub(crate) fn new_pointer(&mut self, kind: PointerKind) -> Pointer {
        self.pointers = self.pointers.wrapping_add(1);
        Pointer::new(kind, self.pointers)
    }

    /// Puts the devices of a view away, with what is held on them.
    pub(crate) fn put_away(&mut self, view: &ViewId) {
        self.views.remove(view);
    }
}

#[cfg(test)]
mod tests {
    use deskhand_page::Modifiers;

    use super::*;

    fn view(name: &str) -> ViewId {
        ViewId(name.to_owned())
    }

    fn mouse() -> DeviceKind {
        DeviceKind::Pointer(PointerKind::Mouse)
    }

    #[test]
    fn a_device_stays_what_it_was_taken_as() {
        let mut hands = Hands::default();
        hands.take(&view("main"), "it", DeviceKind::Keyboard);
        hands.take(&view("main"), "it", DeviceKind::Wheel);
        assert_eq!(hands.on(&view("main")).kind("it"), Some(DeviceKind::Keyboard));
        assert_eq!(hands.on(&view("other")).kind("it"), None);
    }

    #[test]
    fn no_two_pointers_have_the_same_number() {
        let mut hands = Hands::default();
        let mut numbers = vec![hands.new_pointer(PointerKind::Mouse).id()];
        for name in ["main", "other", "main"] {
            hands.take(&view(name), "mouse", mouse());
            numbers.extend(hands.on(&view(name)).pointer("mouse").map(|mouse| mouse.id()));
            hands.put_away(&view(name));
        }
        let taken = numbers.len();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!((taken, numbers.len()), (4, 4));
    }

    #[test]
    fn a_pointer_begins_anew_unless_it_holds_something() {
        let mut hands = Hands::default();
        let view = view("main");
        hands.take(&view, "mouse", mouse());
        let mut number = |pressed: bool| {
            hands.begin_anew(&view);
            let mouse = hands.on(&view).pointer("mouse").expect("a mouse");
            mouse.move_to((3.0, 4.0), Modifiers::default());
            if pressed {
                mouse.press(0, Modifiers::default())
            } else {
                mouse.release(0, Modifiers::default())
            };
            assert_eq!(mouse.position(), (3.0, 4.0));
            mouse.id()
        };
        let (first, pressed, still_pressed, released) =
            (number(false), number(true), number(false), number(false));
        assert_ne!(first, pressed);
        assert_eq!(pressed, still_pressed);
        assert_ne!(still_pressed, released);
    }
}
