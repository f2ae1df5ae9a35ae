//! Real input: keys and pointer, as if from the user's own devices.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use async_trait::async_trait;
use deskhand_model::{Error, ErrorKind, Point, Result, did_you_mean, nearest_names};

/// A pointer button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Button {
    /// The main one.
    Left,
    /// The wheel, pressed.
    Middle,
    /// The one for context menus.
    Right,
}

/// A key combination: modifiers that are held while one key is struck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chord {
    /// Held down, in this order.
    pub modifiers: Vec<Modifier>,
    /// Struck.
    pub key: Key,
}

impl FromStr for Chord {
    type Err = Error;

    /// Reads what people write: `ctrl+shift+s`, `Alt+F4`, `ctrl++`, `Return`, `ä`. The case of names does not matter;
    /// a letter with modifiers is the letter's key (`Ctrl+S` is `ctrl+s`), alone it is itself. Whether a key of that
    /// name exists is for the desktop to say.
    fn from_str(text: &str) -> Result<Chord> {
        if let Some(key) = only_char(text) {
            return Ok(Chord { modifiers: Vec::new(), key: Key::Char(key) });
        }
        let text = text.trim();
        // The plus sign is a key as well as the separator: `ctrl++`.
        let (held, key) = match text.strip_suffix('+') {
            Some(rest) => match rest.strip_suffix('+') {
                Some(held) => (Some(held), "+"),
                None => return Err(malformed(text, "the key after the last `+` is missing")),
            },
            None => text.rsplit_once('+').map_or((None, text), |(held, key)| (Some(held), key)),
        };
        let mut modifiers = Vec::new();
        for name in held.into_iter().flat_map(|held| held.split('+')).map(str::trim) {
            let modifier = Modifier::parse(name).ok_or_else(|| unknown_modifier(text, name))?;
            if !modifiers.contains(&modifier) {
                modifiers.push(modifier);
            }
        }
        let key = match (key.trim(), only_char(key.trim())) {
            ("", _) => return Err(malformed(text, "there is no key in it")),
            (_, Some(letter)) if !modifiers.is_empty() => Key::Char(lower(letter)),
            (_, Some(letter)) => Key::Char(letter),
            (name, None) => Key::Named(name.to_owned()),
        };
        Ok(Chord { modifiers, key })
    }
}

impl fmt::Display for Chord {
    /// The notation that [`Chord::from_str`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for modifier in &self.modifiers {
            write!(f, "{}+", modifier.name())?;
        }
        match &self.key {
            Key::Char(character) => write!(f, "{character}"),
            Key::Named(name) => f.write_str(name),
        }
    }
}

fn only_char(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}

/// The lower-case letter, unless that takes more than one character.
fn lower(letter: char) -> char {
    let mut lower = letter.to_lowercase();
    lower.next().filter(|_| lower.next().is_none()).unwrap_or(letter)
}

fn malformed(text: &str, why: &str) -> Error {
    Error::new(ErrorKind::InvalidArgument, format!("`{text}` is not a key combination: {why}"))
        .hint("write modifiers and one key, such as `ctrl+shift+s`, `alt+F4` or `Return`")
}

fn unknown_modifier(text: &str, name: &str) -> Error {
    let names = Modifier::NAMES.iter().map(|(name, _)| *name);
    let nearest = nearest_names(name, names, 2);
    malformed(text, &format!("there is no modifier `{name}`{}", did_you_mean(&nearest)))
}

/// A key that changes what other keys mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are on the keys")]
pub enum Modifier {
    Control,
    Shift,
    Alt,
    Super,
}

impl Modifier {
    const NAMES: &[(&str, Modifier)] = &[
        ("ctrl", Modifier::Control),
        ("shift", Modifier::Shift),
        ("alt", Modifier::Alt),
        ("super", Modifier::Super),
        ("control", Modifier::Control),
        ("option", Modifier::Alt),
        ("win", Modifier::Super),
        ("windows", Modifier::Super),
        ("cmd", Modifier::Super),
        ("command", Modifier::Super),
        ("meta", Modifier::Super),
    ];

    /// The name in key combinations.
    pub const fn name(self) -> &'static str {
        match self {
            Modifier::Control => "ctrl",
            Modifier::Shift => "shift",
            Modifier::Alt => "alt",
            Modifier::Super => "super",
        }
    }

    /// Reads a modifier's name, whatever its case; `None` when there is no such modifier.
    pub fn parse(text: &str) -> Option<Modifier> {
        let known = Modifier::NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
        known.map(|(_, modifier)| *modifier)
    }
}

