//! The keyboard: key names, the layout, and typing by XTEST.

mod keymap;
mod names;
mod plan;
mod state;
mod typing;

pub(super) use typing::{check, chord, text};
