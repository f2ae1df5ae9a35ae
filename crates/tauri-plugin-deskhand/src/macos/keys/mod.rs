//! Keys as AppKit knows them.

mod codes;
mod names;

use deskhand_page::Key;

/// A key of a keyboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stroke {
    /// Where it is: a number of the Mac's keyboard.
    pub(super) code: u16,
    /// What it is.
    pub(super) kind: Kind,
}

/// What a key is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// One that is held while others are struck. AppKit tells only that something has changed about these.
    Modifier,
    /// One that types this.
    Types(String),
    /// One that does something, for which AppKit has a character of its own.
    Does(char),
}

/// A key that no keyboard has: beyond all that WebKit knows, it is `Unidentified` to a page.
const NOWHERE: u16 = 0xff;

/// The key that a page is to see.
pub(super) fn stroke(key: &Key) -> Stroke {
    let named = names::named(&key.key, key.location);
    let code = codes::keycode(&key.code).or(named.as_ref().and_then(|named| named.1)).unwrap_or(NOWHERE);
    let kind = match named {
        Some((kind, _)) => kind,
        // A name that no key of ours has types nothing.
        None if key.key.is_ascii() && key.key.len() > 1 => Kind::Types(String::new()),
        None => Kind::Types(key.key.clone()),
    };
    Stroke { code, kind }
}

/// What a letter types while Control is held: one of the characters that no key has for itself.
pub(super) fn with_control(text: &str) -> Option<char> {
    let mut characters = text.chars();
    let letter = characters.next().filter(char::is_ascii_alphabetic)?;
    characters.next().is_none().then(|| char::from(letter.to_ascii_lowercase() as u8 - b'a' + 1))
}

#[cfg(test)]
mod tests {
    use deskhand_page::KeyLocation;

    use super::*;

    fn key(key: &str, code: &str, location: KeyLocation) -> Key {
        Key { key: key.to_owned(), code: code.to_owned(), location }
    }

    #[test]
    fn a_letter_is_typed_where_it_is() {
        let typed = stroke(&key("ä", "Quote", KeyLocation::Standard));
        assert_eq!(typed, Stroke { code: 0x27, kind: Kind::Types("ä".into()) });
    }

    #[test]
    fn what_no_keyboard_has_is_typed_nowhere() {
        let typed = stroke(&key("👍🏽", "", KeyLocation::Standard));
        assert_eq!(typed, Stroke { code: NOWHERE, kind: Kind::Types("👍🏽".into()) });
    }

    #[test]
    fn a_name_without_a_code_is_where_such_a_key_is() {
        assert_eq!(stroke(&key("Enter", "", KeyLocation::Standard)).code, 0x24);
        assert_eq!(stroke(&key("Enter", "", KeyLocation::Numpad)).code, 0x4c);
        assert_eq!(stroke(&key("Shift", "", KeyLocation::Right)).code, 0x3c);
    }

    #[test]
    fn an_unknown_name_types_nothing() {
        let typed = stroke(&key("MediaPlay", "", KeyLocation::Standard));
        assert_eq!(typed, Stroke { code: NOWHERE, kind: Kind::Types(String::new()) });
    }

    #[test]
    fn control_makes_letters_something_else() {
        assert_eq!((with_control("a"), with_control("Z")), (Some('\u{1}'), Some('\u{1a}')));
        assert_eq!((with_control("1"), with_control("ab"), with_control("")), (None, None, None));
    }
}
