//! Where keys are: `KeyboardEvent.code` and the numbers of the Mac's keyboard, as the headers of Carbon have them. WebKit
//! goes the other way with a table of its own, whatever the keyboard's layout.

/// The keys in the order of their numbers. What is empty is no key, or none that pages have a word for.
#[rustfmt::skip]
const KEYS: [&str; 0x7f] = [
    // 0x00
    "KeyA", "KeyS", "KeyD", "KeyF", "KeyH", "KeyG", "KeyZ", "KeyX",
    "KeyC", "KeyV", "IntlBackslash", "KeyB", "KeyQ", "KeyW", "KeyE", "KeyR",
    // 0x10
    "KeyY", "KeyT", "Digit1", "Digit2", "Digit3", "Digit4", "Digit6", "Digit5",
    "Equal", "Digit9", "Digit7", "Minus", "Digit8", "Digit0", "BracketRight", "KeyO",
    // 0x20
    "KeyU", "BracketLeft", "KeyI", "KeyP", "Enter", "KeyL", "KeyJ", "Quote",
    "KeyK", "Semicolon", "Backslash", "Comma", "Slash", "KeyN", "KeyM", "Period",
    // 0x30
    "Tab", "Space", "Backquote", "Backspace", "", "Escape", "MetaRight", "MetaLeft",
    "ShiftLeft", "CapsLock", "AltLeft", "ControlLeft", "ShiftRight", "AltRight", "ControlRight", "Fn",
    // 0x40
    "F17", "NumpadDecimal", "", "NumpadMultiply", "", "NumpadAdd", "", "NumLock",
    "AudioVolumeUp", "AudioVolumeDown", "AudioVolumeMute", "NumpadDivide", "NumpadEnter", "", "NumpadSubtract", "F18",
    // 0x50
    "F19", "NumpadEqual", "Numpad0", "Numpad1", "Numpad2", "Numpad3", "Numpad4", "Numpad5",
    "Numpad6", "Numpad7", "F20", "Numpad8", "Numpad9", "IntlYen", "IntlRo", "NumpadComma",
    // 0x60
    "F5", "F6", "F7", "F3", "F8", "F9", "Lang2", "F11",
    "Lang1", "F13", "F16", "F14", "", "F10", "ContextMenu", "F12",
    // 0x70
    "", "F15", "Help", "Home", "PageUp", "Delete", "F4", "End",
    "F2", "PageDown", "F1", "ArrowLeft", "ArrowRight", "ArrowDown", "ArrowUp",
];

/// Other names for keys that are in the table.
const ALIASES: &[(&str, &str)] = &[
    ("OSLeft", "MetaLeft"),
    ("OSRight", "MetaRight"),
    ("Insert", "Help"),
    ("NumpadStar", "NumpadMultiply"),
    ("KanaMode", "Lang1"),
];

/// The number of a key, by its code.
pub(super) fn keycode(code: &str) -> Option<u16> {
    let code = ALIASES.iter().find(|(alias, _)| *alias == code).map_or(code, |(_, code)| code);
    let index = KEYS.iter().position(|known| *known == code && !code.is_empty())?;
    u16::try_from(index).ok()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{KEYS, keycode};

    #[test]
    fn the_numbers_are_those_of_carbon() {
        for (code, number) in [
            ("KeyA", 0x00),
            ("KeyQ", 0x0c),
            ("Digit5", 0x17),
            ("Enter", 0x24),
            ("KeyM", 0x2e),
            ("Space", 0x31),
            ("Backspace", 0x33),
            ("Escape", 0x35),
            ("MetaLeft", 0x37),
            ("ShiftRight", 0x3c),
            ("NumpadDecimal", 0x41),
            ("NumpadEnter", 0x4c),
            ("Numpad8", 0x5b),
            ("F5", 0x60),
            ("F12", 0x6f),
            ("Delete", 0x75),
            ("F1", 0x7a),
            ("ArrowUp", 0x7e),
        ] {
            assert_eq!(keycode(code), Some(number), "{code}");
        }
    }

    #[test]
    fn a_key_is_in_one_place() {
        let codes: Vec<_> = KEYS.iter().filter(|code| !code.is_empty()).collect();
        assert_eq!(codes.iter().collect::<HashSet<_>>().len(), codes.len());
    }

    #[test]
    fn a_code_that_no_keyboard_has_is_nowhere() {
        assert_eq!(keycode(""), None);
        assert_eq!(keycode("KeyÄ"), None);
    }
}
