//! What a client wants of a new session, and what it gets.
//!
//! Mozilla's crate checks types and merges; what it leaves open is checked here.

mod answer;
mod browser;
mod candidates;
mod options;
mod proxy;
mod version;

pub(crate) use answer::answer;
pub(crate) use candidates::{Candidate, candidates};
