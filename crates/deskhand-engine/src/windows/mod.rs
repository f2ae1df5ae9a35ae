//! Windows: which there are, which is meant, how each is, and changing them.
//!
//! Two views of a desktop know about windows, the window system's registry and the applications' accessibility.
//! `authority` says which to believe about what, the [bridge](crate::bridge) which element is which window.

mod account;
mod authority;
mod change;
mod errors;
mod get;
mod locate;
mod look;
mod memory;
mod registry;
mod request;
mod select;
mod view;

pub(crate) use authority::merge;
pub use errors::{window_ambiguous, window_not_found};
pub(crate) use registry::Registry;
pub use view::{Certainty, Changed, Evidence, Joined, WindowView};
