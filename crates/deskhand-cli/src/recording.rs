//! Recording what a command asks of its desktop.

use std::io::Write;
use std::sync::Arc;

use deskhand_engine::Session;
use deskhand_model::Error;
use deskhand_trace::{TraceOptions, Traced};

use crate::failure::Result;
use crate::settings::Settings;

/// The session, recorded when the settings say so. What cannot be written once it has begun is told and nothing more:
/// the command does its work.
pub(crate) fn over(session: Arc<dyn Session>, settings: &Settings) -> Result<Arc<dyn Session>> {
    let Some(file) = &settings.trace else { return Ok(session) };
    let platform = match (&settings.remote, &settings.simulation) {
        (Some(_), _) => "remote",
        (None, Some(_)) => "sim",
        (None, None) => std::env::consts::OS,
    };
    let options = TraceOptions {
        tool: env!("CARGO_BIN_NAME").to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        platform: platform.to_owned(),
        command: std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect(),
        log: Some(settings.log_lines.clone()),
        trouble: Some(Arc::new(warn)),
        ..TraceOptions::default()
    };
    Ok(Arc::new(Traced::with(session, file, options)?))
}

fn warn(error: &Error) {
    // Who has closed standard error does not want to know.
    let _ = writeln!(std::io::stderr(), "warning: {error}");
}
