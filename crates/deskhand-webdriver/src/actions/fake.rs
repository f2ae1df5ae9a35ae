//! A page that remembers what it was asked for, for tests.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use deskhand_engine::ports::{Page, PageResult};
use deskhand_page::{
    About, Call, Code, Cookie, Dialog, DialogAnswer, DialogKind, Extent, Fault, FaultKind, FrameChoice,
    FrameId, LoadState, Navigation, NewViewKind, PageInput, Place, PointerPhase, PrintOptions, Thrown, View,
    ViewId, WindowChange, WindowState,
};
use serde_json::{Value, json};
use tokio::time::Instant;
use webdriver::error::{ErrorStatus, WebDriverError};

use crate::errors::Outcome;
use crate::session::Session;

/// A page with a viewport of 800 by 600, whose elements are all in the middle of it.
pub(super) struct FakePage {
    about: About,
    seen: Mutex<Vec<String>>,
    begun: Instant,
    /// What a function answers, by its name; the next of these comes first.
    answers: Mutex<Vec<(&'static str, PageResult<Value>)>>,
    /// What input comes to once this key or button is struck.
    trap: Mutex<Option<(String, FaultKind)>>,
    /// What waiting for a page comes to, for one time after another.
    loads: Mutex<Vec<Fault>>,
    /// What the next answer to a dialog comes to.
    unanswered: Mutex<Option<FaultKind>>,
}

impl FakePage {
    pub(super) fn new() -> Arc<FakePage> {
        Arc::new(FakePage {
            about: About {
                engine: "fake".to_owned(),
                version: "0".to_owned(),
                platform: "linux".to_owned(),
                pid: 0,
                user_agent: String::new(),
                abilities: Vec::new(),
            },
            seen: Mutex::default(),
            begun: Instant::now(),
            answers: Mutex::default(),
            trap: Mutex::default(),
            loads: Mutex::default(),
            unanswered: Mutex::default(),
        })
    }

    /// A session whose current document is the top one of this page.
    pub(super) fn session(self: &Arc<FakePage>) -> Session {
        Session::new(Arc::clone(self) as Arc<dyn Page>, ViewId("main".to_owned()))
    }

    /// Lets a function of ours answer this, once.
    pub(super) fn answer(&self, function: &'static str, answer: PageResult<Value>) {
        self.answers.lock().expect("no test panics here").push((function, answer));
    }

    /// Lets input fail in which this is found, told as in [`FakePage::seen`].
    pub(super) fn fail_input(&self, with: &str, fault: FaultKind) {
        *self.trap.lock().expect("no test panics here") = Some((with.to_owned(), fault));
    }

    /// Lets the next wait for a page fail.
    pub(super) fn fail_load(&self, fault: Fault) {
        self.loads.lock().expect("no test panics here").push(fault);
    }

    /// Lets the next answer to a dialog fail.
    pub(super) fn fail_answer(&self, kind: FaultKind) {
        *self.unanswered.lock().expect("no test panics here") = Some(kind);
    }

    /// What was asked for since the last time: functions by name, input in short.
    pub(super) fn seen(&self) -> Vec<String> {
        std::mem::take(&mut self.seen.lock().expect("no test panics here"))
    }

    /// The same of input alone.
    pub(super) fn input_seen(&self) -> Vec<String> {
        self.seen().into_iter().filter(|what| what.starts_with("input ")).collect()
    }

    fn note(&self, what: String) {
        self.seen.lock().expect("no test panics here").push(what);
    }
}

/// One event in short: `+a` and `-a` for keys, `>10,20` for moves, `v0` and `^0` for buttons, `~5,10` for wheels, with
/// the modifiers behind.
fn short(event: &PageInput) -> String {
    let (what, modifiers) = match event {
        PageInput::Key { down: true, key, modifiers } => (format!("+{}", key.key), modifiers),
        PageInput::Key { down: false, key, modifiers } => (format!("-{}", key.key), modifiers),
        PageInput::Wheel { across, down, modifiers, .. } => (format!("~{across},{down}"), modifiers),
        PageInput::Pointer { phase, x, y, modifiers, .. } => {
            let what = match phase {
                PointerPhase::Move => format!(">{x},{y}"),
                PointerPhase::Down(button) => format!("v{button}"),
                PointerPhase::Up(button) => format!("^{button}"),
                PointerPhase::Cancel => "x".to_owned(),
            };
            (what, modifiers)
        }
    };
    let held = [(modifiers.shift, "S"), (modifiers.ctrl, "C"), (modifiers.alt, "A"), (modifiers.meta, "M")];
    let held: String = held.into_iter().filter(|(held, _)| *held).map(|(_, name)| name).collect();
    if held.is_empty() { what } else { format!("{what}[{held}]") }
}

/// The fault of this kind.
pub(super) fn fault(kind: FaultKind) -> Fault {
    if kind == FaultKind::DialogOpen { dialog(DialogKind::Alert) } else { Fault::new(kind, "on purpose") }
}

/// The fault of a function of ours that refuses with this error of the protocol.
pub(super) fn refusing(code: &str) -> Fault {
    let value = Some(json!({"webdriver": code, "message": "on purpose"}));
    Fault::script(Thrown { value, ..Thrown::default() })
}

/// The fault of a dialog that is open.
pub(super) fn dialog(kind: DialogKind) -> Fault {
    Fault::dialog_open(Dialog { kind, text: "cheese".to_owned(), default_text: None })
}

/// The error that a command came to.
pub(super) fn refused(outcome: Outcome<Value>) -> ErrorStatus {
    let WebDriverError { error, .. } = outcome.expect_err("it should be refused");
    error
}

fn unasked() -> Fault {
    Fault::new(FaultKind::Unsupported, "no hands do this")
}

#[async_trait]
impl Page for FakePage {
    fn about(&self) -> &About {
        &self.about
    }

