//! Failures as the contract tells them: a status, a key, and a sentence.

use axum::response::{IntoResponse, Response};
use deskhand_model::{Error, ErrorKind};
use http::header::{RETRY_AFTER, WWW_AUTHENTICATE};
use http::{HeaderValue, StatusCode};

use super::{Answer, evidence};
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

    /// The status and the key of a failure of this kind.
    pub(crate) fn sort(kind: ErrorKind) -> (StatusCode, ErrorKey) {
        match kind {
            ErrorKind::NotFound | ErrorKind::ElementGone => (StatusCode::NOT_FOUND, ErrorKey::NotFound),
            ErrorKind::WindowNotFound | ErrorKind::AppNotFound => {
                (StatusCode::NOT_FOUND, ErrorKey::WindowNotFound)
            }
            ErrorKind::Ambiguous | ErrorKind::AppAmbiguous | ErrorKind::WindowAmbiguous => {
                (StatusCode::CONFLICT, ErrorKey::Ambiguous)
            }
            ErrorKind::ActionUnsupported
            | ErrorKind::FocusRequired
            | ErrorKind::ElementDisabled
            | ErrorKind::ElementHidden => (StatusCode::UNPROCESSABLE_ENTITY, ErrorKey::ActionUnsupported),
            ErrorKind::ActionFailed => (StatusCode::UNPROCESSABLE_ENTITY, ErrorKey::ActionFailed),
            ErrorKind::AppNotResponding
            | ErrorKind::AppGone
            | ErrorKind::AccessibilityUnavailable
            | ErrorKind::DisplayUnavailable => {
                (StatusCode::SERVICE_UNAVAILABLE, ErrorKey::AccessibilityUnavailable)
            }
            ErrorKind::InvalidQuery | ErrorKind::InvalidArgument => {
                (StatusCode::BAD_REQUEST, ErrorKey::InvalidJson)
            }
            ErrorKind::Timeout => (StatusCode::GATEWAY_TIMEOUT, ErrorKey::Timeout),
            ErrorKind::PermissionDenied => (StatusCode::FORBIDDEN, ErrorKey::Forbidden),
            _ => (StatusCode::INTERNAL_SERVER_ERROR, ErrorKey::Internal),
        }
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        let (status, key) = Refusal::sort(error.kind());
        Refusal::new(status, key, evidence::told(&error))
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let body = ErrorResponse { error: self.key.name().to_owned(), details: Some(self.details) };
        let mut response = (self.status, Answer(body)).into_response();
        match self.key {
            ErrorKey::Unauthorized => {
                response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            }
            ErrorKey::Busy => {
                response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
            }
            _ => {}
        }
        response.extensions_mut().insert(self.key);
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_have_the_statuses_and_keys_of_the_contract() {
        for (kind, status, key) in [
            (ErrorKind::NotFound, 404, "not_found"),
            (ErrorKind::ElementGone, 404, "not_found"),
            (ErrorKind::Ambiguous, 409, "ambiguous"),
            (ErrorKind::WindowAmbiguous, 409, "ambiguous"),
            (ErrorKind::WindowNotFound, 404, "window_not_found"),
            (ErrorKind::AppNotFound, 404, "window_not_found"),
            (ErrorKind::FocusRequired, 422, "action_unsupported"),
            (ErrorKind::ActionFailed, 422, "action_failed"),
            (ErrorKind::AppNotResponding, 503, "accessibility_unavailable"),
            (ErrorKind::InvalidQuery, 400, "invalid_json"),
            (ErrorKind::Timeout, 504, "timeout"),
            (ErrorKind::PermissionDenied, 403, "forbidden"),
            (ErrorKind::Io, 500, "internal"),
        ] {
            let refusal = Refusal::from(Error::new(kind, "So it is"));
            assert_eq!((refusal.status.as_u16(), refusal.key.name()), (status, key), "{kind}");
            assert_eq!(refusal.details, "So it is");
        }
    }
}
