//! A small scripted desktop that implements every port. Time is tokio's paused clock: it advances by itself when
//! everybody waits, so seconds of waiting cost nothing and concurrent calls really overlap.
#![allow(dead_code, reason = "each test file uses its own part")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a fault in the script fails the test")]

mod build;
pub(crate) mod feed;
pub(crate) mod polled;
mod ports;
mod telling;

pub(crate) use build::*;
pub(crate) use telling::Post;

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use deskhand_engine::ports::{Perform, Performed, Ports, ProcessState, SystemClock, Telling};
use deskhand_engine::{Engine, EngineOptions, Locator};
use deskhand_model::{
    App, AppId, AppSelector, Handle, NodeData, Point, Query, Rect, Result, Window, WindowId,
};
use tokio::time::Instant;

/// What every call to a port costs.
pub(crate) const CALL: Duration = Duration::from_millis(1);

type Scripted = Box<dyn FnOnce(&mut World) + Send>;
type OnPerform = Box<dyn Fn(&mut World, &Handle, &Perform) -> Result<Performed> + Send>;

/// Everything there is on the desktop.
pub(crate) struct World {
    pub(crate) apps: Vec<FakeApp>,
    /// Another process has keyboard and pointer.
    pub(crate) input_taken: bool,
    pub(crate) windows: Vec<Window>,
    pub(crate) focused: Option<WindowId>,
    /// A window manager that does not let anybody take the focus.
    pub(crate) focus_guarded: bool,
    /// Windows that can be neither moved nor resized.
    pub(crate) stubborn: bool,
    pub(crate) pointer: Point,
    pub(crate) workspace: u32,
    pub(crate) no_display: bool,
    pub(crate) screen: Rect,
    /// Where each application's process stands, when not alive.
    pub(crate) processes: Vec<(u32, ProcessState)>,
}

/// An application: its elements in tree order, each with its depth. The root is at depth 0.
#[derive(Clone)]
pub(crate) struct FakeApp {
    pub(crate) app: App,
    pub(crate) nodes: Vec<(usize, NodeData)>,
    /// Takes every call and never answers.
    pub(crate) hung: bool,
    /// How much longer than others it takes to answer.
    pub(crate) lag: Duration,
    /// Readings of it end before all was read.
    pub(crate) cut_off: bool,
    /// Its connection is closed.
    pub(crate) gone: bool,
    /// Takes the call for the focus and does nothing.
    pub(crate) ignores_focus: bool,
    /// Readings tell the states whether asked or not, as bulk readings do.
    pub(crate) tells_states: bool,
    /// What it tells of its changes.
    pub(crate) telling: Option<Telling>,
}

/// The scripted desktop.
pub(crate) struct Desktop {
    world: Mutex<World>,
    script: Mutex<Vec<(Instant, Scripted)>>,
    on_perform: Mutex<OnPerform>,
    log: Mutex<Vec<String>>,
    post: Arc<Mutex<Post>>,
    began: Instant,
}

impl Desktop {
    /// A desktop with these applications and windows.
    pub(crate) fn new(apps: Vec<FakeApp>, windows: Vec<Window>) -> Arc<Desktop> {
        let focused = windows.iter().find(|window| window.focused).map(|window| window.id);
        let world = World {
            apps,
            input_taken: false,
            windows,
            focused,
            focus_guarded: false,
            stubborn: false,
            pointer: Point { x: 7, y: 7 },
            workspace: 0,
            no_display: false,
            screen: Rect::new(0, 0, 1280, 1024),
            processes: Vec::new(),
        };
        let performed =
            |_: &mut World, _: &Handle, what: &Perform| Ok(Performed { by: format!("Fake.{}", what.name()) });
        Arc::new(Desktop {
            world: Mutex::new(world),
            script: Mutex::new(Vec::new()),
            on_perform: Mutex::new(Box::new(performed)),
            log: Mutex::new(Vec::new()),
            post: Arc::default(),
            began: Instant::now(),
        })
    }

    /// An engine on it.
    pub(crate) fn engine(self: &Arc<Self>) -> Engine {
        Engine::new(self.ports())
    }

