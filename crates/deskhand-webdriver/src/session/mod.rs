//! One session: what it drives, where it is, and what it was told.

mod looks;
mod state;
mod timeouts;

pub(crate) use looks::refusal;
pub(crate) use state::{PATIENCE, Session};
pub(crate) use timeouts::{Timeouts, milliseconds};
