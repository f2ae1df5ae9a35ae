//! A desktop whose window system tells of no changes, with two views of the windows that the test scripts by hand.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use async_trait::async_trait;
use deskhand_engine::Engine;
use deskhand_engine::ports::{
    Accessibility, Compositor, Perform, Performed, Ports, ProcessState, Processes, ReadRequest, Reading,
    Split, TopLevel, TopLevels, WindowChange, Workspaces,
};
use deskhand_model::{
    App, AppId, Error, ErrorKind, Fields, Handle, NodeData, Rect, Result, Window, WindowId,
};
use tokio::time::Instant;

use super::{CALL, Desktop, app};

/// What each side would say.
#[derive(Default)]
pub(crate) struct Views {
    /// The registry's list.
    pub(crate) records: Vec<Window>,
    pub(crate) no_display: bool,
    pub(crate) apps: Vec<Voice>,
}

/// What one application says.
pub(crate) struct Voice {
    pub(crate) pid: u32,
    pub(crate) windows: Vec<TopLevel>,
    /// Windows that are only among its children.
    pub(crate) orphans: Vec<TopLevel>,
    pub(crate) hung: bool,
    pub(crate) gone: bool,
}

impl Views {
    pub(crate) fn app(&mut self, pid: u32) -> &mut Voice {
        self.apps.iter_mut().find(|voice| voice.pid == pid).expect("the application is there")
    }

    pub(crate) fn record(&mut self, id: u64) -> &mut Window {
        self.records.iter_mut().find(|record| record.id == WindowId(id)).expect("the window is listed")
    }
}

pub(crate) fn voice(pid: u32, windows: Vec<TopLevel>) -> Voice {
    Voice { pid, windows, orphans: vec![], hung: false, gone: false }
}

/// The accessibility side of a window; its element is `w` and the window's number.
pub(crate) fn top_of(window: &Window) -> TopLevel {
    TopLevel {
        handle: Handle::new(format!("w{}", window.id.0)),
        title: window.title.clone(),
        bounds: Some(window.client),
        size: Some(window.client.size()),
        minimized: Some(window.minimized),
        hidden: Some(window.hidden),
        modal: None,
        focused: Some(window.focused),
        fullscreen: None,
        window: None,
    }
}

type Scripted = Box<dyn FnOnce(&mut Views) + Send>;
type OnChange = Box<dyn FnMut(&mut Views, &Handle, WindowChange) + Send>;

/// The desktop.
pub(crate) struct Polled {
    rest: Arc<Desktop>,
    split: Split,
    views: Mutex<Views>,
    script: Mutex<Vec<(Instant, Scripted)>>,
    on_change: Mutex<OnChange>,
    calls: Mutex<Vec<String>>,
    began: Instant,
}

impl Polled {
    pub(crate) fn new(split: Split, records: Vec<Window>, apps: Vec<Voice>) -> Arc<Polled> {
        Arc::new(Polled {
            rest: Desktop::new(vec![], vec![]),
            split,
            views: Mutex::new(Views { records, no_display: false, apps }),
            script: Mutex::default(),
            on_change: Mutex::new(Box::new(|_, _, _| {})),
            calls: Mutex::default(),
            began: Instant::now(),
        })
    }

    pub(crate) fn engine(self: &Arc<Self>) -> Engine {
        let (accessibility, compositor, processes) = (self.clone(), self.clone(), self.clone());
        Engine::new(Ports { accessibility, compositor, processes, ..self.rest.ports() })
    }

    /// Has `change` happen so many milliseconds after the start. Changes are scripted in the order of their times.
    pub(crate) fn at(&self, milliseconds: u64, change: impl FnOnce(&mut Views) + Send + 'static) {
        let moment = self.began + Duration::from_millis(milliseconds);
        self.script.lock().unwrap().push((moment, Box::new(change)));
    }

    /// What a change through accessibility does, instead of nothing.
    pub(crate) fn on_change(&self, change: impl FnMut(&mut Views, &Handle, WindowChange) + Send + 'static) {
        *self.on_change.lock().unwrap() = Box::new(change);
    }

