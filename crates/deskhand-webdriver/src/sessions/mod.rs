//! All sessions: how they begin, how their commands are run, and how they end.
//!
//! A session is found by its id; its commands wait for each other and for nobody else. One whose application has died
//! is remembered until its client has been told.

mod attendance;
mod beginning;
mod handle;
mod registry;
mod running;

pub(crate) use attendance::Caller;
pub(crate) use registry::Sessions;
