//! A session that remembers what was asked of it, with a few windows more.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use deskhand_engine::ports::{Chord, Image, ReadRequest, WindowChange};
use deskhand_engine::{
    Act, ActOptions, Changed, Element, Engine, Found, Locator, Observation, Observe, Receipt, Session, Shot,
    Snapshot, Until, WindowSelector, WindowView,
};
use deskhand_model::{App, AppSelector, Diagnosis, Error, ErrorKind, Result, Window};
use tokio::sync::Semaphore;

pub(crate) struct Recorder {
    engine: Engine,
    asked: Mutex<Vec<&'static str>>,
    /// Windows of processes that accessibility does not know.
    pub(crate) strangers: Vec<Window>,
    /// Whether nothing can be observed.
    pub(crate) deaf: AtomicBool,
    /// Whether accessibility is not to be had.
    pub(crate) inaccessible: AtomicBool,
    /// The process of an application that ends whenever it is read.
    pub(crate) ends: AtomicU32,
    /// Whether its windows go with it.
    pub(crate) takes_windows_along: AtomicBool,
    /// The process of an application whose windows are not listed.
    pub(crate) unlisted: AtomicU32,
    /// The time that actions were given.
    pub(crate) within: Mutex<Vec<Duration>>,
    /// Actions wait for one of these.
    pub(crate) permits: Semaphore,
}

impl Recorder {
    pub(crate) fn new(engine: Engine, strangers: Vec<Window>) -> Recorder {
        let permits = Semaphore::new(Semaphore::MAX_PERMITS);
        Recorder {
            engine,
            asked: Mutex::default(),
            strangers,
            deaf: AtomicBool::new(false),
            inaccessible: AtomicBool::new(false),
            ends: AtomicU32::new(0),
            takes_windows_along: AtomicBool::new(false),
            unlisted: AtomicU32::new(0),
            within: Mutex::default(),
            permits,
        }
    }

    /// What was asked since this was asked last.
    pub(crate) fn take(&self) -> Vec<&'static str> {
        std::mem::take(&mut *self.asked.lock().unwrap())
    }

    fn check(&self, app: &AppSelector) -> Result<()> {
        match app {
            AppSelector::Pid(pid) if *pid == self.ends.load(Ordering::Relaxed) => {
                if self.takes_windows_along.load(Ordering::Relaxed) {
                    self.unlisted.store(*pid, Ordering::Relaxed);
                }
                Err(Error::new(ErrorKind::AppGone, "The application has ended"))
            }
            _ => Ok(()),
        }
    }

    fn note(&self, what: &'static str) -> &Engine {
        self.asked.lock().unwrap().push(what);
        &self.engine
    }
}

#[async_trait]
impl Session for Recorder {
    async fn apps(&self, within: Duration) -> Result<Vec<App>> {
        let engine = self.note("apps");
        if self.inaccessible.load(Ordering::Relaxed) {
            return Err(Error::new(ErrorKind::AccessibilityUnavailable, "There is no accessibility"));
        }
        engine.apps(within).await
    }
    async fn app(&self, app: &AppSelector, within: Duration) -> Result<App> {
        self.note("app").app(app, within).await
    }
    async fn tree(&self, app: &AppSelector, request: &ReadRequest, within: Duration) -> Result<Snapshot> {
        let engine = self.note("tree");
        self.check(app)?;
        engine.tree(app, request, within).await
    }
    async fn find_all(&self, locator: &Locator, within: Duration) -> Result<Found> {
        self.note("find_all").find_all(locator, within).await
    }
    async fn find(&self, locator: &Locator, within: Duration) -> Result<Element> {
        self.note("find").find(locator, within).await
    }
    async fn wait(&self, locator: &Locator, until: Until, within: Duration) -> Result<Found> {
        self.note("wait").wait(locator, until, within).await
    }
    async fn act(&self, locator: &Locator, act: &Act, options: &ActOptions) -> Result<Receipt> {
        let engine = self.note("act");
        self.within.lock().unwrap().push(options.within);
        self.permits.acquire().await.unwrap().forget();
        let receipt = engine.act(locator, act, options).await;
        self.note("acted");
        receipt
    }
    async fn keys(&self, app: &AppSelector, chords: &[Chord], options: &ActOptions) -> Result<Receipt> {
        self.note("keys").keys(app, chords, options).await
    }
    async fn text(&self, locator: &Locator, within: Duration) -> Result<String> {
        self.note("text").text(locator, within).await
    }
    async fn windows(&self, within: Duration) -> Result<Vec<Window>> {
        let mut windows = self.note("windows").windows(within).await?;
        windows.retain(|window| window.pid != Some(self.unlisted.load(Ordering::Relaxed)));
        windows.extend(self.strangers.iter().cloned());
        Ok(windows)
    }
    async fn window(&self, window: &WindowSelector, within: Duration) -> Result<WindowView> {
        self.note("window").window(window, within).await
    }
    async fn change_window(
        &self,
        window: &WindowSelector,
        change: WindowChange,
        within: Duration,
    ) -> Result<Changed> {
        self.note("change_window").change_window(window, change, within).await
    }
    async fn observe(&self, what: &Observe, within: Duration) -> Result<Observation> {
        let engine = self.note("observe");
        if self.deaf.load(Ordering::Relaxed) {
            return Err(Error::new(ErrorKind::ActionUnsupported, "Nothing can be observed here"));
        }
        engine.observe(what, within).await
    }
    async fn diagnose(&self, app: Option<&AppSelector>, within: Duration) -> Result<Diagnosis> {
        let engine = self.note("diagnose");
        app.map_or(Ok(()), |app| self.check(app))?;
        engine.diagnose(app, within).await
    }
    async fn screenshot(&self, shot: &Shot, within: Duration) -> Result<Image> {
        self.note("screenshot").screenshot(shot, within).await
    }
    async fn clipboard(&self, within: Duration) -> Result<Option<String>> {
        self.note("clipboard").clipboard(within).await
    }
    async fn set_clipboard(&self, text: &str, within: Duration) -> Result<()> {
        self.note("set_clipboard").set_clipboard(text, within).await
    }
}
