//! From a request to a file.

use std::borrow::Cow;
use std::io;
use std::sync::Arc;

use axum::body::Body;
use http::StatusCode;
use http_body::{Body as _, Frame};
use http_body_util::BodyExt;
use serde::Deserialize;
use serde_json::json;

use super::encoding::{Decoded, Malformed};
use super::failure::Way;
use super::part::Part;
use super::place::Place;
use super::{blocking, query};
use crate::contract::UploadRequest;
use crate::server::{Agent, Limits, Noted, Refusal, body, parse_borrowed};

/// Bytes that are gathered before they are written.
const BATCH: usize = 512 << 10;

/// A file that was written.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) path: String,
    pub(super) bytes: u64,
}

/// Writes a file from a body that is the file.
pub(super) async fn raw(place: Arc<Place>, path: String, mut body: Body) -> Result<Written, Refusal> {
    let failed = |error: io::Error| Way::Upload.failed(&path, &error);
    let asked = path.clone();
    let mut part = blocking(move || Part::begin(&place, &asked)).await?.map_err(failed)?;
    let mut batch = Vec::with_capacity(BATCH);
    while let Some(frame) = body.frame().await {
        match frame.map(Frame::into_data) {
            Ok(Ok(data)) => batch.extend_from_slice(&data),
            // Trailers say nothing about a file.
            Ok(Err(_)) => {}
            Err(error) => {
                // The client may look for what is left as soon as it is told.
                blocking(move || drop(part)).await?;
                return Err(broken(&error));
            }
        }
        if batch.len() >= BATCH {
            (part, batch) = blocking(move || write(part, batch)).await?.map_err(failed)?;
        }
    }
    let complete = move || write(part, batch).and_then(|(part, _)| part.complete());
    let bytes = blocking(complete).await?.map_err(failed)?;
    Ok(Written { path, bytes })
}

/// Writes these bytes, and gives their space back.
fn write(mut part: Part, mut batch: Vec<u8>) -> io::Result<(Part, Vec<u8>)> {
    part.write(&batch)?;
    batch.clear();
    Ok((part, batch))
}

/// A file in JSON; its content stays where the body is, as far as that can be.
#[derive(Deserialize)]
struct Borrowed<'a> {
    path: String,
    #[serde(borrow)]
    content: Cow<'a, str>,
}

/// Writes a file from a body that has it in JSON.
pub(super) async fn json(
    agent: &Agent,
    place: Arc<Place>,
    body: Body,
    noted: Noted,
) -> Result<Written, Refusal> {
    let Limits { file: limit, file_time, body: small, .. } = agent.limits;
    // What any other request could send as well needs no room of its own.
    let is_small = body.size_hint().upper().is_some_and(|bytes| bytes <= small as u64);
    let _room = if is_small { None } else { Some(agent.files.make_room()?) };
    let gathering = tokio::time::timeout(file_time, gather(body, longest_body(limit)));
    let body = gathering.await.unwrap_or_else(|_| Err(body::late()))?.ok_or_else(|| too_large(limit))?;
    blocking(move || {
        let Borrowed { path, content } = parse_borrowed::<_, UploadRequest>(&body)?;
        noted.tell(json!({ "path": path }));
        let path = query::checked(path, Way::Upload)?;
        let bytes = decode(&place, &path, &content, limit)?;
        Ok(Written { path, bytes })
    })
    .await?
}

/// A whole body, if it has at most so many bytes. They are gathered in one place as they come: to join them afterwards
/// would take twice the memory.
async fn gather(mut body: Body, limit: usize) -> Result<Option<Vec<u8>>, Refusal> {
    let announced = usize::try_from(body.size_hint().lower()).unwrap_or(usize::MAX);
    if announced > limit {
        return Ok(None);
    }
    let mut gathered = Vec::with_capacity(announced);
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(|error| body::broken(&error))?.into_data() else { continue };
        if data.len() > limit - gathered.len() {
            return Ok(None);
        }
        gathered.extend_from_slice(&data);
    }
    Ok(Some(gathered))
}

fn decode(place: &Place, path: &str, content: &str, limit: usize) -> Result<u64, Refusal> {
    let failed = |error: io::Error| Way::Upload.failed(path, &error);
    let mut part = Part::begin(place, path).map_err(failed)?;
    for piece in Decoded::new(content) {
        let piece = piece.map_err(|Malformed| {
            Way::Upload.refuse(StatusCode::BAD_REQUEST, "The `content` is no base64 of the standard alphabet")
        })?;
        part.write(&piece).map_err(failed)?;
        if part.bytes() > limit as u64 {
            return Err(too_large(limit));
        }
    }
    part.complete().map_err(failed)
}

/// Bytes of JSON that a file of this size may take: base64 of it with broken lines, and a path.
fn longest_body(file: usize) -> usize {
    file.saturating_add(file / 2).saturating_add(64 << 10)
}

fn too_large(limit: usize) -> Refusal {
    Way::Upload.refuse(
        StatusCode::PAYLOAD_TOO_LARGE,
        format!("A file in JSON may have {limit} bytes; larger ones are sent as the body of /upload?path=…"),
    )
}

fn broken(error: &axum::Error) -> Refusal {
    let refusal = body::broken(error);
    match refusal.status {
        StatusCode::BAD_REQUEST => Way::Upload.refuse(refusal.status, refusal.details),
        _ => refusal,
    }
}
