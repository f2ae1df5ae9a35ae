//! A session with windows that tests put there.

use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use async_trait::async_trait;
use deskhand_engine::ports::{Chord, Image, ReadRequest, WindowChange};
use deskhand_engine::{
    Act, ActOptions, Changed, Element, Found, Locator, Observation, Observe, Receipt, Session, Shot,
    Snapshot, Teller, Until, WindowSelector, WindowView,
};
use deskhand_model::{
    App, AppSelector, Error, ErrorKind, Insets, Point, Rect, Result, Window, WindowId, Workspace,
};

/// What the fake desktop has, and what was asked of it.
#[derive(Default)]
pub(crate) struct Desk {
    pub(crate) windows: Vec<Window>,
    /// Numbers that have changed: from, to.
    pub(crate) renamed: Vec<(WindowId, WindowId)>,
    /// Changes that were asked for.
    pub(crate) changes: Vec<(WindowId, WindowChange)>,
    /// The number that the next changed window gets.
    pub(crate) next_id: Option<WindowId>,
    /// Windows never leave this place, when it is set.
    pub(crate) glued: Option<Point>,
    /// What every call fails with, when it is set.
    pub(crate) fault: Option<Error>,
    /// Times that calls were given.
    pub(crate) times: Vec<Duration>,
    /// What was asked to be observed, with what tells it.
    pub(crate) observed: Vec<(Observe, Teller)>,
}

#[derive(Clone, Default)]
pub(crate) struct Fake(pub(crate) Arc<Mutex<Desk>>);

/// A window of process 42 with a frame.
pub(crate) fn window(id: u64, title: &str) -> Window {
    Window {
        id: WindowId(id),
        title: title.to_owned(),
        pid: Some(42),
        app: "Editor".to_owned(),
        client: Rect::new(101, 120, 300, 200),
        decoration: Insets { left: 1, right: 1, top: 20, bottom: 1 },
        workspace: Some(Workspace::Number(0)),
        ..Window::default()
    }
}

impl Fake {
    pub(crate) fn with(windows: Vec<Window>) -> Fake {
        Fake(Arc::new(Mutex::new(Desk { windows, ..Desk::default() })))
    }

    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut Desk) -> T) -> T {
        change(&mut self.0.lock().unwrap())
    }
}

impl Desk {
    fn called(&mut self, within: Duration) -> Result<()> {
        self.times.push(within);
        self.fault.clone().map_or(Ok(()), Err)
    }

    fn meant(&self, selector: &WindowSelector) -> Result<usize> {
        let WindowSelector::Id(id) = selector else { panic!("clients name windows by their number") };
        let id = self.renamed.iter().find(|(from, _)| from == id).map_or(*id, |(_, to)| *to);
        let found = self.windows.iter().position(|window| window.id == id);
        found.ok_or_else(|| Error::new(ErrorKind::WindowNotFound, format!("There is no window {id}")))
    }
}

fn not_here<T>() -> Result<T> {
    panic!("this door asks for windows only")
}

#[async_trait]
impl Session for Fake {
    async fn windows(&self, within: Duration) -> Result<Vec<Window>> {
        self.change(|desk| {
            desk.called(within)?;
            Ok(desk.windows.clone())
        })
    }

    async fn window(&self, selector: &WindowSelector, within: Duration) -> Result<WindowView> {
        self.change(|desk| {
            desk.called(within)?;
            let at = desk.meant(selector)?;
            Ok(WindowView { window: desk.windows[at].clone(), joined: None })
        })
    }

    async fn change_window(
        &self,
        selector: &WindowSelector,
        change: WindowChange,
        within: Duration,
    ) -> Result<Changed> {
        self.change(|desk| {
            desk.called(within)?;
            let at = desk.meant(selector)?;
            let (glued, next_id) = (desk.glued, desk.next_id.take());
            let window = &mut desk.windows[at];
            let before = window.id;
            match change {
                WindowChange::Move(to) => {
                    let to = glued.unwrap_or(to);
                    window.client.x = to.x + window.decoration.left as i32;
                    window.client.y = to.y + window.decoration.top as i32;
                }
                WindowChange::Resize(size) => {
                    (window.client.width, window.client.height) = (size.width, size.height);
                }
                WindowChange::Minimize => window.minimized = true,
                WindowChange::Restore => window.minimized = false,
                WindowChange::Focus => window.focused = true,
                _ => {}
            }
            window.id = next_id.unwrap_or(before);
            let view = WindowView { window: window.clone(), joined: None };
            desk.changes.push((before, change));
            if matches!(change, WindowChange::Close | WindowChange::ForceClose) {
                desk.windows.remove(at);
            }
            let previous_id = next_id.map(|_| before);
            Ok(Changed { view, previous_id, as_asked: glued.is_none() })
        })
    }

    async fn observe(&self, what: &Observe, within: Duration) -> Result<Observation> {
        self.change(|desk| {
            desk.called(within)?;
            let windows = Arc::new(desk.windows.clone());
            let (observation, teller) = Observation::told(what.keep, windows, SystemTime::UNIX_EPOCH);
            desk.observed.push((what.clone(), teller));
            Ok(observation)
        })
    }

    async fn apps(&self, _: Duration) -> Result<Vec<App>> {
        not_here()
    }
    async fn app(&self, _: &AppSelector, _: Duration) -> Result<App> {
        not_here()
    }
    async fn tree(&self, _: &AppSelector, _: &ReadRequest, _: Duration) -> Result<Snapshot> {
        not_here()
    }
    async fn find_all(&self, _: &Locator, _: Duration) -> Result<Found> {
        not_here()
    }
    async fn find(&self, _: &Locator, _: Duration) -> Result<Element> {
        not_here()
    }
    async fn wait(&self, _: &Locator, _: Until, _: Duration) -> Result<Found> {
        not_here()
    }
    async fn act(&self, _: &Locator, _: &Act, _: &ActOptions) -> Result<Receipt> {
        not_here()
    }
    async fn keys(&self, _: &AppSelector, _: &[Chord], _: &ActOptions) -> Result<Receipt> {
        not_here()
    }
    async fn text(&self, _: &Locator, _: Duration) -> Result<String> {
        not_here()
    }
    async fn screenshot(&self, _: &Shot, _: Duration) -> Result<Image> {
        not_here()
    }
    async fn clipboard(&self, _: Duration) -> Result<Option<String>> {
        not_here()
    }
    async fn set_clipboard(&self, _: &str, _: Duration) -> Result<()> {
        not_here()
    }
}
