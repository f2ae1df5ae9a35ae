//! What every endpoint works with.

use std::sync::Arc;
use std::time::Duration;

use deskhand_engine::{Mode, Session};
use deskhand_model::{Error, ErrorKind, Result};
use tokio::sync::watch;

use super::Limits;
use crate::desk::Pulse;
use crate::exec::ExecOptions;
use crate::files::Files;

/// What every endpoint works with.
pub(crate) struct Agent {
    pub(crate) session: Arc<dyn Session>,
    /// How far actions go when the request does not choose.
    pub(crate) mode: Mode,
    /// Whether no request may go further than that.
    pub(crate) is_limited: bool,
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
    /// How far an action goes whose request chooses this, if it may choose it.
    pub(crate) fn mode(&self, chosen: Option<Mode>) -> Result<Mode> {
        match chosen.unwrap_or(self.mode) {
            Mode::Focus | Mode::Auto if self.is_limited && self.mode == Mode::Background => {
                let message = "This agent acts in the background only, and the request asks for real input";
                Err(Error::new(ErrorKind::FocusRequired, message)
                    .hint("Ask for the mode `background`, or for none."))
            }
            mode => Ok(mode),
        }
    }

    /// The platform's name in the contract.
    pub(crate) const PLATFORM: &'static str = if cfg!(target_os = "macos") {
        "macos"
    } else if cfg!(windows) {
        "windows"
    } else {
        "linux"
    };
}
