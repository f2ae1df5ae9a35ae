//! Keys as GDK knows them.

mod codes;
mod names;

use deskhand_page::{Key, KeyLocation};
use gtk::gdk::ModifierType;

/// A key of a keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stroke {
    /// What it means: a key symbol.
    pub(crate) keyval: u32,
    /// Where it is: a number of the X keyboard, 0 when no key is known to mean this.
    pub(crate) keycode: u16,
    /// Whether it is one that is held while others are struck.
    pub(crate) is_modifier: bool,
}

impl Stroke {
    /// The lock that gives a key this meaning. GTK looks up what a key does by its place, and takes digits on the right
    /// for arrows without it.
    pub(crate) fn lock(self) -> ModifierType {
        match self.keyval {
            0xffaa..=0xffb9 | 0xffbd => ModifierType::MOD2_MASK,
            _ => ModifierType::empty(),
        }
    }
}

/// What is struck, and whether it goes down, so that a page sees this key go down or up.
///
/// A key has one character. Where a page is to be given several that belong together (a letter with its accents, a
/// flag), the first is what goes down and up; the others are struck after it went down.
pub(crate) fn strokes(key: &Key, down: bool) -> Vec<(bool, Stroke)> {
    if let Some(keyval) = names::keyval(&key.key, key.location) {
        return vec![(down, stroke(keyval, &key.code))];
    }
    let mut characters = key.key.chars();
    let Some(first) = characters.next() else { return vec![(down, stroke(VOID, &key.code))] };
    if characters.clone().next().is_some() && key.key.is_ascii() {
        // A name that no key of ours has.
        return vec![(down, stroke(VOID, &key.code))];
    }
    let mut strokes = vec![(down, stroke(character(first, key.location), &key.code))];
    if down {
        for more in characters {
            let more = stroke(character(more, KeyLocation::Standard), "");
            strokes.extend([(true, more), (false, more)]);
        }
    }
    strokes
}

/// A key that means nothing: `Unidentified` to a page.
const VOID: u32 = 0x00ff_ffff;

fn stroke(keyval: u32, code: &str) -> Stroke {
    let keycode = codes::keycode(code).unwrap_or_default();
    Stroke { keyval, keycode, is_modifier: names::is_modifier(keyval) }
}

/// The key symbol of a character.
fn character(character: char, location: KeyLocation) -> u32 {
    match (location, character) {
        (KeyLocation::Numpad, '0'..='9') => 0xffb0 + (character as u32 - '0' as u32),
        (KeyLocation::Numpad, '*' | '+' | ',' | '-' | '.' | '/' | '=') => 0xff80 + character as u32,
        // Latin-1 means itself; all else has its place beyond the old tables.
        (_, ' '..='~' | '\u{a0}'..='\u{ff}') => character as u32,
        _ => 0x0100_0000 | character as u32,
    }
}
