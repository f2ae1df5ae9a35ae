use std::collections::BTreeSet;

use deskhand_page::{Key, Modifiers, PageInput};

use super::keys::{key_for, shifted_key_for};

/// A keyboard, and what is held down on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Keyboard {
    /// What each held key means when nothing else is held.
    pressed: BTreeSet<String>,
    modifiers: Modifiers,
}

impl Keyboard {
    /// The modifiers that are held.
    pub(crate) fn modifiers(&self) -> Modifiers {
        self.modifiers
    }

    /// A key goes down. One that is down already repeats.
    pub(crate) fn press(&mut self, raw: &str) -> PageInput {
        let name = key_for(raw).key;
        set_modifier(&mut self.modifiers, &name, true);
        self.pressed.insert(name);
        PageInput::Key { down: true, key: self.meaning(raw), modifiers: self.modifiers }
    }

    /// A key goes up, if it is down.
    pub(crate) fn release(&mut self, raw: &str) -> Option<PageInput> {
        let name = key_for(raw).key;
        if !self.pressed.remove(&name) {
            return None;
        }
        set_modifier(&mut self.modifiers, &name, false);
        Some(PageInput::Key { down: false, key: self.meaning(raw), modifiers: self.modifiers })
    }

    fn meaning(&self, raw: &str) -> Key {
        if self.modifiers.shift { shifted_key_for(raw) } else { key_for(raw) }
    }
}

fn set_modifier(modifiers: &mut Modifiers, name: &str, held: bool) {
    match name {
        "Shift" => modifiers.shift = held,
        "Control" => modifiers.ctrl = held,
        "Alt" => modifiers.alt = held,
        "Meta" => modifiers.meta = held,
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHIFT: &str = "\u{E008}";
    const RIGHT_CONTROL: &str = "\u{E051}";

    fn typed(input: &PageInput) -> (bool, &str, Modifiers) {
        match input {
            PageInput::Key { down, key, modifiers } => (*down, &key.key, *modifiers),
            other => panic!("not a key: {other:?}"),
        }
    }

    #[test]
    fn a_key_that_is_not_down_cannot_go_up() {
        assert_eq!(Keyboard::default().release("a"), None);
    }

    #[test]
    fn a_modifier_is_held_from_its_own_press_to_its_own_release() {
        let mut keyboard = Keyboard::default();
        let held = Modifiers { ctrl: true, ..Modifiers::default() };
        assert_eq!(typed(&keyboard.press(RIGHT_CONTROL)), (true, "Control", held));
        assert_eq!(typed(&keyboard.press("a")), (true, "a", held));
        let up = keyboard.release(RIGHT_CONTROL).expect("it is down");
        assert_eq!(typed(&up), (false, "Control", Modifiers::default()));
    }

    #[test]
    fn a_letter_is_a_capital_while_shift_is_held_and_goes_up_after_it() {
        let mut keyboard = Keyboard::default();
        keyboard.press(SHIFT);
        assert_eq!(typed(&keyboard.press("c")).1, "C");
        keyboard.release(SHIFT);
        let up = keyboard.release("c").expect("it is down");
        assert_eq!(typed(&up), (false, "c", Modifiers::default()));
        assert_eq!(keyboard, Keyboard::default());
    }
}
