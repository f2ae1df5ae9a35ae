//! Pages in memory: addresses, titles, frames, dialogs and cookies, but no scripts beyond a handful of words.

use std::collections::{HashMap, VecDeque};
use std::sync::Mutex;
use std::time::Duration;

use async_trait::async_trait;
use deskhand_engine::ports::{Page, PageResult};
use deskhand_page::{
    Ability, About, Call, Code, Cookie, Dialog, DialogAnswer, DialogKind, Extent, Fault, FaultKind,
    FrameChoice, FrameId, LoadState, Navigation, NewViewKind, PageInput, PageRect, Place, PrintOptions,
    Stage, View, ViewId, WindowChange, WindowState, reference,
};
use serde_json::{Value, json};
use tokio::sync::{Notify, watch};

/// All pages of an application.
pub(crate) struct FakePage {
    about: About,
    pub(crate) ended: watch::Sender<Option<String>>,
    views: Mutex<Vec<FakeView>>,
    /// Lets a script that waits go on.
    pub(crate) go_on: Notify,
    /// How many scripts wait.
    pub(crate) waiting: std::sync::atomic::AtomicUsize,
    pub(crate) insecure: Mutex<Option<bool>>,
    pub(crate) pictures: Mutex<Vec<Extent>>,
    pub(crate) printed: Mutex<Vec<PrintOptions>>,
    /// What was asked for, by the names of the methods.
    asked: Mutex<Vec<&'static str>>,
    /// What the next calls of functions come to, whatever they are.
    rehearsed: Mutex<VecDeque<PageResult<Value>>>,
    /// The calls that came to that, and the time that each had.
    performed: Mutex<Vec<(Call, Duration)>>,
}

struct FakeView {
    id: String,
    history: Vec<String>,
    at: usize,
    /// Frames that are there; the document in each has the frames of this many more.
    frames: usize,
    removed: Vec<FrameId>,
    dialog: Option<Dialog>,
    cookies: HashMap<String, Cookie>,
    window: WindowState,
    answers: Vec<DialogAnswer>,
}

impl FakeView {
    fn new(id: &str) -> FakeView {
        FakeView {
            id: id.to_owned(),
            history: vec!["tauri://localhost/".to_owned()],
            at: 0,
            frames: 2,
            removed: Vec::new(),
            dialog: None,
            cookies: HashMap::new(),
            window: WindowState {
                bounds: PageRect { x: 10.0, y: 20.0, width: 800.0, height: 600.0 },
                stage: Stage::Normal,
            },
            answers: Vec::new(),
        }
    }
}

fn fault<T>(kind: FaultKind, message: &str) -> PageResult<T> {
    Err(Fault::new(kind, message))
}

impl FakePage {
    pub(crate) fn new(has_view: bool, abilities: Vec<Ability>) -> FakePage {
        FakePage {
            about: About {
                engine: "Fake".to_owned(),
                version: "2.50.1".to_owned(),
                platform: "linux".to_owned(),
                pid: 42,
                user_agent: String::new(),
                abilities,
            },
            ended: watch::Sender::new(None),
            views: Mutex::new(if has_view { vec![FakeView::new("main")] } else { vec![] }),
            go_on: Notify::new(),
            waiting: std::sync::atomic::AtomicUsize::new(0),
            insecure: Mutex::new(None),
            pictures: Mutex::new(Vec::new()),
            printed: Mutex::new(Vec::new()),
            asked: Mutex::default(),
            rehearsed: Mutex::default(),
            performed: Mutex::default(),
        }
    }

    /// Lets the next calls of functions come to this.
    pub(crate) fn rehearse(&self, answers: impl IntoIterator<Item = PageResult<Value>>) {
        self.rehearsed.lock().unwrap().extend(answers);
    }

    /// The calls that came to what was rehearsed, and the time that each had.
    pub(crate) fn performed(&self) -> Vec<(Call, Duration)> {
        std::mem::take(&mut self.performed.lock().unwrap())
    }

