//! What sessions say when something is not there or there is more than one of it, for those that are no engine.

pub use crate::apps::app_ambiguous;
pub use crate::windows::{window_ambiguous, window_not_found};
