//! Answers that cannot be understood.

use std::fmt;

use deskhand_model::{Error, ErrorKind};

/// The error for an answer of which this makes no sense.
pub(crate) fn unreadable(what: impl fmt::Display) -> Error {
    Error::new(ErrorKind::Internal, format!("The answer cannot be understood: {what}"))
}
