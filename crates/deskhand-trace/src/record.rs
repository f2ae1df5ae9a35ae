//! What is handed to the thread that writes: a step with everything that is still to be worked out.

use std::sync::Arc;

use deskhand_engine::Snapshot;
use deskhand_model::Tree;
use deskhand_schema::{Asked, Timing, TraceStep};

use crate::picture::Picture;

/// A step that is over.
#[derive(Debug)]
pub(crate) struct Record {
    /// As far as it is known; number, pictures and changes are not.
    pub(crate) step: TraceStep,
    pub(crate) before: Option<Picture>,
    pub(crate) after: Option<Picture>,
    pub(crate) tree_before: Option<Arc<Tree>>,
    pub(crate) tree_after: Option<Snapshot>,
    /// Texts that must not be written.
    pub(crate) secrets: Vec<String>,
}

impl Record {
    /// A step of which nothing is known yet.
    pub(crate) fn new(title: String, asked: Asked) -> Record {
        let step = TraceStep {
            number: 0,
            title,
            asked,
            command: Vec::new(),
            process: std::process::id(),
            masked: false,
            outcome: String::new(),
            receipt: None,
            healed: None,
            error: None,
            matches: None,
            candidates: Vec::new(),
            timing: Timing::default(),
            before: None,
            after: None,
            tree: None,
            diff: None,
            log: Vec::new(),
            log_left_out: 0,
            not_recorded: Vec::new(),
        };
        Record { step, before: None, after: None, tree_before: None, tree_after: None, secrets: Vec::new() }
    }

    /// Leaves out pictures and trees, which are nearly all of its size, and says so.
    pub(crate) fn lighten(&mut self) {
        let pictures = self.before.take().is_some() | self.after.take().is_some();
        let trees = self.tree_before.take().is_some() | self.tree_after.take().is_some();
        if pictures || trees {
            let told = "pictures and trees: steps come faster than they can be written";
            self.step.not_recorded.push(told.to_owned());
        }
    }
}
