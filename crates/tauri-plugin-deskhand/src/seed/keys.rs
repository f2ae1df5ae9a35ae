//! Characters as keys. WebDriver has characters of its own for keys that type none.

use deskhand_page::{Key, KeyLocation, Modifiers, PageInput};

/// Lets go of all modifiers.
const NULL: char = '\u{e000}';

/// The keys that have characters of their own, from U+E001 on.
const NAMED: &[(char, &str, &str, KeyLocation)] = {
    use KeyLocation::{Left, Numpad, Right, Standard};
    &[
        ('\u{e001}', "Cancel", "", Standard),
        ('\u{e002}', "Help", "Help", Standard),
        ('\u{e003}', "Backspace", "Backspace", Standard),
        ('\u{e004}', "Tab", "Tab", Standard),
        ('\u{e005}', "Clear", "", Standard),
        ('\u{e006}', "Enter", "Enter", Standard),
        ('\u{e007}', "Enter", "NumpadEnter", Numpad),
        ('\u{e008}', "Shift", "ShiftLeft", Left),
        ('\u{e009}', "Control", "ControlLeft", Left),
        ('\u{e00a}', "Alt", "AltLeft", Left),
        ('\u{e00b}', "Pause", "Pause", Standard),
        ('\u{e00c}', "Escape", "Escape", Standard),
        ('\u{e00d}', " ", "Space", Standard),
        ('\u{e00e}', "PageUp", "PageUp", Standard),
        ('\u{e00f}', "PageDown", "PageDown", Standard),
        ('\u{e010}', "End", "End", Standard),
        ('\u{e011}', "Home", "Home", Standard),
        ('\u{e012}', "ArrowLeft", "ArrowLeft", Standard),
        ('\u{e013}', "ArrowUp", "ArrowUp", Standard),
        ('\u{e014}', "ArrowRight", "ArrowRight", Standard),
        ('\u{e015}', "ArrowDown", "ArrowDown", Standard),
        ('\u{e016}', "Insert", "Insert", Standard),
        ('\u{e017}', "Delete", "Delete", Standard),
        ('\u{e018}', ";", "Semicolon", Standard),
        ('\u{e019}', "=", "Equal", Standard),
        ('\u{e01a}', "0", "Numpad0", Numpad),
        ('\u{e01b}', "1", "Numpad1", Numpad),
        ('\u{e01c}', "2", "Numpad2", Numpad),
        ('\u{e01d}', "3", "Numpad3", Numpad),
        ('\u{e01e}', "4", "Numpad4", Numpad),
        ('\u{e01f}', "5", "Numpad5", Numpad),
        ('\u{e020}', "6", "Numpad6", Numpad),
        ('\u{e021}', "7", "Numpad7", Numpad),
        ('\u{e022}', "8", "Numpad8", Numpad),
        ('\u{e023}', "9", "Numpad9", Numpad),
        ('\u{e024}', "*", "NumpadMultiply", Numpad),
        ('\u{e025}', "+", "NumpadAdd", Numpad),
        ('\u{e026}', ",", "NumpadComma", Numpad),
        ('\u{e027}', "-", "NumpadSubtract", Numpad),
        ('\u{e028}', ".", "NumpadDecimal", Numpad),
        ('\u{e029}', "/", "NumpadDivide", Numpad),
        ('\u{e031}', "F1", "F1", Standard),
        ('\u{e032}', "F2", "F2", Standard),
        ('\u{e033}', "F3", "F3", Standard),
        ('\u{e034}', "F4", "F4", Standard),
        ('\u{e035}', "F5", "F5", Standard),
        ('\u{e036}', "F6", "F6", Standard),
        ('\u{e037}', "F7", "F7", Standard),
        ('\u{e038}', "F8", "F8", Standard),
        ('\u{e039}', "F9", "F9", Standard),
        ('\u{e03a}', "F10", "F10", Standard),
        ('\u{e03b}', "F11", "F11", Standard),
        ('\u{e03c}', "F12", "F12", Standard),
        ('\u{e03d}', "Meta", "MetaLeft", Left),
        ('\u{e050}', "Shift", "ShiftRight", Right),
        ('\u{e051}', "Control", "ControlRight", Right),
        ('\u{e052}', "Alt", "AltRight", Right),
        ('\u{e053}', "Meta", "MetaRight", Right),
    ]
};

