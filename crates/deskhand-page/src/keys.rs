//! The keys of WebDriver: characters stand for themselves, code points of a private area for all other keys.

use crate::input::KeyLocation::{self, Left, Numpad, Right, Standard};
use crate::input::{Key, Modifiers};

/// Lets go of all modifiers where a text is typed.
pub const NULL: &str = "\u{E000}";
/// What is held for characters that need it.
pub const LEFT_SHIFT: &str = "\u{E008}";

/// The keys that have no character of their own, and those among the digits on the right: what stands for each, its
/// `key`, `code` and location.
///
/// Two rows tell what keyboards do where the specification does not: `Return` is `Enter` to every page, and the Enter
/// key of the number pad is on the number pad.
const NAMED: &[(char, &str, &str, KeyLocation)] = &[
    ('\u{E000}', "Unidentified", "", Standard),
    ('\u{E001}', "Cancel", "", Standard),
    ('\u{E002}', "Help", "Help", Standard),
    ('\u{E003}', "Backspace", "Backspace", Standard),
    ('\u{E004}', "Tab", "Tab", Standard),
    ('\u{E005}', "Clear", "", Standard),
    ('\u{E006}', "Enter", "Enter", Standard),
    ('\u{E007}', "Enter", "NumpadEnter", Numpad),
    ('\u{E008}', "Shift", "ShiftLeft", Left),
    ('\u{E009}', "Control", "ControlLeft", Left),
    ('\u{E00A}', "Alt", "AltLeft", Left),
    ('\u{E00B}', "Pause", "Pause", Standard),
    ('\u{E00C}', "Escape", "Escape", Standard),
    ('\u{E00D}', " ", "Space", Standard),
    ('\u{E00E}', "PageUp", "PageUp", Standard),
    ('\u{E00F}', "PageDown", "PageDown", Standard),
    ('\u{E010}', "End", "End", Standard),
    ('\u{E011}', "Home", "Home", Standard),
    ('\u{E012}', "ArrowLeft", "ArrowLeft", Standard),
    ('\u{E013}', "ArrowUp", "ArrowUp", Standard),
    ('\u{E014}', "ArrowRight", "ArrowRight", Standard),
    ('\u{E015}', "ArrowDown", "ArrowDown", Standard),
    ('\u{E016}', "Insert", "Insert", Standard),
    ('\u{E017}', "Delete", "Delete", Standard),
    ('\u{E018}', ";", "", Standard),
    ('\u{E019}', "=", "NumpadEqual", Numpad),
    ('\u{E01A}', "0", "Numpad0", Numpad),
    ('\u{E01B}', "1", "Numpad1", Numpad),
    ('\u{E01C}', "2", "Numpad2", Numpad),
    ('\u{E01D}', "3", "Numpad3", Numpad),
    ('\u{E01E}', "4", "Numpad4", Numpad),
    ('\u{E01F}', "5", "Numpad5", Numpad),
    ('\u{E020}', "6", "Numpad6", Numpad),
    ('\u{E021}', "7", "Numpad7", Numpad),
    ('\u{E022}', "8", "Numpad8", Numpad),
    ('\u{E023}', "9", "Numpad9", Numpad),
    ('\u{E024}', "*", "NumpadMultiply", Numpad),
    ('\u{E025}', "+", "NumpadAdd", Numpad),
    ('\u{E026}', ",", "NumpadComma", Numpad),
    ('\u{E027}', "-", "NumpadSubtract", Numpad),
    ('\u{E028}', ".", "NumpadDecimal", Numpad),
    ('\u{E029}', "/", "NumpadDivide", Numpad),
    ('\u{E031}', "F1", "F1", Standard),
    ('\u{E032}', "F2", "F2", Standard),
    ('\u{E033}', "F3", "F3", Standard),
    ('\u{E034}', "F4", "F4", Standard),
    ('\u{E035}', "F5", "F5", Standard),
    ('\u{E036}', "F6", "F6", Standard),
    ('\u{E037}', "F7", "F7", Standard),
    ('\u{E038}', "F8", "F8", Standard),
    ('\u{E039}', "F9", "F9", Standard),
    ('\u{E03A}', "F10", "F10", Standard),
    ('\u{E03B}', "F11", "F11", Standard),
    ('\u{E03C}', "F12", "F12", Standard),
    ('\u{E03D}', "Meta", "MetaLeft", Left),
    ('\u{E040}', "ZenkakuHankaku", "", Standard),
    ('\u{E050}', "Shift", "ShiftRight", Right),
    ('\u{E051}', "Control", "ControlRight", Right),
    ('\u{E052}', "Alt", "AltRight", Right),
    ('\u{E053}', "Meta", "MetaRight", Right),
    ('\u{E054}', "PageUp", "Numpad9", Numpad),
    ('\u{E055}', "PageDown", "Numpad3", Numpad),
    ('\u{E056}', "End", "Numpad1", Numpad),
    ('\u{E057}', "Home", "Numpad7", Numpad),
    ('\u{E058}', "ArrowLeft", "Numpad4", Numpad),
    ('\u{E059}', "ArrowUp", "Numpad8", Numpad),
    ('\u{E05A}', "ArrowRight", "Numpad6", Numpad),
    ('\u{E05B}', "ArrowDown", "Numpad2", Numpad),
    ('\u{E05C}', "Insert", "Numpad0", Numpad),
    ('\u{E05D}', "Delete", "NumpadDecimal", Numpad),
    // Characters that mean a key where text is typed.
    ('\n', "Enter", "Enter", Standard),
    ('\r', "Enter", "Enter", Standard),
    ('\t', "Tab", "Tab", Standard),
    ('\u{8}', "Backspace", "Backspace", Standard),
    ('\u{1B}', "Escape", "Escape", Standard),
    ('\u{7F}', "Delete", "Delete", Standard),
];

