//! One element, blocking.

use std::time::Duration;

use deskhand_engine::ports::Image;
use deskhand_engine::{Act, Effect, Element, Mode, Receipt};
use deskhand_model::Result;

use super::runtime::block_on;
use crate::acts::plain_acts;

/// An element, described by a query. See [`crate::Target`].
#[derive(Clone, Debug)]
pub struct Target(crate::Target);

macro_rules! methods {
    ($($(#[$doc:meta])* $method:ident => $act:ident;)*) => {
        /// Actions.
        impl Target {
            $(
                $(#[$doc])*
                pub fn $method(&self) -> Result<Receipt> {
                    block_on(self.0.$method())
                }
            )*
        }
    };
}

plain_acts!(methods);

impl Target {
    /// How far actions may go.
    #[must_use]
    pub fn mode(self, mode: Mode) -> Target {
        Target(self.0.mode(mode))
    }

    /// How long each operation may take, waiting included.
    #[must_use]
    pub fn within(self, within: Duration) -> Target {
        Target(self.0.within(within))
    }

    /// Of several matches, this one in tree order, counted from zero.
    #[must_use]
    pub fn nth(self, nth: usize) -> Target {
        Target(self.0.nth(nth))
    }

    /// Makes actions return only when this was seen, instead of at the application's reply.
    #[must_use]
    pub fn until(self, effect: Effect) -> Target {
        Target(self.0.until(effect))
    }

    /// Does something to the element.
    pub fn act(&self, act: Act) -> Result<Receipt> {
        block_on(self.0.act(act))
    }

    /// Replaces its text.
    pub fn set_text(&self, text: impl Into<String>) -> Result<Receipt> {
        block_on(self.0.set_text(text))
    }

    /// Sets its number.
    pub fn set_number(&self, number: f64) -> Result<Receipt> {
        block_on(self.0.set_number(number))
    }

    /// Types text at its caret, after what is there.
    pub fn type_text(&self, text: impl Into<String>) -> Result<Receipt> {
        block_on(self.0.type_text(text))
    }

    /// Strikes key combinations such as `ctrl+s` while it has the focus. Needs a mode that allows real input.
    pub fn keys(&self, chords: &[&str]) -> Result<Receipt> {
        block_on(self.0.keys(chords))
    }

    /// Turns the wheel over it, in notches to the right and down. Needs a mode that allows real input.
    pub fn scroll(&self, across: i32, down: i32) -> Result<Receipt> {
        block_on(self.0.scroll(across, down))
    }

    /// Drags it onto the element of the same application that matches. Needs a mode that allows real input.
    pub fn drag_to(&self, query: &str) -> Result<Receipt> {
        block_on(self.0.drag_to(query))
    }

    /// Drags it by so many pixels. Needs a mode that allows real input.
    pub fn drag_by(&self, x: i32, y: i32) -> Result<Receipt> {
        block_on(self.0.drag_by(x, y))
    }
}

/// Looking.
impl Target {
    /// The one element that matches, with everything known about it; waits until there is exactly one.
    pub fn find(&self) -> Result<Element> {
        block_on(self.0.find())
    }

    /// Every element that matches now.
    pub fn all(&self) -> Result<Vec<Element>> {
        block_on(self.0.all())
    }

    /// How many elements match now.
    pub fn count(&self) -> Result<usize> {
        block_on(self.0.count())
    }

    /// Whether some element matches now.
    pub fn is_present(&self) -> Result<bool> {
        block_on(self.0.is_present())
    }

    /// Waits until at least one element matches, and returns those that do.
    pub fn wait(&self) -> Result<Vec<Element>> {
        block_on(self.0.wait())
    }

    /// Waits until no element matches.
    pub fn wait_until_gone(&self) -> Result<()> {
        block_on(self.0.wait_until_gone())
    }

    /// Waits until exactly one element matches and its [`text`](Target::text) is this, and returns it.
    pub fn wait_for_text(&self, text: &str) -> Result<Element> {
        block_on(self.0.wait_for_text(text))
    }

    /// Its text, or its value or name when it has no text of its own.
    pub fn text(&self) -> Result<String> {
        block_on(self.0.text())
    }

    /// A picture of it, also when other windows cover it.
    pub fn screenshot(&self) -> Result<Image> {
        block_on(self.0.screenshot())
    }
}

impl From<crate::Target> for Target {
    fn from(target: crate::Target) -> Target {
        Target(target)
    }
}
