//! What hands do, and what they hold.

use std::collections::BTreeMap;

use deskhand_page::{Key, Modifiers, PageInput, PointerKind, PointerPhase, button_bit};
use serde::Deserialize;

/// A point of a viewport.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
pub(super) struct Spot {
    pub(super) x: f64,
    pub(super) y: f64,
}

/// What is held down, from one request to the next.
#[derive(Debug, Default)]
pub(super) struct Held {
    pub(super) pointers: BTreeMap<String, Pointer>,
    pub(super) keys: Vec<Key>,
    pub(super) modifiers: Modifiers,
}

/// A pointer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pointer {
    pub(super) kind: PointerKind,
    pub(super) id: u32,
    pub(super) spot: Spot,
    /// As in `MouseEvent.buttons`.
    pub(super) buttons: u16,
}

impl Pointer {
    pub(super) fn input(&self, phase: PointerPhase, modifiers: Modifiers) -> PageInput {
        let Pointer { kind, id, spot: Spot { x, y }, buttons } = *self;
        PageInput::Pointer { kind, id, phase, x, y, buttons, modifiers }
    }
}

/// A click with the left button.
pub(super) fn click(spot: Spot) -> Vec<PageInput> {
    let mut mouse = Pointer { kind: PointerKind::Mouse, id: 0, spot, buttons: 0 };
    let none = Modifiers::default();
    let moved = mouse.input(PointerPhase::Move, none);
    mouse.buttons = button_bit(0);
    let down = mouse.input(PointerPhase::Down(0), none);
    mouse.buttons = 0;
    vec![moved, down, mouse.input(PointerPhase::Up(0), none)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_click_holds_the_button_only_while_it_is_down() {
        let buttons: Vec<u16> = click(Spot { x: 1.0, y: 2.0 })
            .into_iter()
            .map(|event| match event {
                PageInput::Pointer { buttons, .. } => buttons,
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(buttons, [0, 1, 0]);
    }
}
