//! What is recorded, and how much of it.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use deskhand_model::Error;

use crate::log::LogLines;

/// Settings of a recording.
#[derive(Clone)]
pub struct TraceOptions {
    /// The program that records.
    pub tool: String,
    /// Its version.
    pub version: String,
    /// What kind of desktop it is.
    pub platform: String,
    /// The command that records, with its arguments, where it is one.
    pub command: Vec<String>,
    /// Whether pictures are taken.
    pub pictures: bool,
    /// Whether trees are read.
    pub trees: bool,
    /// Time that looking at the application may cost before a step, and again after it.
    pub budget: Duration,
    /// How long an action's effect is waited for before the application is looked at again. None at all when zero.
    pub settle: Duration,
    /// Most pixels across or down; a larger picture is made smaller.
    pub largest_picture: u32,
    /// Most elements of a tree that is kept; of a larger one there are only figures and changes.
    pub largest_tree: usize,
    /// Most changes that are listed.
    pub most_changes: usize,
    /// Most steps; later ones are not recorded.
    pub most_steps: u32,
    /// What is logged, where that is to be recorded too.
    pub log: Option<LogLines>,
    /// Whom to tell when steps cannot be written. The session itself goes on.
    pub trouble: Option<Trouble>,
}

/// Somebody who is told what could not be written.
pub type Trouble = Arc<dyn Fn(&Error) + Send + Sync>;

impl Default for TraceOptions {
    fn default() -> TraceOptions {
        TraceOptions {
            tool: env!("CARGO_PKG_NAME").to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            platform: std::env::consts::OS.to_owned(),
            command: Vec::new(),
            pictures: true,
            trees: true,
            budget: Duration::from_secs(2),
            settle: Duration::from_millis(300),
            largest_picture: 1600,
            largest_tree: 5000,
            most_changes: 200,
            most_steps: 10_000,
            log: None,
            trouble: None,
        }
    }
}

impl fmt::Debug for TraceOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TraceOptions")
            .field("tool", &self.tool)
            .field("version", &self.version)
            .field("platform", &self.platform)
            .field("budget", &self.budget)
            .field("settle", &self.settle)
            .finish_non_exhaustive()
    }
}