/// One key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// The key that makes this character.
    Char(char),
    /// A key by its name: `Return`, `Escape`, `Tab`, `F5`, `Left`, `Page_Up`.
    Named(String),
}

/// The right to use keyboard and pointer: while it lives, no other process that asks for it gets it. It ends with
/// the process that holds it, however that ends.
pub struct Turn(#[expect(dead_code, reason = "held, not used")] Box<dyn Send>);

impl Turn {
    /// A turn that lasts as long as `held` is not dropped.
    pub fn held_by(held: impl Send + 'static) -> Turn {
        Turn(Box::new(held))
    }
}

/// Keyboard and pointer of one desktop.
#[async_trait]
pub trait Input: Send + Sync {
    /// Takes the turn of this process, or `None` while another process has it.
    fn try_turn(&self) -> Result<Option<Turn>>;

    /// Where the pointer is.
    async fn pointer(&self, within: Duration) -> Result<Point>;

    /// Moves the pointer.
    async fn move_to(&self, to: Point, within: Duration) -> Result<()>;

    /// Presses a button or lets it go, where the pointer is.
    async fn button(&self, button: Button, down: bool, within: Duration) -> Result<()>;

    /// Turns the wheel: positive is down and to the right, in notches.
    async fn wheel(&self, across: i32, down: i32, within: Duration) -> Result<()>;

    /// An error unless there is such a key. Asked before anything is touched.
    fn check(&self, chord: &Chord) -> Result<()> {
        let _ = chord;
        Ok(())
    }

    /// Strikes a key combination.
    async fn chord(&self, chord: &Chord, within: Duration) -> Result<()>;

    /// Types text into whatever has the keyboard.
    async fn text(&self, text: &str, within: Duration) -> Result<()>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use Modifier::{Alt, Control, Shift, Super};

    fn chord(modifiers: &[Modifier], key: Key) -> Chord {
        Chord { modifiers: modifiers.to_vec(), key }
    }

    fn named(name: &str) -> Key {
        Key::Named(name.to_owned())
    }

    #[test]
    fn combinations_read_as_people_write_them() {
        for (text, expected) in [
            ("ctrl+shift+s", chord(&[Control, Shift], Key::Char('s'))),
            ("Ctrl+S", chord(&[Control], Key::Char('s'))),
            ("Alt+F4", chord(&[Alt], named("F4"))),
            ("cmd+Left", chord(&[Super], named("Left"))),
            ("ctrl + a", chord(&[Control], Key::Char('a'))),
            ("ctrl++", chord(&[Control], Key::Char('+'))),
            ("ctrl+shift++", chord(&[Control, Shift], Key::Char('+'))),
            ("+", chord(&[], Key::Char('+'))),
            (" ", chord(&[], Key::Char(' '))),
            ("S", chord(&[], Key::Char('S'))),
            ("ä", chord(&[], Key::Char('ä'))),
            ("Return", chord(&[], named("Return"))),
            ("Page_Up", chord(&[], named("Page_Up"))),
            ("ctrl+ctrl+x", chord(&[Control], Key::Char('x'))),
            ("ctrl", chord(&[], named("ctrl"))),
            ("ctrl+shift", chord(&[Control], named("shift"))),
        ] {
            assert_eq!(text.parse::<Chord>().unwrap(), expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_combination_is_refused_with_a_reason() {
        for (text, reason) in [
            ("", "no key"),
            ("   ", "no key"),
            ("ctrl+", "missing"),
            ("+s", "no modifier ``"),
            ("++", "no modifier ``"),
            ("ctrl++s", "no modifier ``"),
            ("crtl+s", "did you mean `ctrl`"),
            ("hyper+s", "no modifier `hyper`"),
        ] {
            let error = text.parse::<Chord>().unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidArgument);
            assert!(error.message().contains(reason), "{text}: {error}");
        }
    }

    #[test]
    fn a_combination_reads_back_as_it_is_shown() {
        for text in ["ctrl+shift+s", "alt+F4", "ctrl++", "+", "super+Left", "Return"] {
            let chord: Chord = text.parse().unwrap();
            assert_eq!(chord.to_string(), text);
        }
    }
}
