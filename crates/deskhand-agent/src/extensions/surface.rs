//! Pictures and the clipboard.

use std::sync::Arc;

use axum::extract::State;
use axum::response::IntoResponse;
use deskhand_engine::Shot;
use deskhand_model::{Error, ErrorKind};
use deskhand_schema::request::{ClipboardRequest, ShotRequest, Timed};
use deskhand_schema::{Clipboard, picture};
use http::header::CONTENT_TYPE;

use super::{Own, Reply, document, time};
use crate::server::Agent;

/// `POST /deskhand/screenshot`
pub(crate) async fn screenshot(State(agent): State<Arc<Agent>>, Own(asked): Own<ShotRequest>) -> Reply {
    let image = agent.session.screenshot(&Shot::try_from(asked.shot)?, time(&agent, asked.time)?).await?;
    // A large picture takes a while to compress, in which others want to be answered.
    let encoded = tokio::task::spawn_blocking(move || picture::encode_png(&image)).await;
    let file = encoded
        .map_err(|fault| Error::new(ErrorKind::Internal, format!("The picture is lost: {fault}")))??;
    Ok(([(CONTENT_TYPE, "image/png")], file).into_response())
}

/// `POST /deskhand/clipboard`
pub(crate) async fn clipboard(State(agent): State<Arc<Agent>>, Own(asked): Own<Timed>) -> Reply {
    let text = agent.session.clipboard(time(&agent, asked)?).await?;
    Ok(document(Clipboard { text }))
}

/// `POST /deskhand/clipboard/set`: the answer does not repeat the text.
pub(crate) async fn set_clipboard(
    State(agent): State<Arc<Agent>>,
    Own(asked): Own<ClipboardRequest>,
) -> Reply {
    agent.session.set_clipboard(&asked.text, time(&agent, asked.time)?).await?;
    Ok(document(Clipboard { text: None }))
}
