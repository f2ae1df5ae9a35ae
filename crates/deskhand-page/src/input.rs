use serde::{Deserialize, Serialize};

/// One event of a person's hands, as the page sees it. Points are in CSS pixels of the viewport of the document that the
/// input is for; the provider finds out where that is in its view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PageInput {
    /// The pointer moves, or a button or a finger goes down or up.
    Pointer {
        /// What points.
        kind: PointerKind,
        /// Tells several pointers apart: fingers that touch at once, and mice, whose clicks make a double click only
        /// when they are of the same one.
        #[serde(default)]
        id: u32,
        /// What it does.
        phase: PointerPhase,
        /// Where.
        x: f64,
        /// Where.
        y: f64,
        /// The buttons that are down once this has happened: bit 0 the left one, 1 the right one, 2 the middle one, 3
        /// back, 4 forward, as in `MouseEvent.buttons`.
        #[serde(default)]
        buttons: u16,
        /// The keys held.
        #[serde(default)]
        modifiers: Modifiers,
    },
    /// The wheel turns, by CSS pixels.
    Wheel {
        /// Where the pointer is.
        x: f64,
        /// Where the pointer is.
        y: f64,
        /// To the right.
        across: f64,
        /// Down.
        down: f64,
        /// The keys held.
        #[serde(default)]
        modifiers: Modifiers,
    },
    /// A key goes down or up.
    Key {
        /// Whether it goes down.
        down: bool,
        /// Which.
        key: Key,
        /// The keys held once this has happened.
        #[serde(default)]
        modifiers: Modifiers,
    },
}

/// What points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PointerKind {
    /// A mouse.
    Mouse,
    /// A pen.
    Pen,
    /// A finger.
    Touch,
}

/// What a pointer does. Buttons are numbered as in `MouseEvent.button`: 0 left, 1 middle, 2 right, 3 back, 4 forward.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PointerPhase {
    /// It moves.
    Move,
    /// A button goes down, or a finger touches.
    Down(u8),
    /// A button goes up, or a finger lets go.
    Up(u8),
    /// What it was doing is called off.
    Cancel,
}

/// The bit of a button (`MouseEvent.button`) in `MouseEvent.buttons`, where the middle and the right one change places. One
/// that is beyond all bits has none.
pub fn button_bit(button: u8) -> u16 {
    match button {
        1 => 4,
        2 => 2,
        other => 1_u16.checked_shl(other.into()).unwrap_or_default(),
    }
}

/// A key, by what it means to a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Key {
    /// `KeyboardEvent.key`: a character that is typed, or a name such as `Enter` or `ArrowLeft`.
    pub key: String,
    /// `KeyboardEvent.code`, such as `KeyA`; empty when no key of the keyboard types it.
    #[serde(default)]
    pub code: String,
    /// Which of several keys with this meaning.
    #[serde(default)]
    pub location: KeyLocation,
}

/// `KeyboardEvent.location`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeyLocation {
    /// There is one, or it does not matter which.
    #[default]
    Standard,
    /// The left one.
    Left,
    /// The right one.
    Right,
    /// The one among the digits on the right.
    Numpad,
}

/// The modifier keys that are held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Modifiers {
    /// Shift.
    pub shift: bool,
    /// Control.
    pub ctrl: bool,
    /// Alt, or Option.
    pub alt: bool,
    /// Meta, Super or Command.
    pub meta: bool,
}

impl Modifiers {
    /// Whether the modifier that this key is is held; nothing for other keys.
    pub fn of_key(&mut self, key: &Key) -> Option<&mut bool> {
        match key.key.as_str() {
            "Shift" => Some(&mut self.shift),
            "Control" => Some(&mut self.ctrl),
            "Alt" => Some(&mut self.alt),
            "Meta" => Some(&mut self.meta),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::button_bit;

    #[test]
    fn the_bits_of_buttons_are_not_in_the_order_of_their_numbers() {
        assert_eq!([0, 1, 2, 3, 4].map(button_bit), [1, 4, 2, 8, 16]);
        assert_eq!(button_bit(200), 0);
    }
}