    async fn call(&self, _: &Place, call: &Call, _: Duration) -> PageResult<Value> {
        let Code::Member { name, .. } = &call.code else { return Err(unasked()) };
        self.note(name.clone());
        let mut answers = self.answers.lock().expect("no test panics here");
        if let Some(at) = answers.iter().position(|(function, _)| function == name) {
            return answers.remove(at).1;
        }
        match name.as_str() {
            "actionPoints" => {
                let elements = call.args.first().and_then(Value::as_array).map_or(0, Vec::len);
                Ok(
                    json!({"width": 800, "height": 600, "points": vec![json!({"x": 400, "y": 300}); elements]}),
                )
            }
            "clickPoint" => Ok(json!({"x": 400, "y": 300})),
            // Frames are in the corner of what is around them.
            "pointOfFrame" => Ok(call.args.get(1).cloned().unwrap_or_default()),
            "prepareTyping" => Ok(json!({"kind": "text"})),
            _ => Ok(Value::Null),
        }
    }

    async fn input(&self, _: &Place, events: &[PageInput], _: Duration) -> PageResult<()> {
        let events: Vec<String> = events.iter().map(short).collect();
        self.note(format!("input @{} {}", self.begun.elapsed().as_millis(), events.join(" ")));
        match &*self.trap.lock().expect("no test panics here") {
            Some((with, kind)) if events.contains(with) => Err(fault(*kind)),
            _ => Ok(()),
        }
    }

    async fn wait_loaded(&self, place: &Place, _: LoadState, _: Duration) -> PageResult<()> {
        self.note(format!("wait {}", place.frames.len()));
        let mut loads = self.loads.lock().expect("no test panics here");
        if loads.is_empty() { Ok(()) } else { Err(loads.remove(0)) }
    }

    async fn choose_files(&self, _: &Place, node: &str, files: &[String], _: Duration) -> PageResult<()> {
        self.note(format!("files {node} {}", files.len()));
        Ok(())
    }

    async fn views(&self, _: Duration) -> PageResult<Vec<View>> {
        Err(unasked())
    }

    async fn new_view(&self, _: NewViewKind, _: &ViewId, _: Duration) -> PageResult<View> {
        Err(unasked())
    }

    async fn close_view(&self, _: &ViewId, _: Duration) -> PageResult<()> {
        Err(unasked())
    }

    async fn window(&self, _: &ViewId, _: Duration) -> PageResult<WindowState> {
        Err(unasked())
    }

    async fn set_window(&self, _: &ViewId, _: WindowChange, _: Duration) -> PageResult<WindowState> {
        Err(unasked())
    }

    async fn go(&self, _: &ViewId, _: &Navigation, _: LoadState, _: Duration) -> PageResult<()> {
        Err(unasked())
    }

    async fn enter_frame(&self, _: &Place, _: &FrameChoice, _: Duration) -> PageResult<FrameId> {
        Err(unasked())
    }

    async fn dialog(&self, _: &ViewId, _: Duration) -> PageResult<Option<Dialog>> {
        Err(unasked())
    }

    async fn answer_dialog(&self, _: &ViewId, answer: &DialogAnswer, _: Duration) -> PageResult<Dialog> {
        self.note(format!("{answer:?}"));
        if let Some(kind) = self.unanswered.lock().expect("no test panics here").take() {
            return Err(fault(kind));
        }
        Ok(Dialog { kind: DialogKind::BeforeUnload, text: String::new(), default_text: None })
    }

    async fn cookies(&self, _: &Place, _: Duration) -> PageResult<Vec<Cookie>> {
        Err(unasked())
    }

    async fn set_cookie(&self, _: &Place, _: &Cookie, _: Duration) -> PageResult<()> {
        Err(unasked())
    }

    async fn delete_cookies(&self, _: &Place, _: Option<&str>, _: Duration) -> PageResult<()> {
        Err(unasked())
    }

    async fn picture(&self, _: &ViewId, _: Extent, _: Duration) -> PageResult<Vec<u8>> {
        Err(unasked())
    }

    async fn print(&self, _: &Place, _: &PrintOptions, _: Duration) -> PageResult<Vec<u8>> {
        Err(unasked())
    }

    async fn accept_insecure_certificates(&self, _: bool, _: Duration) -> PageResult<()> {
        Err(unasked())
    }
}