    pub(crate) fn views(&self) -> MutexGuard<'_, Views> {
        let now = Instant::now();
        let mut script = self.script.lock().unwrap();
        let due = script.iter().take_while(|(moment, _)| *moment <= now).count();
        let mut views = self.views.lock().unwrap();
        script.drain(..due).for_each(|(_, change)| change(&mut views));
        views
    }

    /// Milliseconds since the start.
    pub(crate) fn elapsed(&self) -> u128 {
        self.began.elapsed().as_millis()
    }

    /// Every call to an application since the start, in order.
    pub(crate) fn calls(&self) -> Vec<String> {
        self.calls.lock().unwrap().clone()
    }

    fn note(&self, call: String) {
        self.calls.lock().unwrap().push(call);
    }

    async fn registry(&self) -> Result<()> {
        tokio::time::sleep(CALL).await;
        if self.views().no_display {
            return Err(Error::new(ErrorKind::DisplayUnavailable, "no display"));
        }
        Ok(())
    }
}

#[async_trait]
impl Compositor for Polled {
    fn split(&self) -> Split {
        self.split
    }

    async fn windows(&self, _within: Duration) -> Result<Vec<Window>> {
        self.registry().await?;
        Ok(self.views().records.clone())
    }

    async fn change(&self, window: WindowId, change: WindowChange, within: Duration) -> Result<()> {
        self.rest.change(window, change, within).await
    }

    async fn focused(&self, _within: Duration) -> Result<Option<WindowId>> {
        self.registry().await?;
        Ok(self.views().records.iter().find(|record| record.focused).map(|record| record.id))
    }

    async fn screen(&self, within: Duration) -> Result<Rect> {
        Compositor::screen(&*self.rest, within).await
    }

    async fn workspaces(&self, within: Duration) -> Result<Workspaces> {
        self.rest.workspaces(within).await
    }

    async fn show_workspace(&self, number: u32, within: Duration) -> Result<()> {
        self.rest.show_workspace(number, within).await
    }
}

#[async_trait]
impl Accessibility for Polled {
    async fn applications(&self, _within: Duration) -> Result<Vec<App>> {
        self.note("applications".to_owned());
        tokio::time::sleep(CALL).await;
        let views = self.views();
        let alive = views.apps.iter().filter(|voice| !voice.gone);
        Ok(alive.map(|voice| app(&voice.pid.to_string(), voice.pid, vec![]).app).collect())
    }

    async fn read(&self, app: &AppId, request: &ReadRequest, within: Duration) -> Result<Reading> {
        self.rest.read(app, request, within).await
    }

    async fn details(
        &self,
        app: &AppId,
        elements: &[Handle],
        fields: Fields,
        within: Duration,
    ) -> Result<Vec<Result<NodeData>>> {
        self.rest.details(app, elements, fields, within).await
    }

    async fn perform(
        &self,
        app: &AppId,
        element: &Handle,
        what: &Perform,
        within: Duration,
    ) -> Result<Performed> {
        self.rest.perform(app, element, what, within).await
    }

    async fn text(&self, app: &AppId, element: &Handle, within: Duration) -> Result<String> {
        Accessibility::text(&*self.rest, app, element, within).await
    }

    async fn top_levels(&self, app: &AppId, among: TopLevels, within: Duration) -> Result<Vec<TopLevel>> {
        self.note(format!("{among:?} of {}", app.as_str()));
        let pid = app.as_str().parse().expect("applications are called by their pid");
        let hung = self.views().app(pid).hung;
        tokio::time::sleep(if hung { within } else { CALL }).await;
        let mut views = self.views();
        let voice = views.app(pid);
        if voice.gone {
            return Err(Error::new(ErrorKind::AppGone, "it has ended"));
        }
        if hung {
            return Err(Error::new(ErrorKind::AppNotResponding, "no answer"));
        }
        match among {
            TopLevels::Windows => Ok(voice.windows.clone()),
            TopLevels::Children => Ok([voice.windows.as_slice(), voice.orphans.as_slice()].concat()),
        }
    }

    async fn change_window(
        &self,
        _app: &AppId,
        window: &Handle,
        change: WindowChange,
        _within: Duration,
    ) -> Result<()> {
        self.note(format!("change {} {change:?}", window.as_str()));
        tokio::time::sleep(CALL).await;
        (self.on_change.lock().unwrap())(&mut self.views(), window, change);
        Ok(())
    }
}

#[async_trait]
impl Processes for Polled {
    fn state(&self, pid: u32) -> ProcessState {
        let gone = self.views().apps.iter().any(|voice| voice.pid == pid && voice.gone);
        if gone { ProcessState::Gone } else { ProcessState::Alive }
    }

    fn executable(&self, _pid: u32) -> Option<String> {
        None
    }

    async fn ended(&self, pid: u32) {
        while self.state(pid) != ProcessState::Gone {
            tokio::time::sleep(CALL).await;
        }
    }
}
