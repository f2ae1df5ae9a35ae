//! What is inside of windows.

mod arena;
mod draft;
mod layout;
mod style;

pub(crate) use arena::{Around, Widget, Widgets};
pub use draft::{Does, Draft, Opens};
