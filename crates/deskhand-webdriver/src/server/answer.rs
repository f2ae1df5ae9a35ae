//! What goes back to a client.

use bytes::Bytes;
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use http::{HeaderValue, Response, StatusCode};
use http_body_util::Full;
use serde::Serialize;
use serde_json::Value;

use crate::errors::Outcome;

/// A value, or an error of the protocol.
pub(super) fn answer(outcome: &Outcome<Value>) -> Response<Full<Bytes>> {
    #[derive(Serialize)]
    struct Success<'a> {
        value: &'a Value,
    }
    let (status, body) = match outcome {
        Ok(value) => (StatusCode::OK, serde_json::to_vec(&Success { value })),
        Err(failure) => (failure.http_status(), serde_json::to_vec(failure)),
    };
    // Plain data of strings and numbers always has a text.
    let mut response = Response::new(Full::from(body.unwrap_or_default()));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json; charset=utf-8"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}
