//! Reading bodies and writing answers.

use axum::body::Bytes;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use deskhand_page::{Fault, FaultKind};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// Something that is not done: `{"error": …}` with a status.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    status: StatusCode,
    message: String,
}

/// What an endpoint answers.
pub(crate) type Answer = Result<Value, Refusal>;

impl Refusal {
    pub(super) fn not_found(message: impl Into<String>) -> Refusal {
        Refusal { status: StatusCode::NOT_FOUND, message: message.into() }
    }

    pub(super) fn invalid(message: impl Into<String>) -> Refusal {
        Refusal { status: StatusCode::BAD_REQUEST, message: message.into() }
    }

    pub(super) fn failed(message: impl Into<String>) -> Refusal {
        Refusal { status: StatusCode::INTERNAL_SERVER_ERROR, message: message.into() }
    }
}

/// Servers make errors of their own of the message, so it begins with the words of WebDriver.
impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Refusal {
        let (status, code) = match fault.kind {
            FaultKind::NoView => (StatusCode::NOT_FOUND, "no such window"),
            FaultKind::NoFrame => (StatusCode::NOT_FOUND, "no such frame"),
            FaultKind::NoNode => (StatusCode::NOT_FOUND, "no such element"),
            FaultKind::NoShadow => (StatusCode::NOT_FOUND, "no such shadow root"),
            FaultKind::StaleNode => (StatusCode::NOT_FOUND, "stale element reference"),
            FaultKind::DetachedShadow => (StatusCode::NOT_FOUND, "detached shadow root"),
            FaultKind::NoDialog => (StatusCode::NOT_FOUND, "no such alert"),
            FaultKind::DialogOpen => (StatusCode::INTERNAL_SERVER_ERROR, "unexpected alert open"),
            FaultKind::Timeout => (StatusCode::INTERNAL_SERVER_ERROR, "timeout"),
            FaultKind::InsecureCertificate => (StatusCode::INTERNAL_SERVER_ERROR, "insecure certificate"),
            FaultKind::CookieDomain => (StatusCode::BAD_REQUEST, "invalid cookie domain"),
            FaultKind::CookieRefused => (StatusCode::INTERNAL_SERVER_ERROR, "unable to set cookie"),
            FaultKind::OutOfBounds => (StatusCode::INTERNAL_SERVER_ERROR, "move target out of bounds"),
            FaultKind::Invalid => (StatusCode::BAD_REQUEST, "invalid argument"),
            FaultKind::Unsupported => (StatusCode::INTERNAL_SERVER_ERROR, "unsupported operation"),
            FaultKind::Script => return Refusal::failed(fault.message),
            _ => (StatusCode::INTERNAL_SERVER_ERROR, "unknown error"),
        };
        Refusal { status, message: format!("{code}: {}", fault.message) }
    }
}

/// A body as what an endpoint takes. Whatever content type it claims: there is only one kind. None is an empty object.
pub(super) fn read<Q: DeserializeOwned>(body: &Bytes) -> Result<Q, Refusal> {
    let body: &[u8] = if body.is_empty() { b"{}" } else { body };
    serde_json::from_slice(body).map_err(|error| Refusal::invalid(format!("invalid argument: {error}")))
}

/// A value from a page as what it has to be.
pub(super) fn parsed<T: DeserializeOwned>(value: Value) -> Result<T, Refusal> {
    serde_json::from_value(value).map_err(|error| {
        Refusal::failed(format!("unknown error: the page's answer cannot be understood: {error}"))
    })
}

pub(super) fn respond(answer: Answer) -> Response {
    let (status, body) = match answer {
        Ok(value) => (StatusCode::OK, value),
        Err(refusal) => (refusal.status, json!({ "error": refusal.message })),
    };
    (status, [(header::CONTENT_TYPE, "application/json")], body.to_string()).into_response()
}
