//! Texts as keys.

use deskhand_page::keys::{NULL, key_for};
use deskhand_page::{Key, Modifiers, PageInput};

/// A text as it is typed into an element: modifiers are held until they come again, or until all are let go of.
pub(super) fn typed(text: &str) -> Vec<PageInput> {
    let mut events = Vec::new();
    let mut modifiers = Modifiers::default();
    let mut held: Vec<Key> = Vec::new();
    for character in text.chars().map(String::from).chain([NULL.to_owned()]) {
        if character == NULL {
            while let Some(key) = held.pop() {
                release(&key, &mut modifiers, &mut events);
            }
            continue;
        }
        let key = key_for(&character);
        match modifiers.of_key(&key) {
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
    if let Some(down) = modifiers.of_key(key) {
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
}
