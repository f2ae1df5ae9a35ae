//! A conversation with the agent in a page, through scripts that the plugin runs.
//!
//! Each thing that is asked for is a job in the page. Requests are short: one that has no answer yet says so after a
//! moment and is asked for again, so that no request ever lasts as long as the plugin's patience.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use deskhand_engine::ports::PageResult;
use deskhand_page::{Code, Fault, FaultKind, FrameId, Place, Thrown, ViewId};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::Mutex;

use super::limits;
use super::script;
use super::term::Term;
use super::wire::{NoAnswer, Wire};

/// How long the page keeps a request before it says that the job is not done yet.
const HOLD: Duration = Duration::from_secs(1);
/// How much longer a page that is alive may take for that.
const SLACK: Duration = Duration::from_millis(500);
/// How old a request may be when it is answered: well below the 30 seconds of the plugin, which breaks down on an answer
/// that comes later.
const EXPIRY: Duration = Duration::from_secs(25);

/// The pages of one application.
pub(super) struct Talk {
    wire: Wire,
    /// The view that the plugin runs scripts in. There is one such setting for all, so who asks holds it.
    turn: Mutex<Option<ViewId>>,
    jobs: AtomicU64,
}

/// A job.
pub(super) struct Job<'a> {
    pub(super) view: &'a ViewId,
    pub(super) frames: &'a [FrameId],
    pub(super) operation: &'static str,
    /// More fields of the request, as a JSON object.
    pub(super) more: Value,
    /// Code that the page has to compile, and may not want to.
    pub(super) code: Option<&'a Code>,
}

impl<'a> Job<'a> {
    pub(super) fn new(place: &'a Place, operation: &'static str, more: Value) -> Job<'a> {
        Job { view: &place.view, frames: &place.frames, operation, more, code: None }
    }

    /// A job for the top document of a view.
    pub(super) fn on_top(view: &'a ViewId, operation: &'static str, more: Value) -> Job<'a> {
        Job { view, frames: &[], operation, more, code: None }
    }
}

/// What the agent says.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Told {
    Done(Value),
    Fault(Box<Fault>),
    /// The job is not done yet.
    Pending,
    /// The document has no agent.
    Missing,
    /// The page does not compile code that comes as data.
    WantsRaw,
    /// There is no such job; the flag says that there never was.
    Unknown(bool),
}

/// How far a job has come.
#[derive(Debug, PartialEq)]
pub(super) enum Progress {
    Done(Value),
    /// It goes on.
    Pending,
    /// The document that it was in is gone.
    Left,
    /// The page says nothing.
    Silent,
    /// The document never heard of it.
    NeverBegun,
    /// The page wants the code as part of the script.
    WantsRaw,
}

impl Talk {
    pub(super) fn new(wire: Wire) -> Talk {
        Talk { wire, turn: Mutex::new(None), jobs: AtomicU64::new(1) }
    }

    pub(super) fn wire(&self) -> &Wire {
        &self.wire
    }

    /// Has a job done, and answers when it is.
    pub(super) async fn ask(&self, job: &Job<'_>, term: Term) -> PageResult<Value> {
        let mut raw = false;
        let mut number = self.number();
        let mut progress = self.begin(number, job, raw, term, HOLD).await?;
        loop {
            progress = match progress {
                Progress::Done(value) => return Ok(value),
                Progress::Left => return Err(interrupted()),
                Progress::NeverBegun if raw => return Err(unreadable()),
                Progress::NeverBegun => return Err(interrupted()),
                Progress::WantsRaw => {
                    raw = true;
                    number = self.number();
                    self.begin(number, job, raw, term, HOLD).await?
                }
                Progress::Pending | Progress::Silent => {
                    self.collect(number, job.view, term.running()?, HOLD).await?
                }
            };
        }
    }

    /// A number that no job had before.
    pub(super) fn number(&self) -> u64 {
        self.jobs.fetch_add(1, Ordering::Relaxed)
    }

    /// Begins a job. The page keeps the request no longer than `hold`.
    pub(super) async fn begin(
        &self,
        number: u64,
        job: &Job<'_>,
        raw: bool,
        term: Term,
        hold: Duration,
    ) -> PageResult<Progress> {
        let mut request = job.more.clone();
        request["operation"] = json!(job.operation);
        request["frames"] = json!(job.frames);
        let code = job.code.filter(|_| raw);
        let mut with_agent = false;
        loop {
            let text = script::text(with_agent, code);
            match self.send(number, job.view, request.clone(), &text, term, hold).await? {
                Some(Told::Missing) if !with_agent => with_agent = true,
                told => return progress(told),
            }
        }
    }

    /// Asks how far a job has come.
    pub(super) async fn collect(
        &self,
        number: u64,
        view: &ViewId,
        term: Term,
        hold: Duration,
    ) -> PageResult<Progress> {
        let request = json!({ "collect": true });
        progress(self.send(number, view, request, &script::text(false, None), term, hold).await?)
    }

