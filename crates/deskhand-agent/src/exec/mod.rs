//! Running commands.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;

use crate::contract::ExecRequest;
use crate::server::{Agent, Asked, Refusal};

/// How commands are run.
#[derive(Clone, Debug, Default)]
pub struct ExecOptions {
    /// Set or taken out of the environment that commands get from the agent.
    pub environment: BTreeMap<OsString, Option<OsString>>,
    /// Program and arguments that a detached command is started through, to leave the agent's session; the shell and
    /// its arguments follow. Without it, the command only gets a process group of its own.
    pub detach_through: Vec<OsString>,
}

/// `POST /exec`
pub(crate) async fn exec(
    State(_agent): State<Arc<Agent>>,
    Asked(_request): Asked<ExecRequest>,
) -> Result<Response, Refusal> {
    Err(Refusal::bad("not yet"))
}
