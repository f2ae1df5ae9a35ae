//! Applications and their elements.

use axum::body::Body;
use axum::response::IntoResponse;
use deskhand_engine::{Locator, Until};
use deskhand_schema::request::{AppRequest, FindRequest, TextRequest, Timed, TreeRequest, Want};
use deskhand_schema::{Apps, Matches, SnapshotChunks, Text};
use futures_util::stream;
use http::header::CONTENT_TYPE;

use super::{Reply, document, time};
use crate::server::Agent;

/// `POST /deskhand/apps`
pub(super) async fn apps(agent: &Agent, asked: Timed) -> Reply {
    let apps = agent.session.apps(time(agent, asked)?).await?;
    Ok(document(Apps::from(apps.as_slice())))
}

/// `POST /deskhand/app`
pub(super) async fn app(agent: &Agent, asked: AppRequest) -> Reply {
    let app = agent.session.app(&asked.app.into(), time(agent, asked.time)?).await?;
    Ok(document(Apps::from([app].as_slice())))
}

/// `POST /deskhand/tree`: written while it is sent, because it can be large.
pub(super) async fn tree(agent: &Agent, asked: TreeRequest) -> Reply {
    let (request, within) = (asked.read_request()?, time(agent, asked.time)?);
    let snapshot = agent.session.tree(&asked.app.into(), &request, within).await?;
    let chunks = SnapshotChunks::new(snapshot);
    Ok(([(CONTENT_TYPE, "application/json")], Body::from_stream(stream::iter(chunks))).into_response())
}

/// `POST /deskhand/find`
pub(super) async fn find(agent: &Agent, asked: FindRequest) -> Reply {
    let locator = Locator::try_from(asked.locator)?;
    let within = time(agent, asked.time)?;
    let found = match asked.want {
        Want::One => {
            let element = agent.session.find(&locator, within).await?;
            return Ok(document(Matches::from_element(&locator.query, &element)));
        }
        Want::All => agent.session.find_all(&locator, within).await?,
        Want::Present => agent.session.wait(&locator, Until::Present, within).await?,
        Want::Absent => agent.session.wait(&locator, Until::Absent, within).await?,
    };
    Ok(document(Matches::from_found(&locator.query, &found)))
}

/// `POST /deskhand/text`
pub(super) async fn text(agent: &Agent, asked: TextRequest) -> Reply {
    let text = agent.session.text(&asked.locator.try_into()?, time(agent, asked.time)?).await?;
    Ok(document(Text { text }))
}
