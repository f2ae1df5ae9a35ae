//! A simulated desktop with a recorded session on it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use deskhand_engine::{ActOptions, Engine, Locator, Session};
use deskhand_model::{AppSelector, Query};
use deskhand_sim::{Scenario, Sim, VirtualClock};
use deskhand_trace::{TraceFile, TraceOptions, Traced};

pub(crate) const TIME: Duration = Duration::from_secs(5);

/// A folder with a trace in it.
pub(crate) struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    pub(crate) fn new() -> Place {
        Place { folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.folder.path().join("run.zip")
    }

    pub(crate) fn read(&self) -> TraceFile {
        TraceFile::open(&self.file()).unwrap()
    }
}

/// Runs a script on the demo desktop, recorded into `file`.
pub(crate) fn recorded(file: &Path, options: TraceOptions, script: impl AsyncFnOnce(&dyn Session)) {
    on(&Scenario::demo(0), file, options, script);
}

/// The same on any simulated desktop.
pub(crate) fn on(
    scenario: &Scenario,
    file: &Path,
    options: TraceOptions,
    script: impl AsyncFnOnce(&dyn Session),
) {
    let clock = VirtualClock::new();
    let engine = Engine::new(Sim::new(scenario, Arc::new(clock.clone())).ports());
    let session = Traced::with(Arc::new(engine), file, options).unwrap();
    clock.runtime().unwrap().block_on(script(&session));
    session.finish().unwrap();
}

pub(crate) fn locator(app: &str, query: &str) -> Locator {
    Locator { app: AppSelector::parse(app), query: Query::parse(query).unwrap(), nth: None }
}

pub(crate) fn options() -> ActOptions {
    ActOptions { within: TIME, ..ActOptions::default() }
}
