//! Failures as the contract tells them: a status, a key, and a sentence.

use axum::response::{IntoResponse, Response};
use deskhand_model::Error;
use http::StatusCode;

use crate::contract::{ErrorKey, ErrorResponse};

/// Why a request is not answered as it wanted to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    pub(crate) key: ErrorKey,
    pub(crate) details: String,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, key: ErrorKey, details: impl Into<String>) -> Refusal {
        Refusal { status, key, details: details.into() }
    }

    /// The request makes no sense.
    pub(crate) fn bad(details: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, ErrorKey::InvalidJson, details)
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, ErrorKey::Internal, error.message())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let body = ErrorResponse { error: self.key.name().to_owned(), details: Some(self.details) };
        let json = serde_json::to_vec(&body).unwrap_or_default();
        (self.status, [(http::header::CONTENT_TYPE, "application/json")], json).into_response()
    }
}