    /// What was asked for since the last time, by the names of the methods.
    pub(crate) fn asked(&self) -> Vec<&'static str> {
        std::mem::take(&mut self.asked.lock().unwrap())
    }

    fn note(&self, what: &'static str) {
        self.asked.lock().unwrap().push(what);
    }

    /// The application ends.
    pub(crate) fn die(&self, why: &str) {
        self.ended.send_if_modified(|ended| {
            let is_first = ended.is_none();
            if is_first {
                *ended = Some(why.to_owned());
            }
            is_first
        });
    }

    /// A script opens a dialog.
    pub(crate) fn open_dialog(&self, kind: DialogKind, text: &str) {
        let default_text = (kind == DialogKind::Prompt).then(|| "default".to_owned());
        self.with("main", |view| view.dialog = Some(Dialog { kind, text: text.to_owned(), default_text }))
            .unwrap();
    }

    /// How dialogs were answered.
    pub(crate) fn answers(&self) -> Vec<DialogAnswer> {
        self.with("main", |view| view.answers.clone()).unwrap()
    }

    /// The page takes a frame out.
    pub(crate) fn remove_frame(&self, frame: &str) {
        self.with("main", |view| view.removed.push(FrameId(frame.to_owned()))).unwrap();
    }

    fn with<T>(&self, view: &str, look: impl FnOnce(&mut FakeView) -> T) -> PageResult<T> {
        if self.ended.borrow().is_some() {
            return fault(FaultKind::Gone, "The application does not answer.");
        }
        let mut views = self.views.lock().unwrap();
        match views.iter_mut().find(|open| open.id == view) {
            Some(view) => Ok(look(view)),
            None => fault(FaultKind::NoView, "The view is closed."),
        }
    }

    /// What needs scripts: not while a dialog is open, and not in a frame that is gone.
    fn in_place<T>(&self, place: &Place, look: impl FnOnce(&mut FakeView) -> PageResult<T>) -> PageResult<T> {
        self.with(&place.view.0, |view| {
            if let Some(dialog) = &view.dialog {
                return Err(Fault::dialog_standing(dialog.clone()));
            }
            if place.frames.iter().any(|frame| view.removed.contains(frame)) {
                return fault(FaultKind::NoFrame, "The frame is gone.");
            }
            look(view)
        })?
    }

    async fn script(&self, place: &Place, word: &str) -> PageResult<Value> {
        match word {
            "return document.URL" => self.in_place(place, |view| Ok(json!(view.history[view.at]))),
            "return document.title" => {
                self.in_place(place, |view| Ok(json!(format!("Title of {}", view.id))))
            }
            "return navigator.userAgent" => Ok(json!("Fake/1")),
            "return null" => self.in_place(place, |_| Ok(Value::Null)),
            "wait" => {
                self.in_place(place, |_| Ok(()))?;
                self.waiting.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
                self.go_on.notified().await;
                Ok(json!("waited"))
            }
            "alert" => {
                self.in_place(place, |_| Ok(()))?;
                self.open_dialog(DialogKind::Alert, "cheese");
                let opened = self.in_place(place, |_| Ok(Value::Null)).unwrap_err();
                Err(Fault { standing: false, ..opened })
            }
            "die" => {
                self.die("signal 9");
                fault(FaultKind::Gone, "The connection has broken.")
            }
            word if word.contains("outerHTML") => self.in_place(place, |_| Ok(json!("<html></html>"))),
            other => self.in_place(place, |_| Ok(json!(other))),
        }
    }
}

#[async_trait]
impl Page for FakePage {
    fn about(&self) -> &About {
        &self.about
    }

    async fn views(&self, within: Duration) -> PageResult<Vec<View>> {
        self.note("views");
        if within.is_zero() {
            return fault(FaultKind::Timeout, "There was no time.");
        }
        if self.ended.borrow().is_some() {
            return fault(FaultKind::Gone, "The application does not answer.");
        }
        let view =
            |view: &FakeView| View { id: ViewId(view.id.clone()), window: view.id.clone(), visible: true };
        Ok(self.views.lock().unwrap().iter().map(view).collect())
    }

    async fn new_view(&self, _: NewViewKind, opener: &ViewId, _: Duration) -> PageResult<View> {
        self.with(&opener.0, |_| ())?;
        let mut views = self.views.lock().unwrap();
        let id = format!("view-{}", views.len());
        views.push(FakeView::new(&id));
        Ok(View { id: ViewId(id.clone()), window: id, visible: true })
    }

    async fn close_view(&self, view: &ViewId, _: Duration) -> PageResult<()> {
        self.with(&view.0, |_| ())?;
        let mut views = self.views.lock().unwrap();
        views.retain(|open| open.id != view.0);
        if views.is_empty() {
            self.die("exit status 0");
        }
        Ok(())
    }

    async fn window(&self, view: &ViewId, _: Duration) -> PageResult<WindowState> {
        self.with(&view.0, |view| view.window)
    }

    async fn set_window(&self, view: &ViewId, change: WindowChange, _: Duration) -> PageResult<WindowState> {
        self.with(&view.0, |view| {
            let window = &mut view.window;
            window.stage = change.stage.unwrap_or(window.stage);
            if let Some((x, y)) = change.position {
                (window.bounds.x, window.bounds.y) = (x, y);
            }
            if let Some((width, height)) = change.size {
                (window.bounds.width, window.bounds.height) = (width, height);
            }
            *window
        })
    }

