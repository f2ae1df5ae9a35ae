//! Everything that can end a command early.

use std::io;

use deskhand_model::{Error, ErrorKind, QueryError};
use deskhand_schema::{FailureDetail, QueryPosition};

use crate::exit;

/// The result of a command.
pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

/// Why a command ended early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Something went wrong.
    Error(Error),
    /// A query is malformed.
    Query {
        /// As it was written.
        text: String,
        /// What is wrong with it, and where.
        error: QueryError,
    },
    /// A window did not become what it was asked to be.
    Refused {
        /// What was asked for, and what it is.
        error: Error,
        /// The window as it is.
        window: Box<deskhand_schema::Window>,
    },
    /// Whoever read our output has gone away: nothing to tell, and nobody to tell it to.
    BrokenPipe,
}

impl Failure {
    /// A failure of this kind, told in one sentence.
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Failure {
        Failure::Error(Error::new(kind, message))
    }

    /// The exit code that it ends with.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Failure::Error(error) | Failure::Refused { error, .. } => exit::code(error.kind()),
            Failure::Query { .. } => exit::code(ErrorKind::InvalidQuery),
            Failure::BrokenPipe => exit::OK,
        }
    }

    /// As JSON; nothing when there is nothing to tell.
    pub(crate) fn detail(&self) -> Option<FailureDetail> {
        let mut detail = match self {
            Failure::Error(error) => FailureDetail::from(error),
            Failure::Query { text, error } => {
                let mut detail = FailureDetail::from(&Error::from(error.clone()));
                detail.query = Some(QueryPosition { text: text.clone(), position: error.position });
                detail
            }
            Failure::Refused { error, window } => {
                FailureDetail { window: Some(window.clone()), ..FailureDetail::from(error) }
            }
            Failure::BrokenPipe => return None,
        };
        detail.exit_code = Some(self.exit_code());
        Some(detail)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Error(error)
    }
}

/// For what is written to standard output; files say more in their own errors.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Failure::BrokenPipe
        } else {
            Failure::new(ErrorKind::Io, format!("cannot write to standard output: {error}"))
        }
    }
}
