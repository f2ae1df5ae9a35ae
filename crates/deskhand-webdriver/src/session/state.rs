use std::sync::Arc;
use std::time::Duration;

use deskhand_engine::ports::{Page, PageResult};
use deskhand_page::{Call, Code, Fault, FaultKind, FrameChoice, LoadState, Place, ViewId, World};
use serde_json::Value;
use webdriver::error::ErrorStatus;

use crate::atoms;
use crate::errors::{Outcome, error, from_fault};
use crate::hands::Hands;
use crate::prompts::PromptHandler;

/// How many documents may come and go before one is believed to be there.
pub(crate) const DOCUMENTS: usize = 8;

/// How long anything may take that has no timeout of its own in the protocol.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// What stands for "for ever" where a number is needed: the longest time that a timer of a page takes.
pub(crate) const FOR_EVER: Duration = Duration::from_millis(i32::MAX as u64);

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

/// The timeouts of a session. `None` is for ever.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timeouts {
    pub(crate) script: Option<Duration>,
    pub(crate) page_load: Option<Duration>,
    pub(crate) implicit: Option<Duration>,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts {
            script: Some(Duration::from_secs(30)),
            page_load: Some(Duration::from_secs(300)),
            implicit: Some(Duration::ZERO),
        }
    }
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

    /// Calls one of our functions (see [`atoms`]) in the current document.
    ///
    /// A function that refuses throws an object `{webdriver: "<error code>", message: "..."}`, which becomes that error.
    pub(crate) async fn atom(&self, name: &str, args: Vec<Value>) -> Outcome<Value> {
        self.atom_in(&self.place, name, args).await
    }

    /// The same in another document.
    pub(crate) async fn atom_in(&self, place: &Place, name: &str, args: Vec<Value>) -> Outcome<Value> {
        let code = Code::Member { library: atoms::library(), name: name.to_owned() };
        self.look(place, &Call { world: World::Own, code, args }).await.map_err(refusal)
    }

    /// Calls a function that only looks. A document that goes away meanwhile is no reason to fail: the one that comes is
    /// asked, which knows whether what is asked about was in another.
    pub(crate) async fn look(&self, place: &Place, call: &Call) -> PageResult<Value> {
        for _ in 0..DOCUMENTS {
            match self.page.call(place, call, PATIENCE).await {
                Err(fault) if fault.kind == FaultKind::Interrupted => {}
                answer => return answer,
            }
        }
        self.page.call(place, call, PATIENCE).await
    }

    /// The same with a time of its own, and with the fault as it is.
    pub(crate) async fn call_atom(
        &self,
        place: &Place,
        name: &str,
        args: Vec<Value>,
        within: Duration,
    ) -> PageResult<Value> {
        let code = Code::Member { library: atoms::library(), name: name.to_owned() };
        let call = Call { world: World::Own, code, args };
        self.page.call(place, &call, within).await
    }
}

/// What a function threw on purpose is an error of the protocol; all else is a fault of the page.
pub(crate) fn refusal(fault: Fault) -> webdriver::error::WebDriverError {
    let thrown = fault.thrown.as_ref().filter(|_| fault.kind == FaultKind::Script);
    let told = thrown.and_then(|thrown| thrown.value.as_ref()).and_then(|value| {
        let status = ErrorStatus::from(value.get("webdriver")?.as_str()?.to_owned());
        Some(error(status, value.get("message").and_then(Value::as_str).unwrap_or_default()))
    });
    told.unwrap_or_else(|| from_fault(fault))
}