/// The key that a character stands for.
pub(super) fn key_of(character: char) -> Key {
    let named = NAMED.iter().find(|(known, ..)| *known == character);
    match (named, character) {
        (Some(&(_, key, code, location)), _) => Key { key: key.to_owned(), code: code.to_owned(), location },
        (None, '\n' | '\r') => {
            Key { key: "Enter".to_owned(), code: "Enter".to_owned(), location: KeyLocation::Standard }
        }
        (None, '\t') => {
            Key { key: "Tab".to_owned(), code: "Tab".to_owned(), location: KeyLocation::Standard }
        }
        (None, typed) => {
            Key { key: typed.to_string(), code: code_of(typed), location: KeyLocation::Standard }
        }
    }
}

/// The key of a usual keyboard that types a character; empty where there is none.
fn code_of(character: char) -> String {
    match character {
        'a'..='z' | 'A'..='Z' => format!("Key{}", character.to_ascii_uppercase()),
        '0'..='9' => format!("Digit{character}"),
        ' ' => "Space".to_owned(),
        _ => String::new(),
    }
}

/// Whether a modifier is held, in its place; nothing for other keys.
pub(super) fn modifier<'a>(held: &'a mut Modifiers, key: &Key) -> Option<&'a mut bool> {
    match key.key.as_str() {
        "Shift" => Some(&mut held.shift),
        "Control" => Some(&mut held.ctrl),
        "Alt" => Some(&mut held.alt),
        "Meta" => Some(&mut held.meta),
        _ => None,
    }
}

/// A text as it is typed into an element: modifiers are held until they come again, or until all are let go of.
pub(super) fn typed(text: &str) -> Vec<PageInput> {
    let mut events = Vec::new();
    let mut modifiers = Modifiers::default();
    let mut held: Vec<Key> = Vec::new();
    for character in text.chars().chain([NULL]) {
        if character == NULL {
            while let Some(key) = held.pop() {
                release(&key, &mut modifiers, &mut events);
            }
            continue;
        }
        let key = key_of(character);
        match modifier(&mut modifiers, &key) {
            Some(down) if *down => {
                held.retain(|each| each.key != key.key);
                release(&key, &mut modifiers, &mut events);
            }
            Some(down) => {
                *down = true;
                events.push(PageInput::Key { down: true, key: key.clone(), modifiers });
                held.push(key);
            }
            None => {
                events.extend([true, false].map(|down| PageInput::Key { down, key: key.clone(), modifiers }))
            }
        }
    }
    events
}

fn release(key: &Key, modifiers: &mut Modifiers, events: &mut Vec<PageInput>) {
    if let Some(down) = modifier(modifiers, key) {
        *down = false;
    }
    events.push(PageInput::Key { down: false, key: key.clone(), modifiers: *modifiers });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `+a` for a key that goes down, `-a` for one that goes up, with the modifiers that are held then.
    fn told(text: &str) -> Vec<String> {
        let tell = |event: PageInput| match event {
            PageInput::Key { down, key, modifiers } => {
                let sign = if down { '+' } else { '-' };
                let shift = if modifiers.shift { "^" } else { "" };
                format!("{sign}{}{shift}", key.key)
            }
            other => panic!("{other:?}"),
        };
        typed(text).into_iter().map(tell).collect()
    }

    #[test]
    fn characters_go_down_and_up() {
        assert_eq!(told("aß"), ["+a", "-a", "+ß", "-ß"]);
        assert_eq!(told("\n"), ["+Enter", "-Enter"]);
        assert_eq!(told(""), [""; 0]);
    }

    #[test]
    fn a_modifier_is_held_until_it_comes_again_or_all_are_let_go_of() {
        assert_eq!(told("\u{e008}a\u{e008}b"), ["+Shift^", "+a^", "-a^", "-Shift", "+b", "-b"]);
        assert_eq!(told("\u{e008}a\u{e000}b"), ["+Shift^", "+a^", "-a^", "-Shift", "+b", "-b"]);
        assert_eq!(told("\u{e008}a"), ["+Shift^", "+a^", "-a^", "-Shift"]);
    }

    #[test]
    fn keys_know_where_they_are() {
        assert_eq!(key_of('q').code, "KeyQ");
        assert_eq!(key_of('\u{e050}').location, KeyLocation::Right);
        assert_eq!(key_of('\u{e01c}').code, "Numpad2");
        assert_eq!(key_of('é').code, "");
    }
}
