//! Running commands.

mod capture;
mod ending;
mod shell;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use tokio::sync::{Semaphore, SemaphorePermit, watch};

use crate::contract::{ErrorKey, ExecRequest, ExecResponse, Number};
use crate::server::{Agent, Answer, Asked, Refusal};

/// How commands are run.
#[derive(Clone, Debug, Default)]
pub struct ExecOptions {
    /// Set or taken out of the environment that commands get from the agent.
    pub environment: BTreeMap<OsString, Option<OsString>>,
    /// Program and arguments that a detached command is started through, to leave the agent's session; the shell and
    /// its arguments follow. Without it, the command only gets a process group of its own.
    pub detach_through: Vec<OsString>,
}

/// Time for a command that names none.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(30);

/// Commands that may be waited for at the same time.
const AT_ONCE: usize = 64;

/// One for the whole process: it is the machine that has to bear them.
static ROOM: Semaphore = Semaphore::const_new(AT_ONCE);

/// `POST /exec`
pub(crate) async fn exec(
    State(agent): State<Arc<Agent>>,
    Asked(request): Asked<ExecRequest>,
) -> Result<Response, Refusal> {
    let options = agent.exec.as_ref().ok_or_else(switched_off)?;
    Ok(Answer(answer(options, agent.stopping.subscribe(), &request).await?).into_response())
}

async fn answer(
    options: &ExecOptions,
    stopping: watch::Receiver<bool>,
    request: &ExecRequest,
) -> Result<ExecResponse, Refusal> {
    let timeout = timeout_of(request.timeout)?;
    if request.detach == Some(true) {
        return shell::detach(options, &request.command);
    }
    let _place = take_place(&ROOM)?;
    shell::run(options, &request.command, timeout, stopping).await
}

fn timeout_of(asked: Option<Number>) -> Result<Duration, Refusal> {
    asked.map_or(Ok(DEFAULT_TIMEOUT), Number::timeout).map_err(Refusal::bad)
}

fn take_place(room: &Semaphore) -> Result<SemaphorePermit<'_>, Refusal> {
    room.try_acquire().map_err(|_| {
        failed(
            StatusCode::SERVICE_UNAVAILABLE,
            format!("{AT_ONCE} commands run already; start those that take long with `detach`"),
        )
    })
}

fn switched_off() -> Refusal {
    failed(StatusCode::FORBIDDEN, "Running commands is switched off on this agent")
}

fn failed(status: StatusCode, details: impl Into<String>) -> Refusal {
    Refusal::new(status, ErrorKey::ExecFailed, details)
}
