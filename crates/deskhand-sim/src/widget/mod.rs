//! What is inside of windows.

mod arena;
mod draft;
mod layout;
mod mutation;
mod reshape;
mod style;
mod told;

pub(crate) use arena::{Widget, Widgets};
pub use draft::{Does, Draft, Opens};
pub use mutation::Mutation;
pub(crate) use told::Around;
