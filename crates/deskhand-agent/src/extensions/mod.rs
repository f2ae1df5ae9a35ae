//! What this agent offers beyond the contract, under `/deskhand/…`: a whole session, in our own JSON.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::Response;

use crate::endpoint::Endpoint;
use crate::server::{Agent, Refusal};

/// Answers one of our own endpoints.
pub(crate) async fn answer(
    endpoint: Endpoint,
    State(_agent): State<Arc<Agent>>,
    _request: Request,
) -> Result<Response, Refusal> {
    Err(Refusal::bad(format!("{} not yet", endpoint.path())))
}
