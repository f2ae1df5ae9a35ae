//! One step of a trace.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::request::{
    ActRequest, AppRef, AppRequest, ChangeRequest, FindRequest, KeysRequest, ObserveRequest, ShotRequest,
    TextRequest, Timed, TreeRequest, WindowRequest,
};
use crate::{Body, Candidate, FailureDetail, Heal, Receipt, Rect, TreeDiff};

/// One step of a trace: what was asked, what came of it and what the application looked like.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TraceStep {
    /// Its number, counted from one.
    pub number: u32,
    /// What was asked, in one line.
    pub title: String,
    /// What was asked, in full.
    pub asked: Asked,
    /// The command that asked, with its arguments, where a command did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub command: Vec<String>,
    /// The process that recorded it.
    pub process: u32,
    /// Whether a text was kept out of this step, because it went into a password field or could have.
    pub masked: bool,
    /// What came of it, in one line.
    pub outcome: String,
    /// Proof of the action, where one was done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receipt: Option<Receipt>,
    /// What healing did to the locator of a step that only looked; a receipt tells it itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub healed: Option<Heal>,
    /// What went wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<FailureDetail>,
    /// How many elements the locator matched: before an action, or in the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matches: Option<usize>,
    /// The first of those, or what came nearest when there were none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<Candidate>,
    /// How long everything took.
    pub timing: Timing,
    /// The application's window before the step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<TracePicture>,
    /// The application's window after the step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<TracePicture>,
    /// The application's tree, in figures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<TraceTree>,
    /// What the step changed in the application's tree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diff: Option<TreeDiff>,
    /// What was logged meanwhile.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub log: Vec<LogLine>,
    /// How many more lines were logged than are kept.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub log_left_out: u64,
    /// What could not be recorded, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_recorded: Vec<String>,
}

impl Body for TraceStep {
    const KIND: &'static str = "trace-step";
}

/// What was asked of a session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "call", rename_all = "kebab-case")]
pub enum Asked {
    /// All applications.
    Apps(Timed),
    /// One application.
    App(AppRequest),
    /// An application's tree.
    Tree(TreeRequest),
    /// Elements, found or waited for.
    Find(FindRequest),
    /// A tree that is as somebody wants it; what that is only the program knows that waits.
    WaitFor(TreeRequest),
    /// An application at rest.
    WaitForIdle(AppRequest),
    /// Something done to an element.
    Act(Box<ActRequest>),
    /// Keys struck in an application.
    Keys(KeysRequest),
    /// The text of an element.
    Text(TextRequest),
    /// All windows.
    Windows(Timed),
    /// One window.
    Window(WindowRequest),
    /// A change of a window.
    ChangeWindow(ChangeRequest),
    /// What happens to windows from now on.
    Observe(ObserveRequest),
    /// What goes on below the accessibility layer.
    Diagnose {
        /// Of which application; of all in short when it is not given.
        #[serde(skip_serializing_if = "Option::is_none")]
        app: Option<AppRef>,
    },
    /// A picture.
    Screenshot(ShotRequest),
    /// The text on the clipboard, which is not recorded.
    Clipboard(Timed),
    /// Text put on the clipboard, which is not recorded.
    SetClipboard {
        /// How many characters.
        characters: usize,
    },
}

/// When a step was and how long it took, in milliseconds. The time of a simulated desktop stands in the receipt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Timing {
    /// When it began, since the trace did.
    pub started_ms: f64,
    /// From the question to the answer.
    pub took_ms: f64,
    /// What recording cost on top, before the question.
    pub before_ms: f64,
    /// What recording cost on top, after the answer.
    pub after_ms: f64,
}

/// A picture that stands beside its step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TracePicture {
    /// What it shows.
    pub of: String,
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// How large it is compared with what it shows; 1 unless that was too large.
    pub scale: f64,
    /// Where the step's element is in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<Rect>,
}

/// The application's tree, in figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TraceTree {
    /// Elements before the step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<usize>,
    /// Elements after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<usize>,
    /// Whether the tree after the step stands beside it as a `snapshot`; one that is too large does not.
    pub kept: bool,
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LogLine {
    /// When, in milliseconds since the step began to be recorded.
    pub at_ms: f64,
    /// How grave: `error`, `warn`, `info`.
    pub level: Cow<'static, str>,
    /// Who says so.
    pub target: String,
    /// What.
    pub message: String,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}
