//! The body of a request, read as JSON.

use std::sync::Arc;

use axum::extract::{FromRequest, Request};
use serde::de::DeserializeOwned;

use super::{Agent, Refusal};

/// The body of a request. Whatever its content type says, it is JSON; an empty one is an empty object.
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<Agent>> for Asked<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, agent: &Arc<Agent>) -> Result<Self, Refusal> {
        let _ = agent;
        let body = axum::body::to_bytes(request.into_body(), 1 << 20)
            .await
            .map_err(|error| Refusal::bad(error.to_string()))?;
        let body = if body.is_empty() { &b"{}"[..] } else { &body };
        serde_json::from_slice(body).map(Asked).map_err(|error| Refusal::bad(error.to_string()))
    }
}
