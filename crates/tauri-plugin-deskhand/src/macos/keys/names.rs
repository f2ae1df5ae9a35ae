//! What keys mean: the names of `KeyboardEvent.key`, and the characters that AppKit has for them.

use deskhand_page::KeyLocation;
use deskhand_page::KeyLocation::{Numpad, Right, Standard};

use super::Kind;

/// Names, which of several keys, what AppKit has for it (nothing for those that are held), and where it is. The first that
/// fits is taken; [`Standard`] fits all.
const NAMES: &[(&str, KeyLocation, Option<char>, Option<u16>)] = &[
    ("Enter", Numpad, Some('\u{3}'), Some(0x4c)),
    ("Enter", Standard, Some('\r'), Some(0x24)),
    ("\n", Standard, Some('\r'), Some(0x24)),
    ("\r", Standard, Some('\r'), Some(0x24)),
    ("Tab", Standard, Some('\t'), Some(0x30)),
    ("\t", Standard, Some('\t'), Some(0x30)),
    ("Backspace", Standard, Some('\u{7f}'), Some(0x33)),
    ("\u{8}", Standard, Some('\u{7f}'), Some(0x33)),
    ("Escape", Standard, Some('\u{1b}'), Some(0x35)),
    ("\u{1b}", Standard, Some('\u{1b}'), Some(0x35)),
    ("ArrowUp", Standard, Some('\u{f700}'), Some(0x7e)),
    ("ArrowDown", Standard, Some('\u{f701}'), Some(0x7d)),
    ("ArrowLeft", Standard, Some('\u{f702}'), Some(0x7b)),
    ("ArrowRight", Standard, Some('\u{f703}'), Some(0x7c)),
    ("Insert", Standard, Some('\u{f727}'), Some(0x72)),
    ("Delete", Standard, Some('\u{f728}'), Some(0x75)),
    ("\u{7f}", Standard, Some('\u{f728}'), Some(0x75)),
    ("Home", Standard, Some('\u{f729}'), Some(0x73)),
    ("End", Standard, Some('\u{f72b}'), Some(0x77)),
    ("PageUp", Standard, Some('\u{f72c}'), Some(0x74)),
    ("PageDown", Standard, Some('\u{f72d}'), Some(0x79)),
    ("PrintScreen", Standard, Some('\u{f72e}'), None),
    ("ScrollLock", Standard, Some('\u{f72f}'), None),
    ("Pause", Standard, Some('\u{f730}'), None),
    ("Cancel", Standard, Some('\u{f732}'), None),
    ("ContextMenu", Standard, Some('\u{f735}'), Some(0x6e)),
    ("Clear", Standard, Some('\u{f739}'), Some(0x47)),
    ("Select", Standard, Some('\u{f741}'), None),
    ("Execute", Standard, Some('\u{f742}'), None),
    ("Undo", Standard, Some('\u{f743}'), None),
    ("Redo", Standard, Some('\u{f744}'), None),
    ("Find", Standard, Some('\u{f745}'), None),
    ("Help", Standard, Some('\u{f746}'), Some(0x72)),
    ("Shift", Right, None, Some(0x3c)),
    ("Shift", Standard, None, Some(0x38)),
    ("Control", Right, None, Some(0x3e)),
    ("Control", Standard, None, Some(0x3b)),
    ("Alt", Right, None, Some(0x3d)),
    ("Alt", Standard, None, Some(0x3a)),
    ("AltGraph", Standard, None, Some(0x3d)),
    ("Meta", Right, None, Some(0x36)),
    ("Meta", Standard, None, Some(0x37)),
    ("OS", Right, None, Some(0x36)),
    ("OS", Standard, None, Some(0x37)),
    ("CapsLock", Standard, None, Some(0x39)),
];

/// What a key is that has a name, and where such a one is.
pub(super) fn named(name: &str, location: KeyLocation) -> Option<(Kind, Option<u16>)> {
    let fits = |at: KeyLocation| at == location || at == Standard;
    let kind = |does: Option<char>| does.map_or(Kind::Modifier, Kind::Does);
    NAMES
        .iter()
        .find(|(known, at, ..)| *known == name && fits(*at))
        .map(|(_, _, does, code)| (kind(*does), *code))
        .or_else(|| function_key(name).map(|does| (Kind::Does(does), super::codes::keycode(name))))
}

/// `F1` to `F24`.
fn function_key(name: &str) -> Option<char> {
    let number: u32 = name.strip_prefix('F')?.parse().ok()?;
    (1..=24).contains(&number).then(|| char::from_u32(0xf703 + number)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_are_held_have_no_character() {
        for name in ["Shift", "Control", "Alt", "Meta", "CapsLock"] {
            assert_eq!(named(name, Standard).map(|(kind, _)| kind), Some(Kind::Modifier), "{name}");
        }
    }

    #[test]
    fn function_keys_are_numbered() {
        assert_eq!(named("F1", Standard), Some((Kind::Does('\u{f704}'), Some(0x7a))));
        assert_eq!(named("F24", Standard), Some((Kind::Does('\u{f71b}'), None)));
        assert_eq!(named("F25", Standard), None);
        assert_eq!(named("F", Standard), None);
    }

    #[test]
    fn a_character_has_no_name() {
        assert_eq!(named("a", Standard), None);
        assert_eq!(named("É", Standard), None);
    }
}