/// The keys of a US keyboard that type something: without Shift, with it, and their `code`.
const TYPING: &[(char, char, &str)] = &[
    ('`', '~', "Backquote"),
    ('\\', '|', "Backslash"),
    ('[', '{', "BracketLeft"),
    (']', '}', "BracketRight"),
    (',', '<', "Comma"),
    ('0', ')', "Digit0"),
    ('1', '!', "Digit1"),
    ('2', '@', "Digit2"),
    ('3', '#', "Digit3"),
    ('4', '$', "Digit4"),
    ('5', '%', "Digit5"),
    ('6', '^', "Digit6"),
    ('7', '&', "Digit7"),
    ('8', '*', "Digit8"),
    ('9', '(', "Digit9"),
    ('=', '+', "Equal"),
    ('a', 'A', "KeyA"),
    ('b', 'B', "KeyB"),
    ('c', 'C', "KeyC"),
    ('d', 'D', "KeyD"),
    ('e', 'E', "KeyE"),
    ('f', 'F', "KeyF"),
    ('g', 'G', "KeyG"),
    ('h', 'H', "KeyH"),
    ('i', 'I', "KeyI"),
    ('j', 'J', "KeyJ"),
    ('k', 'K', "KeyK"),
    ('l', 'L', "KeyL"),
    ('m', 'M', "KeyM"),
    ('n', 'N', "KeyN"),
    ('o', 'O', "KeyO"),
    ('p', 'P', "KeyP"),
    ('q', 'Q', "KeyQ"),
    ('r', 'R', "KeyR"),
    ('s', 'S', "KeyS"),
    ('t', 'T', "KeyT"),
    ('u', 'U', "KeyU"),
    ('v', 'V', "KeyV"),
    ('w', 'W', "KeyW"),
    ('x', 'X', "KeyX"),
    ('y', 'Y', "KeyY"),
    ('z', 'Z', "KeyZ"),
    ('-', '_', "Minus"),
    ('.', '>', "Period"),
    ('\'', '"', "Quote"),
    (';', ':', "Semicolon"),
    ('/', '?', "Slash"),
    (' ', ' ', "Space"),
];

/// The key that a character, a code point of the private area or a cluster of characters stands for.
pub fn key_for(raw: &str) -> Key {
    let named = single(raw).and_then(|raw| NAMED.iter().find(|(stands_for, ..)| *stands_for == raw));
    match named {
        Some((_, key, code, location)) => {
            Key { key: (*key).to_owned(), code: (*code).to_owned(), location: *location }
        }
        None => Key { key: raw.to_owned(), code: code_of(raw).to_owned(), location: Standard },
    }
}

/// The same while Shift is held: `a` types `A`, and `1` types `!`.
pub fn shifted_key_for(raw: &str) -> Key {
    let mut key = key_for(raw);
    let typed = TYPING.iter().find(|(plain, _, _)| single(raw) == Some(*plain));
    if let Some((_, shifted, _)) = typed {
        key.key = shifted.to_string();
    }
    key
}

