//! Real input: keys and pointer, as if from the user's own devices.

use std::time::Duration;

use async_trait::async_trait;
use deskhand_model::{Point, Result};

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

/// A key that changes what other keys mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are on the keys")]
pub enum Modifier {
    Control,
    Shift,
    Alt,
    Super,
}

/// One key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// The key that makes this character.
    Char(char),
    /// A key by its name: `Return`, `Escape`, `Tab`, `F5`, `Left`, `Page_Up`.
    Named(String),
}

/// Keyboard and pointer of one desktop.
#[async_trait]
pub trait Input: Send + Sync {
    /// Where the pointer is.
    async fn pointer(&self, within: Duration) -> Result<Point>;

    /// Moves the pointer.
    async fn move_to(&self, to: Point, within: Duration) -> Result<()>;

    /// Presses a button or lets it go, where the pointer is.
    async fn button(&self, button: Button, down: bool, within: Duration) -> Result<()>;

    /// Turns the wheel: positive is down and to the right, in notches.
    async fn wheel(&self, across: i32, down: i32, within: Duration) -> Result<()>;

    /// Strikes a key combination.
    async fn chord(&self, chord: &Chord, within: Duration) -> Result<()>;

    /// Types text into whatever has the keyboard.
    async fn text(&self, text: &str, within: Duration) -> Result<()>;
}
