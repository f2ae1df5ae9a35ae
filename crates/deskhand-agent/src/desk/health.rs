//! `GET /health`

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use deskhand_engine::Session;

use super::answer::json;
use crate::contract::Health;
use crate::server::{Agent, Refusal};

/// How long accessibility may take to answer.
const ANSWER_TIME: Duration = Duration::from_secs(1);

pub(crate) async fn health(State(agent): State<Arc<Agent>>) -> Result<Response, Refusal> {
    let accessible = is_accessible(&*agent.session).await;
    json(&Health { accessible, platform: Agent::PLATFORM.to_owned() })
}

/// Whether accessibility answers now. Applications that hang do not count: they are listed as such.
pub(super) async fn is_accessible(session: &dyn Session) -> bool {
    let answer = tokio::time::timeout(ANSWER_TIME, session.apps(ANSWER_TIME)).await;
    answer.is_ok_and(|apps| apps.is_ok())
}
