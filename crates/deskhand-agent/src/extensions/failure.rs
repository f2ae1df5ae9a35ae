//! Failures of our own endpoints: the document with the engine's code, under the contract's statuses.

use axum::response::{IntoResponse, Response};
use deskhand_model::{Error, ErrorKind};
use deskhand_schema::{Document, Failure, FailureDetail};
use http::StatusCode;

use crate::contract::ErrorKey;
use crate::server::{Answer, Refusal};

/// Why one of our own requests is not answered as it wanted to be.
#[derive(Debug)]
pub(crate) struct Failed {
    status: StatusCode,
    key: ErrorKey,
    error: Error,
}

impl From<Error> for Failed {
    fn from(error: Error) -> Failed {
        let (status, key) = Refusal::sort(error.kind());
        Failed { status, key, error }
    }
}

/// A request that could not even be read.
impl From<Refusal> for Failed {
    fn from(Refusal { status, key, details }: Refusal) -> Failed {
        let kind = match key {
            ErrorKey::InvalidJson => ErrorKind::InvalidArgument,
            ErrorKey::Timeout => ErrorKind::Timeout,
            _ => ErrorKind::Internal,
        };
        Failed { status, key, error: Error::new(kind, details) }
    }
}

impl Failed {
    /// The agent ends, and this with it.
    pub(super) fn stopping() -> Failed {
        Failed { status: StatusCode::SERVICE_UNAVAILABLE, key: ErrorKey::Internal, error: stopping() }
    }
}

/// The agent ends.
pub(super) fn stopping() -> Error {
    Error::new(ErrorKind::Io, "The agent ends, and stops what it was asked for")
}

/// The document that tells of an error.
pub(super) fn document(error: &Error) -> Document<Failure> {
    Document::new(Failure { error: FailureDetail::from(error) })
}

impl IntoResponse for Failed {
    fn into_response(self) -> Response {
        let mut response = (self.status, Answer(document(&self.error))).into_response();
        response.extensions_mut().insert(self.key);
        response
    }
}
