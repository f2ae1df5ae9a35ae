//! What keys mean: the names of `KeyboardEvent.key` and the key symbols that WebKit makes them from.

use deskhand_page::KeyLocation;
use deskhand_page::KeyLocation::{Numpad, Right, Standard};

/// Names, which of several keys, and key symbols. The first that fits is taken; [`Standard`] fits all.
const NAMES: &[(&str, KeyLocation, u32)] = &[
    ("Enter", Numpad, 0xff8d),
    ("Enter", Standard, 0xff0d),
    ("\n", Standard, 0xff0d),
    ("\r", Standard, 0xff0d),
    ("Tab", Numpad, 0xff89),
    ("Tab", Standard, 0xff09),
    ("\t", Standard, 0xff09),
    ("Backspace", Standard, 0xff08),
    ("\u{8}", Standard, 0xff08),
    ("Escape", Standard, 0xff1b),
    ("\u{1b}", Standard, 0xff1b),
    ("Delete", Numpad, 0xff9f),
    ("Delete", Standard, 0xffff),
    ("\u{7f}", Standard, 0xffff),
    ("Insert", Numpad, 0xff9e),
    ("Insert", Standard, 0xff63),
    ("Home", Numpad, 0xff95),
    ("Home", Standard, 0xff50),
    ("End", Numpad, 0xff9c),
    ("End", Standard, 0xff57),
    ("PageUp", Numpad, 0xff9a),
    ("PageUp", Standard, 0xff55),
    ("PageDown", Numpad, 0xff9b),
    ("PageDown", Standard, 0xff56),
    ("ArrowLeft", Numpad, 0xff96),
    ("ArrowLeft", Standard, 0xff51),
    ("ArrowUp", Numpad, 0xff97),
    ("ArrowUp", Standard, 0xff52),
    ("ArrowRight", Numpad, 0xff98),
    ("ArrowRight", Standard, 0xff53),
    ("ArrowDown", Numpad, 0xff99),
    ("ArrowDown", Standard, 0xff54),
    ("Clear", Numpad, 0xff9d),
    ("Clear", Standard, 0xff0b),
    ("Shift", Right, 0xffe2),
    ("Shift", Standard, 0xffe1),
    ("Control", Right, 0xffe4),
    ("Control", Standard, 0xffe3),
    ("Alt", Right, 0xffea),
    ("Alt", Standard, 0xffe9),
    ("AltGraph", Standard, 0xfe03),
    ("Meta", Right, 0xffe8),
    ("Meta", Standard, 0xffe7),
    ("OS", Right, 0xffe8),
    ("OS", Standard, 0xffe7),
    ("CapsLock", Standard, 0xffe5),
    ("NumLock", Standard, 0xff7f),
    ("ScrollLock", Standard, 0xff14),
    ("Pause", Standard, 0xff13),
    ("Cancel", Standard, 0xff69),
    ("Help", Standard, 0xff6a),
    ("PrintScreen", Standard, 0xff61),
    ("ContextMenu", Standard, 0xff67),
    ("Select", Standard, 0xff60),
    ("Execute", Standard, 0xff62),
    ("Undo", Standard, 0xff65),
    ("Redo", Standard, 0xff66),
    ("Find", Standard, 0xff68),
    ("ZenkakuHankaku", Standard, 0xff2a),
    ("Unidentified", Standard, super::VOID),
];

/// The key symbol of a key that has a name.
pub(super) fn keyval(name: &str, location: KeyLocation) -> Option<u32> {
    let fits = |at: KeyLocation| at == location || at == Standard;
    NAMES
        .iter()
        .find(|(known, at, _)| *known == name && fits(*at))
        .map(|(_, _, keyval)| *keyval)
        .or_else(|| function_key(name))
}

/// `F1` to `F24`.
fn function_key(name: &str) -> Option<u32> {
    let number: u32 = name.strip_prefix('F')?.parse().ok()?;
    (1..=24).contains(&number).then(|| 0xffbe + number - 1)
}

/// Whether a key is one that is held while others are struck.
pub(super) fn is_modifier(keyval: u32) -> bool {
    matches!(keyval, 0xffe1..=0xffea | 0xfe03 | 0xff7f)
}

#[cfg(test)]
mod tests {
    use deskhand_page::KeyLocation::{self, Left, Numpad, Right, Standard};

    use super::keyval;

    #[test]
    fn each_of_several_keys_has_its_own_symbol() {
        let cases: [(&str, KeyLocation, u32); 7] = [
            ("Shift", Left, 0xffe1),
            ("Shift", Right, 0xffe2),
            ("Shift", Standard, 0xffe1),
            ("Enter", Standard, 0xff0d),
            ("Enter", Numpad, 0xff8d),
            ("Home", Numpad, 0xff95),
            ("Home", Standard, 0xff50),
        ];
        for (name, location, symbol) in cases {
            assert_eq!(keyval(name, location), Some(symbol), "{name} {location:?}");
        }
    }

    #[test]
    fn function_keys_are_numbered() {
        assert_eq!(keyval("F1", Standard), Some(0xffbe));
        assert_eq!(keyval("F24", Standard), Some(0xffd5));
        assert_eq!(keyval("F25", Standard), None);
        assert_eq!(keyval("F", Standard), None);
    }

    #[test]
    fn a_character_has_no_name() {
        assert_eq!(keyval("a", Standard), None);
        assert_eq!(keyval("É", Standard), None);
    }
}
