//! A session whose calls can be held up, and can have a fault.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use deskhand_engine::ports::{Chord, Image, ReadRequest, WindowChange};
use deskhand_engine::{
    Act, ActOptions, Changed, Element, Found, Locator, Observation, Observe, Receipt, Session, Shot,
    Snapshot, Until, WindowSelector, WindowView,
};
use deskhand_model::{App, AppSelector, Error, ErrorKind, Rect, Result, Window, WindowId};
use tokio::sync::watch;

/// What calls do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Calls {
    #[default]
    Answer,
    /// They wait until they are to answer.
    Wait,
    Panic,
}

#[derive(Clone, Default)]
pub(crate) struct Fake(Arc<Desk>);

#[derive(Default)]
struct Desk {
    windows: Vec<Window>,
    calls: watch::Sender<Calls>,
    waiting: AtomicUsize,
    changes: Mutex<Vec<WindowChange>>,
}

/// A window with this title.
pub(crate) fn window(title: &str) -> Window {
    Window {
        id: WindowId(5),
        title: title.to_owned(),
        pid: Some(42),
        app: "Editor".to_owned(),
        client: Rect::new(1, 2, 300, 200),
        ..Window::default()
    }
}

impl Fake {
    pub(crate) fn with(windows: Vec<Window>) -> Fake {
        Fake(Arc::new(Desk { windows, ..Desk::default() }))
    }

    /// What calls do from now on.
    pub(crate) fn set(&self, calls: Calls) {
        self.0.calls.send_replace(calls);
    }

    /// How many calls wait.
    pub(crate) fn waiting(&self) -> usize {
        self.0.waiting.load(Ordering::SeqCst)
    }

    /// Changes that have come to their end.
    pub(crate) fn changes(&self) -> Vec<WindowChange> {
        self.0.changes.lock().unwrap().clone()
    }

    async fn called(&self) {
        assert_ne!(*self.0.calls.borrow(), Calls::Panic, "a fault");
        let _waiting = Waiting::new(&self.0.waiting);
        let _ = self.0.calls.subscribe().wait_for(|calls| *calls != Calls::Wait).await;
    }
}

struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn new(count: &'a AtomicUsize) -> Waiting<'a> {
        count.fetch_add(1, Ordering::SeqCst);
        Waiting(count)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

fn nothing<T>() -> Result<T> {
    Err(Error::new(ErrorKind::NotFound, "There is nothing but windows"))
}

#[async_trait]
impl Session for Fake {
    async fn apps(&self, _: Duration) -> Result<Vec<App>> {
        Ok(Vec::new())
    }

    async fn windows(&self, _: Duration) -> Result<Vec<Window>> {
        self.called().await;
        Ok(self.0.windows.clone())
    }

    async fn window(&self, _: &WindowSelector, _: Duration) -> Result<WindowView> {
        let window = self.0.windows.first().cloned();
        window.map(|window| WindowView { window, joined: None }).map_or_else(nothing, Ok)
    }

    async fn change_window(
        &self,
        window: &WindowSelector,
        change: WindowChange,
        within: Duration,
    ) -> Result<Changed> {
        self.called().await;
        self.0.changes.lock().unwrap().push(change);
        Ok(Changed { view: self.window(window, within).await?, previous_id: None, as_asked: true })
    }

    async fn app(&self, _: &AppSelector, _: Duration) -> Result<App> {
        nothing()
    }
    async fn tree(&self, _: &AppSelector, _: &ReadRequest, _: Duration) -> Result<Snapshot> {
        nothing()
    }
    async fn find_all(&self, _: &Locator, _: Duration) -> Result<Found> {
        nothing()
    }
    async fn find(&self, _: &Locator, _: Duration) -> Result<Element> {
        nothing()
    }
    async fn wait(&self, _: &Locator, _: Until, _: Duration) -> Result<Found> {
        nothing()
    }
    async fn act(&self, _: &Locator, _: &Act, _: &ActOptions) -> Result<Receipt> {
        self.called().await;
        nothing()
    }
    async fn keys(&self, _: &AppSelector, _: &[Chord], _: &ActOptions) -> Result<Receipt> {
        self.called().await;
        nothing()
    }
    async fn text(&self, _: &Locator, _: Duration) -> Result<String> {
        nothing()
    }
    async fn observe(&self, _: &Observe, _: Duration) -> Result<Observation> {
        nothing()
    }
    async fn screenshot(&self, _: &Shot, _: Duration) -> Result<Image> {
        nothing()
    }
    async fn clipboard(&self, _: Duration) -> Result<Option<String>> {
        Ok(None)
    }
    async fn set_clipboard(&self, _: &str, _: Duration) -> Result<()> {
        Ok(())
    }
}