/// Whether a US keyboard types this with Shift held.
pub fn needs_shift(raw: &str) -> bool {
    single(raw)
        .is_some_and(|raw| TYPING.iter().any(|(plain, shifted, _)| *shifted == raw && plain != shifted))
}

/// Whether this stands for a key that changes what others mean while it is held.
pub fn is_modifier(raw: &str) -> bool {
    Modifiers::default().of_key(&key_for(raw)).is_some()
}

fn code_of(raw: &str) -> &'static str {
    let row = TYPING.iter().find(|(plain, shifted, _)| {
        let raw = single(raw);
        raw == Some(*plain) || raw == Some(*shifted)
    });
    row.map_or("", |(_, _, code)| code)
}

/// The only character of a text. A line break of two characters is one.
fn single(raw: &str) -> Option<char> {
    if raw == "\r\n" {
        return Some('\n');
    }
    let mut chars = raw.chars();
    chars.next().filter(|_| chars.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(raw: &str) -> (String, String, KeyLocation) {
        let key = key_for(raw);
        (key.key, key.code, key.location)
    }

    fn is(key: &str, code: &str, location: KeyLocation) -> (String, String, KeyLocation) {
        (key.to_owned(), code.to_owned(), location)
    }

    #[test]
    fn a_letter_stands_for_itself_on_the_key_that_types_it() {
        assert_eq!(told("a"), is("a", "KeyA", Standard));
        assert_eq!(told("A"), is("A", "KeyA", Standard));
        assert_eq!(told("@"), is("@", "Digit2", Standard));
        assert_eq!(told("\""), is("\"", "Quote", Standard));
    }

    #[test]
    fn a_character_that_no_us_key_types_has_no_code() {
        assert_eq!(told("\u{e0}"), is("\u{e0}", "", Standard));
        assert_eq!(told("\u{2603}"), is("\u{2603}", "", Standard));
        assert_eq!(told("\u{f6c2}"), is("\u{f6c2}", "", Standard));
        assert_eq!(told("\u{1f604}"), is("\u{1f604}", "", Standard));
    }

    #[test]
    fn a_cluster_is_one_key() {
        assert_eq!(told("\u{bA8}\u{bbf}"), is("\u{bA8}\u{bbf}", "", Standard));
    }

    #[test]
    fn the_private_area_names_keys_and_their_places() {
        assert_eq!(told("\u{E012}"), is("ArrowLeft", "ArrowLeft", Standard));
        assert_eq!(told("\u{E050}"), is("Shift", "ShiftRight", Right));
        assert_eq!(told("\u{E05D}"), is("Delete", "NumpadDecimal", Numpad));
        assert_eq!(told("\u{E00D}"), told(" "));
    }

    #[test]
    fn every_code_point_of_the_table_is_there_once() {
        let mut seen: Vec<char> = NAMED.iter().map(|(raw, ..)| *raw).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), NAMED.len());
        let expected =
            ('\u{E000}'..='\u{E029}').chain('\u{E031}'..='\u{E03D}').chain('\u{E050}'..='\u{E05D}');
        for raw in expected.chain(['\u{E040}']) {
            assert!(seen.contains(&raw), "{:X}", raw as u32);
        }
    }

    #[test]
    fn a_line_break_is_the_enter_key() {
        for raw in ["\n", "\r", "\r\n"] {
            assert_eq!(told(raw), is("Enter", "Enter", Standard));
        }
    }

    #[test]
    fn shift_types_the_other_character_of_a_key() {
        assert_eq!(shifted_key_for("c").key, "C");
        assert_eq!(shifted_key_for("1").key, "!");
        assert_eq!(shifted_key_for("C").key, "C");
        assert_eq!(shifted_key_for("\u{E012}").key, "ArrowLeft");
        assert_eq!(shifted_key_for("\u{e9}").key, "\u{e9}");
    }

    #[test]
    fn only_what_is_on_the_upper_half_of_a_key_needs_shift() {
        assert!(needs_shift("A") && needs_shift("?") && needs_shift(">"));
        assert!(!needs_shift("a") && !needs_shift(" ") && !needs_shift("\u{c9}") && !needs_shift("\u{E025}"));
    }

    #[test]
    fn modifiers_are_those_of_both_sides() {
        for raw in
            ['\u{E008}', '\u{E009}', '\u{E00A}', '\u{E03D}', '\u{E050}', '\u{E051}', '\u{E052}', '\u{E053}']
        {
            assert!(is_modifier(&raw.to_string()));
        }
        assert!(!is_modifier("a") && !is_modifier(NULL));
    }
}
