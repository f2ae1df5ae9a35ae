//! What this agent offers beyond the contract, under `/deskhand/…`: a whole session, in our own JSON.

pub(crate) mod acting;
pub(crate) mod events;
mod failure;
pub(crate) mod looking;
pub(crate) mod surface;
pub(crate) mod windows;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{FromRequest, Request};
use axum::response::{IntoResponse, Response};
use deskhand_model::{Error, ErrorKind};
use deskhand_schema::request::Timed;
use deskhand_schema::{Body, Discovery, Document};
use serde::de::DeserializeOwned;

use self::failure::Failed;
use crate::endpoint::Endpoint;
use crate::server::{Agent, Answer, Asked};

/// An answer, or why there is none.
type Reply = Result<Response, Failed>;

/// Which of them there are.
pub(crate) fn discover() -> Response {
    let own = Endpoint::ALL.iter().filter(|endpoint| endpoint.is_extension());
    let names = own.filter_map(|endpoint| endpoint.path().strip_prefix("/deskhand/"));
    document(Discovery::new(Agent::PLATFORM, names.map(str::to_owned)))
}

/// The body of a request to one of our own endpoints.
pub(crate) struct Own<T>(T);

impl<T: DeserializeOwned> FromRequest<Arc<Agent>> for Own<T> {
    type Rejection = Failed;

    async fn from_request(request: Request, agent: &Arc<Agent>) -> Result<Own<T>, Failed> {
        let Asked(asked) = Asked::from_request(request, agent).await?;
        Ok(Own(asked))
    }
}

fn document(body: impl Body) -> Response {
    Answer(Document::new(body)).into_response()
}

/// The time that a request may take: its own, or the agent's.
fn time(agent: &Agent, time: Timed) -> Result<Duration, Error> {
    Ok(time.time()?.unwrap_or(agent.within))
}

/// Refuses what would take up too much of the agent's memory.
fn at_most(key: &str, asked: usize, most: usize) -> Result<(), Error> {
    if asked <= most {
        return Ok(());
    }
    Err(Error::new(
        ErrorKind::InvalidArgument,
        format!("`{key}` is at most {most} here, and {asked} is more"),
    ))
}

/// The answer, or that the agent is to end before there is one.
pub(crate) async fn until_stopping(agent: &Agent, answer: impl Future<Output = Response>) -> Response {
    let mut stopping = agent.stopping.subscribe();
    tokio::select! {
        biased;
        answer = answer => answer,
        _ = stopping.wait_for(|stopping| *stopping) => Failed::stopping().into_response(),
    }
}
