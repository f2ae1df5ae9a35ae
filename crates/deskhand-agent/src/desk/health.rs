//! `GET /health`

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use deskhand_engine::Session;

use crate::contract::Health;
use crate::server::{Agent, Answer, Refusal};

/// How long accessibility may take to answer.
const ANSWER_TIME: Duration = Duration::from_secs(1);

pub(crate) async fn health(State(agent): State<Arc<Agent>>) -> Result<Answer<Health>, Refusal> {
    let accessible = is_accessible(&*agent.session).await;
    Ok(Answer(Health { accessible, platform: Agent::PLATFORM.to_owned() }))
}

/// Whether accessibility answers now. Applications that hang do not count: they are listed as such.
pub(super) async fn is_accessible(session: &dyn Session) -> bool {
    let answer = tokio::time::timeout(ANSWER_TIME, session.apps(ANSWER_TIME)).await;
    answer.is_ok_and(|apps| apps.is_ok())
}
