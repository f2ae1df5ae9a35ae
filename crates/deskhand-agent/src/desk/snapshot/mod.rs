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
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use super::asking::given;
use crate::contract::SnapshotRequest;
use crate::server::{Agent, Asked, Refusal};
use filter::Filter;
use scene::Scene;
use text::SnapshotText;

/// Applications that do not answer, so that nothing is known of what is in their windows.
const UNREAD: HeaderName = HeaderName::from_static("x-deskhand-unread");

/// Why there is more than the snapshot shows.
const TRUNCATED: HeaderName = HeaderName::from_static("x-deskhand-truncated");

/// What does not go into a header as it is.
const NOT_IN_HEADERS: &AsciiSet = &CONTROLS.add(b'%').add(b',');

pub(crate) async fn snapshot(
    State(agent): State<Arc<Agent>>,
    Asked(request): Asked<SnapshotRequest>,
) -> Result<Response, Refusal> {
    let filter = Filter::read(&request)?;
    let window = given(request.window);
    let scene = Scene::of(&*agent.session, window.as_deref(), &filter, agent.within).await?;
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
    let mut headers = HeaderMap::from_iter([(CONTENT_TYPE, HeaderValue::from_static("application/json"))]);
    let mut tell = |name: HeaderName, list: Vec<String>| {
        if let (false, Ok(value)) = (list.is_empty(), HeaderValue::try_from(list.join(", "))) {
            headers.insert(name, value);
        }
    };
    tell(
        UNREAD,
        scene.unread.iter().map(|name| utf8_percent_encode(name, NOT_IN_HEADERS).to_string()).collect(),
    );
    tell(TRUNCATED, scene.cuts.iter().cloned().collect());
    headers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_any_kind_fit_into_a_header() {
        let scene = Scene { unread: vec!["`a,ü\n` (pid 1)".to_owned(), "b".to_owned()], ..Scene::default() };
        let headers = headers(&scene);
        assert_eq!(headers[UNREAD], "`a%2C%C3%BC%0A` (pid 1), b");
        assert!(!headers.contains_key(TRUNCATED));
    }
}