    /// Has the plugin run a script. None when no answer came.
    async fn send(
        &self,
        number: u64,
        view: &ViewId,
        mut request: Value,
        text: &str,
        term: Term,
        hold: Duration,
    ) -> PageResult<Option<Told>> {
        let mut turn = self.turn.lock().await;
        self.turn_to(view, &mut turn, term).await?;
        let hold = hold.min(term.left());
        request["job"] = json!(number);
        request["view"] = json!(view);
        request["hold"] = json!(millis(hold));
        request["expires"] = json!(millis(now() + EXPIRY));
        let body = json!({ "script": text, "args": [request] });
        match self.wire.post("/script/execute-async", &body, hold + SLACK).await {
            Ok(answer) => read(&answer).map(Some),
            Err(NoAnswer::Silence) => Ok(None),
            Err(why) => Err(self.wire.fault(why, hold).await),
        }
    }

    /// Makes a view the one that scripts run in. That gives its window the focus, so it is done only when needed.
    async fn turn_to(&self, view: &ViewId, turn: &mut Option<ViewId>, term: Term) -> PageResult<()> {
        if turn.as_ref() == Some(view) {
            return Ok(());
        }
        // One who comes too late for the answer still finds the right view.
        let term = if term.left() < SLACK { Term::of(SLACK) } else { term };
        let by_itself = match turn {
            Some(_) => Value::Null,
            None => self.wire.ask("/window/handle", &json!({}), term).await.unwrap_or(Value::Null),
        };
        if by_itself.as_str() != Some(view.0.as_str()) {
            self.wire.ask("/window/set-current", &json!({ "label": view }), term).await?;
            *turn = Some(view.clone());
        }
        Ok(())
    }

    /// A view was closed: the plugin has forgotten which one is current if it was this.
    pub(super) async fn closed(&self, view: &ViewId) {
        let mut turn = self.turn.lock().await;
        if turn.as_ref() == Some(view) {
            *turn = None;
        }
    }
}

fn read(answer: &Value) -> PageResult<Told> {
    let text = answer["value"].as_str().unwrap_or_default();
    serde_json::from_str(text).map_err(|error| {
        let message = format!("The page's answer cannot be understood: {error}: {answer}");
        Fault::new(FaultKind::Failed, message)
    })
}

fn progress(told: Option<Told>) -> PageResult<Progress> {
    match told {
        None => Ok(Progress::Silent),
        Some(Told::Done(value)) => Ok(Progress::Done(value)),
        Some(Told::Fault(fault)) if fault.kind == FaultKind::Unsupported => Err(limits::foreign_frame()),
        Some(Told::Fault(fault)) => Err(*fault),
        Some(Told::Pending) => Ok(Progress::Pending),
        Some(Told::WantsRaw) => Ok(Progress::WantsRaw),
        Some(Told::Unknown(true)) => Ok(Progress::NeverBegun),
        Some(Told::Missing | Told::Unknown(false)) => Ok(Progress::Left),
    }
}

fn interrupted() -> Fault {
    Fault::new(FaultKind::Interrupted, "The document went away before the script was done.")
}

/// The page forbids that code is compiled from text, so whether it can be read shows only by its not running.
fn unreadable() -> Fault {
    Fault::script(Thrown {
        name: "SyntaxError".to_owned(),
        message: "The script cannot be read.".to_owned(),
        ..Thrown::default()
    })
}

/// The time since 1970, which the page reads from the same clock.
fn now() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(text: &str) -> PageResult<Progress> {
        read(&json!({ "value": text })).and_then(|told| progress(Some(told)))
    }

    #[test]
    fn answers_of_the_agent_are_understood() {
        assert_eq!(heard(r#"{"done":[1]}"#), Ok(Progress::Done(json!([1]))));
        assert_eq!(heard(r#"{"pending":null}"#), Ok(Progress::Pending));
        assert_eq!(heard(r#"{"wants_raw":null}"#), Ok(Progress::WantsRaw));
        assert_eq!(heard(r#"{"unknown":true}"#), Ok(Progress::NeverBegun));
        assert_eq!(heard(r#"{"unknown":false}"#), Ok(Progress::Left));
    }

    #[test]
    fn a_fault_of_the_page_is_the_fault_of_the_call() {
        let told = heard(r#"{"fault":{"kind":"stale_node","message":"It is gone."}}"#);
        assert_eq!(told, Err(Fault::new(FaultKind::StaleNode, "It is gone.")));
    }

    #[test]
    fn what_cannot_be_reached_is_a_limit_of_the_plugin() {
        let told = heard(r#"{"fault":{"kind":"unsupported","message":""}}"#);
        assert_eq!(told, Err(limits::foreign_frame()));
    }

    #[test]
    fn something_else_than_an_answer_is_told() {
        assert_eq!(heard("nonsense").map_err(|fault| fault.kind), Err(FaultKind::Failed));
    }
}
