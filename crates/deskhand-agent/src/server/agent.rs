//! What every endpoint works with.

use std::sync::Arc;
use std::time::Duration;

use deskhand_engine::{Mode, Session};
use tokio::sync::watch;

use super::Limits;
use crate::desk::Pulse;
use crate::exec::ExecOptions;
use crate::files::Files;

/// What every endpoint works with.
pub(crate) struct Agent {
    pub(crate) session: Arc<dyn Session>,
    /// How far actions may go.
    pub(crate) mode: Mode,
    /// Time for a request that names none.
    pub(crate) within: Duration,
    /// Running commands; `None` when it is switched off.
    pub(crate) exec: Option<ExecOptions>,
    pub(crate) files: Files,
    pub(crate) limits: Limits,
    /// Becomes true when the agent is to end.
    pub(crate) stopping: watch::Sender<bool>,
    pub(crate) pulse: Pulse,
}

impl Agent {
    /// The platform's name in the contract.
    pub(crate) const PLATFORM: &'static str = if cfg!(target_os = "macos") {
        "macos"
    } else if cfg!(windows) {
        "windows"
    } else {
        "linux"
    };
}