    /// An engine on it with settings of its own.
    pub(crate) fn engine_with(self: &Arc<Self>, options: EngineOptions) -> Engine {
        Engine::with_options(self.ports(), options)
    }

    pub(crate) fn ports(self: &Arc<Self>) -> Ports {
        Ports {
            accessibility: self.clone(),
            compositor: self.clone(),
            input: self.clone(),
            capture: self.clone(),
            clipboard: self.clone(),
            processes: self.clone(),
            clock: Arc::new(SystemClock::new()),
            idle: None,
            vision: None,
            fingerprints: None,
        }
    }

    /// Has `change` happen at this time after the start.
    pub(crate) fn at(&self, milliseconds: u64, change: impl FnOnce(&mut World) + Send + 'static) {
        let moment = self.began + Duration::from_millis(milliseconds);
        self.script.lock().unwrap().push((moment, Box::new(change)));
    }

    /// What performing does, instead of simply succeeding.
    pub(crate) fn on_perform(
        &self,
        answer: impl Fn(&mut World, &Handle, &Perform) -> Result<Performed> + Send + 'static,
    ) {
        *self.on_perform.lock().unwrap() = Box::new(answer);
    }

    /// The world as it is now, with everything done that the script has for this time.
    pub(crate) fn world(&self) -> MutexGuard<'_, World> {
        let now = Instant::now();
        let mut due = Vec::new();
        {
            let mut script = self.script.lock().unwrap();
            script.sort_by_key(|(moment, _)| *moment);
            while script.first().is_some_and(|(moment, _)| *moment <= now) {
                due.push(script.remove(0).1);
            }
        }
        let mut world = self.world.lock().unwrap();
        for change in due {
            change(&mut world);
        }
        world
    }

    /// Every call since the start, in order.
    pub(crate) fn calls(&self) -> Vec<String> {
        self.log.lock().unwrap().clone()
    }

    /// The calls that begin with one of `prefixes`.
    pub(crate) fn calls_of(&self, prefixes: &[&str]) -> Vec<String> {
        self.calls()
            .into_iter()
            .filter(|call| prefixes.iter().any(|prefix| call.starts_with(prefix)))
            .collect()
    }

    pub(crate) fn forget_calls(&self) {
        self.log.lock().unwrap().clear();
    }

    fn note(&self, call: String) {
        self.log.lock().unwrap().push(call);
    }

    /// Milliseconds since the start.
    pub(crate) fn elapsed(&self) -> u128 {
        self.began.elapsed().as_millis()
    }
}

impl World {
    pub(crate) fn app_mut(&mut self, name: &str) -> &mut FakeApp {
        self.apps.iter_mut().find(|fake| fake.app.name == name).expect("the application is there")
    }

    fn by_id(&self, id: &AppId) -> Option<&FakeApp> {
        self.apps.iter().find(|fake| fake.app.id == *id)
    }

    pub(crate) fn window_mut(&mut self, id: u64) -> &mut Window {
        self.windows.iter_mut().find(|window| window.id == WindowId(id)).expect("the window is there")
    }

    pub(crate) fn focus(&mut self, id: Option<WindowId>) {
        self.focused = id;
        for window in &mut self.windows {
            window.focused = Some(window.id) == id;
        }
    }
}

impl FakeApp {
    /// The element with this name.
    pub(crate) fn node_mut(&mut self, name: &str) -> &mut NodeData {
        self.nodes
            .iter_mut()
            .map(|(_, node)| node)
            .find(|node| &*node.name == name)
            .expect("the element is there")
    }

    pub(crate) fn remove(&mut self, name: &str) {
        self.nodes.retain(|(_, node)| &*node.name != name);
    }
}

/// The element with this name, in that application.
pub(crate) fn locator(app: &str, text: &str) -> Locator {
    Locator { app: AppSelector::parse(app), query: query(text), nth: None }
}

pub(crate) fn query(text: &str) -> Query {
    Query::parse(text).expect("the query is well formed")
}

pub(crate) const fn seconds(count: u64) -> Duration {
    Duration::from_secs(count)
}
