//! What this agent offers beyond the contract, under `/deskhand/…`: a whole session, in our own JSON.

mod acting;
mod events;
mod failure;
mod looking;
mod surface;
mod windows;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{FromRequest, Request, State};
use axum::response::{IntoResponse, Response};
use deskhand_model::Error;
use deskhand_schema::request::Timed;
use deskhand_schema::{Body, Discovery, Document};
use serde::de::DeserializeOwned;

use self::failure::Failed;
use crate::endpoint::Endpoint;
use crate::server::{Agent, Answer, Asked};

/// An answer, or why there is none.
type Reply = Result<Response, Failed>;

/// Answers one of our own endpoints.
pub(crate) async fn answer(
    endpoint: Endpoint,
    State(agent): State<Arc<Agent>>,
    request: Request,
) -> Response {
    let reply = if endpoint.is_mutating() {
        // What has begun to change something comes to its end, and gets the time for it.
        reply(endpoint, &agent, request).await
    } else {
        until_stopping(&agent, reply(endpoint, &agent, request)).await
    };
    reply.unwrap_or_else(IntoResponse::into_response)
}

async fn reply(endpoint: Endpoint, agent: &Arc<Agent>, request: Request) -> Reply {
    match endpoint {
        Endpoint::Apps => looking::apps(agent, asked(agent, request).await?).await,
        Endpoint::App => looking::app(agent, asked(agent, request).await?).await,
        Endpoint::Tree => looking::tree(agent, asked(agent, request).await?).await,
        Endpoint::Find => looking::find(agent, asked(agent, request).await?).await,
        Endpoint::Text => looking::text(agent, asked(agent, request).await?).await,
        Endpoint::Act => acting::act(agent, asked(agent, request).await?).await,
        Endpoint::Keys => acting::keys(agent, asked(agent, request).await?).await,
        Endpoint::ListWindows => windows::list(agent, asked(agent, request).await?).await,
        Endpoint::GetWindow => windows::get(agent, asked(agent, request).await?).await,
        Endpoint::ChangeWindow => windows::change(agent, asked(agent, request).await?).await,
        Endpoint::Events => events::stream(agent, request.uri()).await,
        Endpoint::Screenshot => surface::screenshot(agent, asked(agent, request).await?).await,
        Endpoint::Clipboard => surface::clipboard(agent, asked(agent, request).await?).await,
        Endpoint::SetClipboard => surface::set_clipboard(agent, asked(agent, request).await?).await,
        // All that is left of our own.
        _ => Ok(discover()),
    }
}

/// Which of them there are.
fn discover() -> Response {
    let own = Endpoint::ALL.iter().filter(|endpoint| endpoint.is_extension());
    let names = own.filter_map(|endpoint| endpoint.path().strip_prefix("/deskhand/"));
    document(Discovery::new(Agent::PLATFORM, names.map(str::to_owned)))
}

async fn asked<T: DeserializeOwned>(agent: &Arc<Agent>, request: Request) -> Result<T, Failed> {
    let Asked(asked) = Asked::from_request(request, agent).await?;
    Ok(asked)
}

fn document(body: impl Body) -> Response {
    Answer(Document::new(body)).into_response()
}

/// The time that a request may take: its own, or the agent's.
fn time(agent: &Agent, time: Timed) -> Result<Duration, Error> {
    Ok(time.time()?.unwrap_or(agent.within))
}

/// Breaks off when the agent is to end.
async fn until_stopping(agent: &Agent, work: impl Future<Output = Reply>) -> Reply {
    let mut stopping = agent.stopping.subscribe();
    tokio::select! {
        biased;
        reply = work => reply,
        _ = stopping.wait_for(|stopping| *stopping) => Err(Failed::stopping()),
    }
}
