//! Applications and their elements.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::response::IntoResponse;
use deskhand_engine::{Locator, Until};
use deskhand_schema::request::{AppRequest, FindRequest, TextRequest, Timed, TreeRequest, Want};
use deskhand_schema::{Apps, Idleness, Matches, SnapshotChunks, Text};
use futures_util::stream;
use http::header::CONTENT_TYPE;

use super::{Own, Reply, at_most, document, time};
use crate::server::Agent;

/// Most nodes of a tree.
const MOST_NODES: usize = 100_000;

/// `POST /deskhand/apps`
pub(crate) async fn apps(State(agent): State<Arc<Agent>>, Own(asked): Own<Timed>) -> Reply {
    let apps = agent.session.apps(time(&agent, asked)?).await?;
    Ok(document(Apps::from(apps.as_slice())))
}

/// `POST /deskhand/app`
pub(crate) async fn app(State(agent): State<Arc<Agent>>, Own(asked): Own<AppRequest>) -> Reply {
    let app = agent.session.app(&asked.app.into(), time(&agent, asked.time)?).await?;
    Ok(document(Apps::from([app].as_slice())))
}

/// `POST /deskhand/tree`: written while it is sent, because it can be large.
pub(crate) async fn tree(State(agent): State<Arc<Agent>>, Own(asked): Own<TreeRequest>) -> Reply {
    let (request, within) = (asked.read_request()?, time(&agent, asked.time)?);
    at_most("max_nodes", request.max_nodes, MOST_NODES)?;
    let snapshot = agent.session.tree(&asked.app.into(), &request, within).await?;
    let chunks = SnapshotChunks::new(snapshot);
    Ok(([(CONTENT_TYPE, "application/json")], Body::from_stream(stream::iter(chunks))).into_response())
}

/// `POST /deskhand/find`
pub(crate) async fn find(State(agent): State<Arc<Agent>>, Own(asked): Own<FindRequest>) -> Reply {
    let locator = Locator::try_from(asked.locator)?;
    let within = time(&agent, asked.time)?;
    let found = match asked.want {
        Want::One => {
            let element = agent.session.find(&locator, within).await?;
            return Ok(document(Matches::from_element(&locator.query, &element)));
        }
        Want::All => agent.session.find_all(&locator, within).await?,
        Want::Present => agent.session.wait(&locator, Until::Present, within).await?,
        Want::Absent => agent.session.wait(&locator, Until::Absent, within).await?,
        Want::Text(text) => agent.session.wait(&locator, Until::Text(text), within).await?,
    };
    Ok(document(Matches::from_found(&locator.query, &found)))
}

/// `POST /deskhand/idle`: answered when the application has come to rest.
pub(crate) async fn idle(State(agent): State<Arc<Agent>>, Own(asked): Own<AppRequest>) -> Reply {
    let idle = agent.session.wait_for_idle(&asked.app.into(), time(&agent, asked.time)?).await?;
    Ok(document(Idleness::from(&idle)))
}

/// `POST /deskhand/text`
pub(crate) async fn text(State(agent): State<Arc<Agent>>, Own(asked): Own<TextRequest>) -> Reply {
    let text = agent.session.text(&asked.locator.try_into()?, time(&agent, asked.time)?).await?;
    Ok(document(Text { text }))
}
