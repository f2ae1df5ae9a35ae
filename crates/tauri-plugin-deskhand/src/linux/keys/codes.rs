//! Where keys are: `KeyboardEvent.code` and the numbers of the X keyboard, which are those of Linux plus eight. WebKit
//! goes the other way with a table of its own, whatever the keyboard's layout.

/// The keys in rows that X numbers one after the other.
const ROWS: &[(u16, &[&str])] = &[
    (9, &["Escape"]),
    (
        10,
        &[
            "Digit1",
            "Digit2",
            "Digit3",
            "Digit4",
            "Digit5",
            "Digit6",
            "Digit7",
            "Digit8",
            "Digit9",
            "Digit0",
            "Minus",
            "Equal",
            "Backspace",
            "Tab",
        ],
    ),
    (
        24,
        &[
            "KeyQ",
            "KeyW",
            "KeyE",
            "KeyR",
            "KeyT",
            "KeyY",
            "KeyU",
            "KeyI",
            "KeyO",
            "KeyP",
            "BracketLeft",
            "BracketRight",
            "Enter",
            "ControlLeft",
        ],
    ),
    (
        38,
        &[
            "KeyA",
            "KeyS",
            "KeyD",
            "KeyF",
            "KeyG",
            "KeyH",
            "KeyJ",
            "KeyK",
            "KeyL",
            "Semicolon",
            "Quote",
            "Backquote",
            "ShiftLeft",
            "Backslash",
        ],
    ),
    (
        52,
        &[
            "KeyZ",
            "KeyX",
            "KeyC",
            "KeyV",
            "KeyB",
            "KeyN",
            "KeyM",
            "Comma",
            "Period",
            "Slash",
            "ShiftRight",
            "NumpadMultiply",
            "AltLeft",
            "Space",
            "CapsLock",
        ],
    ),
    (67, &["F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10", "NumLock", "ScrollLock"]),
    (
        79,
        &[
            "Numpad7",
            "Numpad8",
            "Numpad9",
            "NumpadSubtract",
            "Numpad4",
            "Numpad5",
            "Numpad6",
            "NumpadAdd",
            "Numpad1",
            "Numpad2",
            "Numpad3",
            "Numpad0",
            "NumpadDecimal",
        ],
    ),
    (94, &["IntlBackslash", "F11", "F12", "IntlRo"]),
    (100, &["Convert", "KanaMode", "NonConvert"]),
    (104, &["NumpadEnter", "ControlRight", "NumpadDivide", "PrintScreen", "AltRight"]),
    (
        110,
        &[
            "Home",
            "ArrowUp",
            "PageUp",
            "ArrowLeft",
            "ArrowRight",
            "End",
            "ArrowDown",
            "PageDown",
            "Insert",
            "Delete",
        ],
    ),
    (121, &["AudioVolumeMute", "AudioVolumeDown", "AudioVolumeUp"]),
    (125, &["NumpadEqual"]),
    (127, &["Pause"]),
    (129, &["NumpadComma"]),
    (132, &["IntlYen", "MetaLeft", "MetaRight", "ContextMenu"]),
    (146, &["Help"]),
    (191, &["F13", "F14", "F15", "F16", "F17", "F18", "F19", "F20", "F21", "F22", "F23", "F24"]),
];

/// Other names for keys that are in the rows.
const ALIASES: &[(&str, &str)] = &[
    ("OSLeft", "MetaLeft"),
    ("OSRight", "MetaRight"),
    ("NumpadStar", "NumpadMultiply"),
    ("Cancel", "Pause"),
];

/// The number of a key, by its code.
pub(super) fn keycode(code: &str) -> Option<u16> {
    let code = ALIASES.iter().find(|(alias, _)| *alias == code).map_or(code, |(_, code)| code);
    ROWS.iter().find_map(|(first, row)| {
        let index = row.iter().position(|known| *known == code)?;
        Some(first + u16::try_from(index).ok()?)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{ROWS, keycode};

    #[test]
    fn the_numbers_are_those_of_linux_plus_eight() {
        // Those of linux/input-event-codes.h.
        for (code, linux) in [
            ("Escape", 1),
            ("Tab", 15),
            ("KeyQ", 16),
            ("Enter", 28),
            ("ControlLeft", 29),
            ("KeyA", 30),
            ("Backquote", 41),
            ("Backslash", 43),
            ("KeyZ", 44),
            ("Slash", 53),
            ("ShiftRight", 54),
            ("Space", 57),
            ("F10", 68),
            ("Numpad7", 71),
            ("NumpadDecimal", 83),
            ("IntlBackslash", 86),
            ("F12", 88),
            ("NumpadEnter", 96),
            ("AltRight", 100),
            ("Home", 102),
            ("Delete", 111),
            ("MetaLeft", 125),
            ("ContextMenu", 127),
            ("F13", 183),
            ("F24", 194),
        ] {
            assert_eq!(keycode(code), Some(linux + 8), "{code}");
        }
    }

    #[test]
    fn a_key_is_in_one_place() {
        let codes: Vec<_> = ROWS.iter().flat_map(|(_, row)| row.iter()).collect();
        let places: HashSet<_> = codes.iter().filter_map(|code| keycode(code)).collect();
        assert_eq!(places.len(), codes.len());
    }

    #[test]
    fn a_code_that_no_keyboard_has_is_nowhere() {
        assert_eq!(keycode(""), None);
        assert_eq!(keycode("KeyÄ"), None);
    }
}
