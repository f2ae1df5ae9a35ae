//! From a file to an answer.

use std::io;
use std::sync::Arc;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::{StreamExt, TryStreamExt, stream};
use http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use http::{HeaderValue, StatusCode};

use super::blocking;
use super::encoding::{encode, encoded_length};
use super::failure::Way;
use super::place::Place;
use super::source::{Source, TooLarge};
use crate::server::Refusal;

/// Around the contents in JSON. Base64 has no characters that JSON would want escaped.
const BEFORE: &str = r#"{"content":""#;
const AFTER: &str = r#""}"#;

/// Answers with a file as it is.
pub(super) async fn raw(place: Arc<Place>, path: String) -> Result<Response, Refusal> {
    let source =
        blocking(move || Source::open(&place, &path).map_err(|error| failed(&path, &error))).await??;
    let length = source.length();
    Ok(answer("application/octet-stream", length, source.body()))
}

/// Answers with a file of at most so many bytes in JSON.
pub(super) async fn json(place: Arc<Place>, path: String, limit: usize) -> Result<Response, Refusal> {
    let (source, length) = blocking(move || {
        let measured = Source::open(&place, &path).and_then(|source| source.measured(limit as u64));
        measured.map_err(|error| failed(&path, &error))?.map_err(|TooLarge| too_large(&path, limit))
    })
    .await??;
    let length = (BEFORE.len() + AFTER.len()) as u64 + encoded_length(length);
    let around = |text: &'static str| stream::iter([Ok::<_, io::Error>(Bytes::from_static(text.as_bytes()))]);
    let content = source.pieces().map_ok(|piece| Bytes::from(encode(&piece)));
    let body = Body::from_stream(around(BEFORE).chain(content).chain(around(AFTER)));
    Ok(answer("application/json", Some(length), body))
}

fn answer(kind: &'static str, length: Option<u64>, body: Body) -> Response {
    let mut response = ([(CONTENT_TYPE, kind)], body).into_response();
    if let Some(length) = length {
        response.headers_mut().insert(CONTENT_LENGTH, HeaderValue::from(length));
    }
    response
}

fn failed(path: &str, error: &io::Error) -> Refusal {
    Way::Download.failed(path, error)
}

fn too_large(path: &str, limit: usize) -> Refusal {
    Way::Download.refuse(
        StatusCode::PAYLOAD_TOO_LARGE,
        format!(
            "{path} has more than the {limit} bytes that a file in JSON may have; ask for /download?path=…"
        ),
    )
}
