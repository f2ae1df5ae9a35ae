use std::sync::Arc;
use std::time::Duration;

use deskhand_engine::ports::Page;
use deskhand_page::{FrameChoice, LoadState, Place, ViewId};

use super::Timeouts;
use crate::hands::Hands;
use crate::prompts::PromptHandler;

/// How long anything may take that has no timeout of its own in the protocol.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// What one session knows. Its commands run one after another.
pub(crate) struct Session {
    /// The pages of its application.
    pub(crate) page: Arc<dyn Page>,
    /// The document that commands are for.
    pub(crate) place: Place,
    /// How long things may take.
    pub(crate) timeouts: Timeouts,
    /// How far a page loads before a navigation is done.
    pub(crate) load: LoadState,
    /// Whether a file input must be seen to be given files.
    pub(crate) strict_files: bool,
    /// The keys and buttons that are held.
    pub(crate) hands: Hands,
    /// How the frames of `place` were chosen, from the top document down: the way back to the elements that show them.
    pub(crate) entered: Vec<FrameChoice>,
    /// What is done about dialogs that a command did not expect.
    pub(crate) prompts: PromptHandler,
    /// What was typed into the prompt of a view that is not answered yet.
    pub(crate) typed: Option<(ViewId, String)>,
}

impl Session {
    /// A session that was told nothing, at the top document of this view.
    pub(crate) fn new(page: Arc<dyn Page>, view: ViewId) -> Session {
        Session {
            page,
            place: Place::top(view),
            timeouts: Timeouts::default(),
            load: LoadState::Complete,
            strict_files: false,
            hands: Hands::default(),
            entered: Vec::new(),
            prompts: PromptHandler::default(),
            typed: None,
        }
    }
}
