//! The desktop behind an agent that speaks the contract and none of our extensions: applications are the names that its
//! windows tell, queries are answered here over its snapshots, and actions name the element so that it alone is meant.

mod act;
mod deadline;
mod element;
mod errors;
mod flat;
mod look;
mod query;
mod session;
mod windows;

pub(super) use session::PlainSession;

use deskhand_model::{Error, ErrorKind};

/// The contract has nothing for this; one of our extensions has.
fn unsupported(what: &str, extension: &str) -> Error {
    let message = format!("This agent cannot do {what}: it does not offer /deskhand/{extension}");
    Error::new(ErrorKind::ActionUnsupported, message).hint("run `deskhand agent` on that machine")
}
