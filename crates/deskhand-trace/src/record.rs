//! What is handed to the thread that writes: a step with everything that is still to be worked out.

use std::sync::Arc;

use deskhand_engine::Snapshot;
use deskhand_model::Tree;
use deskhand_schema::TraceStep;

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
