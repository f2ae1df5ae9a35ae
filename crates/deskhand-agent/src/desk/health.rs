//! `GET /health`

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use deskhand_engine::Session;
use tokio::sync::Mutex;

use crate::contract::Health;
use crate::server::{Agent, Answer, Refusal};

/// How long accessibility may take to answer.
const ANSWER_TIME: Duration = Duration::from_secs(1);

/// How long what was seen counts.
const SHARED: Duration = Duration::from_secs(1);

/// What was seen last. Everybody may ask after the agent's health, and however many do, there is one look at a time.
#[derive(Debug, Default)]
pub(crate) struct Pulse(Mutex<Option<(Instant, bool)>>);

impl Pulse {
    async fn is_accessible(&self, session: &dyn Session) -> bool {
        let mut last = self.0.lock().await;
        if let Some((_, seen)) = last.filter(|(at, _)| at.elapsed() < SHARED) {
            return seen;
        }
        let seen = is_accessible(session).await;
        *last = Some((Instant::now(), seen));
        seen
    }
}

pub(crate) async fn health(State(agent): State<Arc<Agent>>) -> Result<Answer<Health>, Refusal> {
    let accessible = agent.pulse.is_accessible(&*agent.session).await;
    Ok(Answer(Health { accessible, platform: Agent::PLATFORM.to_owned() }))
}

/// Whether accessibility answers now. Applications that hang do not count: they are listed as such.
pub(super) async fn is_accessible(session: &dyn Session) -> bool {
    let answer = tokio::time::timeout(ANSWER_TIME, session.apps(ANSWER_TIME)).await;
    answer.is_ok_and(|apps| apps.is_ok())
}
