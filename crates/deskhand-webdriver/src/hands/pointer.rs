use std::collections::BTreeSet;

use deskhand_page::{Modifiers, PageInput, PointerKind, PointerPhase};

/// A mouse, a pen or a finger: where it is, and what is held down on it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pointer {
    kind: PointerKind,
    id: u32,
    pressed: BTreeSet<u8>,
    /// Where it was moved to. Nobody knows where it was before.
    at: Option<(f64, f64)>,
}

impl Pointer {
    /// A pointer that was not moved yet, with nothing held.
    pub(crate) fn new(kind: PointerKind, id: u32) -> Pointer {
        Pointer { kind, id, pressed: BTreeSet::new(), at: None }
    }

    /// What points.
    pub(crate) fn kind(&self) -> PointerKind {
        self.kind
    }

    /// Tells it from other pointers.
    #[cfg(test)]
    pub(crate) fn id(&self) -> u32 {
        self.id
    }

    /// Whether nothing is held down on it.
    pub(super) fn is_resting(&self) -> bool {
        self.pressed.is_empty()
    }

    /// Is another one from now on, at the same place.
    pub(super) fn renumber(&mut self, id: u32) {
        self.id = id;
    }

    /// Where it is: in the corner, as long as it was not moved.
    pub(crate) fn position(&self) -> (f64, f64) {
        self.at.unwrap_or_default()
    }

    /// A button goes down, if it is up.
    pub(crate) fn press(&mut self, button: u8, modifiers: Modifiers) -> Option<PageInput> {
        self.pressed.insert(button).then(|| self.event(PointerPhase::Down(button), modifiers))
    }

    /// A button goes up, if it is down.
    pub(crate) fn release(&mut self, button: u8, modifiers: Modifiers) -> Option<PageInput> {
        self.pressed.remove(&button).then(|| self.event(PointerPhase::Up(button), modifiers))
    }

    /// It moves, if that is somewhere else. Nobody sees a finger move that does not touch.
    pub(crate) fn move_to(&mut self, point: (f64, f64), modifiers: Modifiers) -> Option<PageInput> {
        if self.at.replace(point) == Some(point) {
            return None;
        }
        let seen = self.kind != PointerKind::Touch || !self.pressed.is_empty();
        seen.then(|| self.event(PointerPhase::Move, modifiers))
    }

    /// What it does is called off: nothing is held any more.
    pub(crate) fn cancel(&mut self, modifiers: Modifiers) -> Option<PageInput> {
        if self.pressed.is_empty() {
            return None;
        }
        self.pressed.clear();
        Some(self.event(PointerPhase::Cancel, modifiers))
    }

    fn event(&self, phase: PointerPhase, modifiers: Modifiers) -> PageInput {
        let buttons = self.pressed.iter().fold(0, |held, button| held | bit(*button));
        let (x, y) = self.position();
        PageInput::Pointer { kind: self.kind, id: self.id, phase, x, y, buttons, modifiers }
    }
}

/// The bit of a button in `MouseEvent.buttons`, where the middle and the right one change places.
fn bit(button: u8) -> u16 {
    match button {
        0 => 1,
        1 => 4,
        2 => 2,
        other => 1_u16.checked_shl(u32::from(other)).unwrap_or(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn none() -> Modifiers {
        Modifiers::default()
    }

    fn buttons(input: Option<PageInput>) -> Option<u16> {
        match input? {
            PageInput::Pointer { buttons, .. } => Some(buttons),
            other => panic!("not a pointer: {other:?}"),
        }
    }

    #[test]
    fn the_buttons_held_are_told_with_each_event() {
        let mut mouse = Pointer::new(PointerKind::Mouse, 0);
        assert_eq!(buttons(mouse.press(0, none())), Some(1));
        assert_eq!(buttons(mouse.press(1, none())), Some(5));
        assert_eq!(buttons(mouse.press(2, none())), Some(7));
        assert_eq!(buttons(mouse.move_to((3.0, 4.0), none())), Some(7));
        assert_eq!(buttons(mouse.release(0, none())), Some(6));
    }

    #[test]
    fn a_button_goes_down_once_and_up_once() {
        let mut mouse = Pointer::new(PointerKind::Mouse, 0);
        assert_eq!(mouse.release(0, none()), None);
        assert!(mouse.press(0, none()).is_some());
        assert_eq!(mouse.press(0, none()), None);
        assert!(mouse.release(0, none()).is_some());
        assert_eq!(mouse.release(0, none()), None);
    }

    #[test]
    fn a_move_to_where_it_is_is_no_move() {
        let mut mouse = Pointer::new(PointerKind::Mouse, 0);
        assert!(mouse.move_to((0.0, 0.0), none()).is_some());
        assert_eq!(mouse.move_to((0.0, 0.0), none()), None);
        assert!(mouse.move_to((1.0, 0.0), none()).is_some());
        assert_eq!(mouse.move_to((1.0, 0.0), none()), None);
    }

    #[test]
    fn a_finger_in_the_air_moves_unseen() {
        let mut finger = Pointer::new(PointerKind::Touch, 2);
        assert_eq!(finger.move_to((5.0, 5.0), none()), None);
        assert_eq!(finger.position(), (5.0, 5.0));
        finger.press(0, none());
        assert!(finger.move_to((6.0, 5.0), none()).is_some());
    }

    #[test]
    fn a_pointer_that_is_called_off_holds_nothing() {
        let mut finger = Pointer::new(PointerKind::Touch, 2);
        assert_eq!(finger.cancel(none()), None);
        finger.press(0, none());
        assert_eq!(buttons(finger.cancel(none())), Some(0));
        assert_eq!(finger.release(0, none()), None);
    }
}
