//! `POST /windows`

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde_json::Value;

use super::answer::json;
use super::info::window_info;
use crate::contract::SnapshotResponse;
use crate::server::{Agent, Asked, Refusal};

pub(crate) async fn windows(
    State(agent): State<Arc<Agent>>,
    Asked(_): Asked<Value>,
) -> Result<Response, Refusal> {
    let windows = agent.session.windows(agent.within).await?;
    json(&SnapshotResponse { windows: windows.iter().map(window_info).collect() })
}
