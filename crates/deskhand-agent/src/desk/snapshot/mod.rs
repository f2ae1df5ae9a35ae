//! `POST /snapshot`

mod filter;
mod pairing;
mod scene;
mod text;

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderName, HeaderValue};

use super::asking::given;
use super::deadline::Deadline;
use super::left_out::header;
use crate::contract::SnapshotRequest;
use crate::server::{Agent, Asked, Refusal};
use filter::Filter;
use scene::Scene;
use text::SnapshotText;

/// Why there is more than the snapshot shows.
const TRUNCATED: HeaderName = HeaderName::from_static("x-deskhand-truncated");

pub(crate) async fn snapshot(
    State(agent): State<Arc<Agent>>,
    Asked(request): Asked<SnapshotRequest>,
) -> Result<Response, Refusal> {
    let filter = Filter::read(&request)?;
    let window = given(request.window);
    let scene = Scene::of(&*agent.session, window.as_deref(), &filter, Deadline::new(agent.within)).await?;
    Ok(streamed(scene))
}

/// The answer, made as it is taken. One that fits into a single piece is sent in one, with its length.
fn streamed(scene: Scene) -> Response {
    let headers = headers(&scene);
    let mut pieces = SnapshotText::new(scene.panes).peekable();
    let body = match (pieces.next(), pieces.peek().is_some()) {
        (Some(Ok(only)), false) => Body::from(only),
        (first, _) => Body::from_stream(stream::iter(first.into_iter().chain(pieces))),
    };
    (headers, body).into_response()
}

fn headers(scene: &Scene) -> HeaderMap {
    let mut headers = header(&scene.unread);
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    let cuts: Vec<&str> = scene.cuts.iter().map(String::as_str).collect();
    if let (false, Ok(value)) = (cuts.is_empty(), HeaderValue::try_from(cuts.join(", "))) {
        headers.insert(TRUNCATED, value);
    }
    headers
}