    async fn go(&self, view: &ViewId, to: &Navigation, _: LoadState, within: Duration) -> PageResult<()> {
        self.note("go");
        if *to == Navigation::To("http://down.example/".to_owned()) {
            return fault(FaultKind::LoadFailed, "Nobody is there.");
        }
        if *to == Navigation::To("http://slow.example/".to_owned()) {
            return fault(FaultKind::Timeout, &format!("{within:?}"));
        }
        self.with(&view.0, |view| match to {
            Navigation::To(address) => {
                view.history.truncate(view.at + 1);
                view.history.push(address.clone());
                view.at += 1;
            }
            Navigation::Back => view.at = view.at.saturating_sub(1),
            Navigation::Forward => view.at = (view.at + 1).min(view.history.len() - 1),
            Navigation::Reload => {}
        })?;
        if *to == Navigation::To("http://alert.example/".to_owned()) {
            self.open_dialog(DialogKind::Alert, "while loading");
            return self.in_place(&Place::top(view.clone()), |_| Ok(()));
        }
        if *to == Navigation::To("http://leave.example/".to_owned()) {
            self.open_dialog(DialogKind::BeforeUnload, "");
            return self.in_place(&Place::top(view.clone()), |_| Ok(()));
        }
        Ok(())
    }

    async fn wait_loaded(&self, place: &Place, _: LoadState, _: Duration) -> PageResult<()> {
        self.note("wait_loaded");
        self.in_place(place, |_| Ok(()))
    }

    async fn call(&self, place: &Place, call: &Call, within: Duration) -> PageResult<Value> {
        self.note("call");
        if let Some(answer) = self.rehearsed.lock().unwrap().pop_front() {
            self.performed.lock().unwrap().push((call.clone(), within));
            return answer;
        }
        match &call.code {
            Code::Body(word) => self.script(place, word).await,
            Code::Member { name, .. } if name == "find" => self.in_place(place, |_| {
                let found = call.args.get(2) == Some(&json!("#there"));
                Ok(json!(if found { vec![json!({ reference::ELEMENT: "main.d.1" })] } else { vec![] }))
            }),
            Code::Member { name, .. } => self.in_place(place, |_| {
                Ok(match name.as_str() {
                    "clickPoint" => json!({ "x": 10, "y": 10 }),
                    "prepareTyping" => json!({ "kind": "text" }),
                    _ => Value::Null,
                })
            }),
        }
    }

    async fn enter_frame(&self, place: &Place, frame: &FrameChoice, _: Duration) -> PageResult<FrameId> {
        self.in_place(place, |view| match frame {
            FrameChoice::Index(index) if (*index as usize) < view.frames => Ok(FrameId(format!("f{index}"))),
            FrameChoice::Index(_) => fault(FaultKind::NoFrame, "There is no such frame."),
            FrameChoice::Node(node) if node == "frame" => Ok(FrameId("f9".to_owned())),
            FrameChoice::Node(node) if node == "stale" => fault(FaultKind::StaleNode, "It is gone."),
            FrameChoice::Node(node) if node == "div" => fault(FaultKind::NoFrame, "It is no frame."),
            FrameChoice::Node(_) => fault(FaultKind::NoNode, "It was never there."),
        })
    }

    async fn input(&self, place: &Place, _: &[PageInput], _: Duration) -> PageResult<()> {
        self.note("input");
        self.in_place(place, |_| Ok(()))
    }

    async fn choose_files(&self, place: &Place, _: &str, _: &[String], _: Duration) -> PageResult<()> {
        self.in_place(place, |_| Ok(()))
    }

    async fn dialog(&self, view: &ViewId, _: Duration) -> PageResult<Option<Dialog>> {
        self.note("dialog");
        self.with(&view.0, |view| view.dialog.clone())
    }

    async fn answer_dialog(&self, view: &ViewId, answer: &DialogAnswer, _: Duration) -> PageResult<Dialog> {
        self.with(&view.0, |view| match view.dialog.take() {
            Some(dialog) => {
                view.answers.push(answer.clone());
                Ok(dialog)
            }
            None => fault(FaultKind::NoDialog, "No dialog is open."),
        })?
    }

    async fn cookies(&self, place: &Place, _: Duration) -> PageResult<Vec<Cookie>> {
        self.in_place(place, |view| Ok(view.cookies.values().cloned().collect()))
    }

    async fn set_cookie(&self, place: &Place, cookie: &Cookie, _: Duration) -> PageResult<()> {
        self.in_place(place, |view| {
            view.cookies.insert(cookie.name.clone(), cookie.clone());
            Ok(())
        })
    }

    async fn delete_cookies(&self, place: &Place, name: Option<&str>, _: Duration) -> PageResult<()> {
        self.in_place(place, |view| {
            view.cookies.retain(|own, _| name.is_some_and(|name| own != name));
            Ok(())
        })
    }

    async fn picture(&self, view: &ViewId, extent: Extent, _: Duration) -> PageResult<Vec<u8>> {
        self.note("picture");
        self.pictures.lock().unwrap().push(extent);
        self.with(&view.0, |_| b"PNG".to_vec())
    }

    async fn print(&self, place: &Place, options: &PrintOptions, _: Duration) -> PageResult<Vec<u8>> {
        self.printed.lock().unwrap().push(options.clone());
        self.in_place(place, |_| Ok(b"%PDF".to_vec()))
    }

    async fn accept_insecure_certificates(&self, accept: bool, _: Duration) -> PageResult<()> {
        *self.insecure.lock().unwrap() = Some(accept);
        Ok(())
    }
}
