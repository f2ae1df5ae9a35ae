//! What can be wrong with a file.

use std::fmt;
use std::io;
use std::path::Path;

use deskhand_model::{Error, ErrorKind};

/// The file could not be read or written.
pub(super) fn io_fault(path: &Path, doing: &str, error: &io::Error) -> Error {
    let kind = match error.kind() {
        io::ErrorKind::PermissionDenied => ErrorKind::PermissionDenied,
        _ => ErrorKind::Io,
    };
    Error::new(kind, format!("cannot {doing} the trace {}: {error}", path.display()))
}

/// The file is something else, or broken beyond use.
pub(super) fn no_trace(path: &Path, why: impl fmt::Display) -> Error {
    Error::new(ErrorKind::InvalidArgument, format!("{} is not a trace: {why}", path.display()))
        .hint("traces are written by `deskhand --trace FILE` and read by `deskhand trace show FILE`")
}

/// Reading it would take more than anybody has asked for.
pub(super) fn too_much(path: &Path, what: impl fmt::Display) -> Error {
    Error::new(ErrorKind::InvalidArgument, format!("{} is not read: {what}", path.display()))
}
