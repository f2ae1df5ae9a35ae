//! The thread that answers.

mod client;
mod serve;
mod socket;

pub(crate) use serve::serve;
pub(crate) use socket::{discard, open};
