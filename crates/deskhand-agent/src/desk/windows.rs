//! `POST /windows`

use std::sync::Arc;

use axum::extract::State;
use serde_json::Value;

use super::info::window_info;
use crate::contract::SnapshotResponse;
use crate::server::{Agent, Answer, Asked, Refusal};

pub(crate) async fn windows(
    State(agent): State<Arc<Agent>>,
    Asked(_): Asked<Value>,
) -> Result<Answer<SnapshotResponse>, Refusal> {
    let windows = agent.session.windows(agent.within).await?;
    Ok(Answer(SnapshotResponse { windows: windows.iter().map(window_info).collect() }))
}
