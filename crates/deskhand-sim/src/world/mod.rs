//! The desktop as it really is, whatever anybody is told about it.

mod app;
mod change;
mod due;
mod effect;
mod keyboard;
mod pointer;
mod registry;
mod voice;
mod window;

use std::collections::BTreeMap;
use std::time::Duration;

use deskhand_engine::ports::{Moment, WindowChange};
use deskhand_model::{Handle, Point, Rect, WindowId};

use crate::faults::{Faults, Personality};
use crate::plan::{Scenario, WindowPlan};
use crate::random::Random;
use crate::user::WindowKey;

pub(crate) use app::SimApp;
pub(crate) use due::Due;
pub(crate) use effect::gone;
pub(crate) use keyboard::check as check_key;
pub(crate) use registry::FeedNumber;
pub(crate) use voice::ListenerNumber;
pub(crate) use window::SimWindow;

/// Who changed a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// A session.
    Session,
    /// The user, an application or fate.
    User,
}

/// Everything there is.
pub(crate) struct World {
    pub(crate) seed: u64,
    pub(crate) personality: Personality,
    pub(crate) faults: Faults,
    pub(crate) screen: Rect,
    pub(crate) workspaces: u32,
    pub(crate) space: u32,
    pub(crate) apps: Vec<SimApp>,
    /// From back to front.
    pub(crate) windows: Vec<SimWindow>,
    pub(crate) focused: Option<WindowKey>,
    pub(crate) pointer: Point,
    /// What the button went down on, until it is let go.
    pub(crate) pressed: Option<pointer::Pressed>,
    pub(crate) clipboard: Option<String>,
    pub(crate) random: Random,
    /// Every change of a window that was carried out, in order.
    pub(crate) done: Vec<(WindowKey, WindowChange, By)>,
    /// Who had which number, for ever.
    pub(crate) numbers: BTreeMap<WindowId, WindowKey>,
    now: Moment,
    due: BTreeMap<(Moment, u64), Due>,
    next_due: u64,
    next_key: u32,
    next_id: u64,
    registry: registry::Registry,
    words: voice::Words,
}

impl World {
    pub(crate) fn new(scenario: &Scenario) -> World {
        let mut world = World {
            seed: scenario.seed,
            personality: scenario.personality,
            faults: scenario.faults,
            screen: scenario.screen,
            workspaces: scenario.workspaces.max(1),
            space: 0,
            apps: Vec::new(),
            windows: Vec::new(),
            focused: None,
            pointer: scenario.screen.center(),
            pressed: None,
            clipboard: None,
            random: Random::for_purpose(scenario.seed, "world"),
            done: Vec::new(),
            numbers: BTreeMap::new(),
            now: Moment(Duration::ZERO),
            due: BTreeMap::new(),
            next_due: 0,
            next_key: 0,
            next_id: 0x0040_0000,
            registry: registry::Registry::default(),
            words: voice::Words::new(scenario.seed),
        };
        for plan in &scenario.apps {
            world.apps.push(SimApp::new(plan));
            for window in &plan.windows {
                world.open(plan.pid, window);
            }
        }
        for (at, action) in &scenario.script {
            world.schedule(Moment(*at), Due::User(action.clone()));
        }
        world.focus_front();
        world.publish_at_once();
        world
    }

    pub(crate) fn now(&self) -> Moment {
        self.now
    }

    /// A window of that application, in front of all others. Without such an application there is none.
    pub(crate) fn open(&mut self, pid: u32, plan: &WindowPlan) -> Option<WindowKey> {
        self.app(pid)?;
        let key = WindowKey(self.next_key);
        self.next_key += 1;
        let id = self.new_id(key);
        self.windows.push(SimWindow::new(key, id, pid, plan, self.personality));
        Some(key)
    }

    /// A number that no window has had before.
    fn new_id(&mut self, key: WindowKey) -> WindowId {
        self.next_id += 1 + self.random.below(5);
        let id = WindowId(self.next_id);
        self.numbers.insert(id, key);
        id
    }

    /// The application with this process, while it runs.
    pub(crate) fn app(&self, pid: u32) -> Option<&SimApp> {
        self.apps.iter().find(|app| app.pid == pid && !app.ended)
    }

    pub(crate) fn app_mut(&mut self, pid: u32) -> Option<&mut SimApp> {
        self.apps.iter_mut().find(|app| app.pid == pid && !app.ended)
    }

    pub(crate) fn window(&self, key: WindowKey) -> Option<&SimWindow> {
        self.windows.iter().find(|window| window.key == key)
    }

    pub(crate) fn window_mut(&mut self, key: WindowKey) -> Option<&mut SimWindow> {
        self.windows.iter_mut().find(|window| window.key == key)
    }

    /// The window that has this number now.
    pub(crate) fn by_id(&self, id: WindowId) -> Option<&SimWindow> {
        self.windows.iter().find(|window| window.id() == id)
    }

    /// The window and the place in it that a handle means, while the window is there.
    pub(crate) fn resolve(&self, handle: &Handle) -> Option<(WindowKey, usize)> {
        let mut parts = handle.as_str().split('/').skip(1).map(str::parse::<u32>);
        let (key, index) = (parts.next()?.ok()?, parts.next()?.ok()?);
        self.window(WindowKey(key))?;
        Some((WindowKey(key), index as usize))
    }

    /// Whether it is hidden, for another reason than being minimised.
    pub(crate) fn is_hidden(&self, window: &SimWindow) -> bool {
        window.space != self.space || self.app(window.pid).is_none_or(|app| app.hidden)
    }

    /// Whether it is to be seen, if nothing covers it.
    pub(crate) fn is_visible(&self, window: &SimWindow) -> bool {
        !window.minimized && !self.is_hidden(window)
    }

    /// Whether its application lists it as one of its windows.
    pub(crate) fn is_listed(&self, window: &SimWindow) -> bool {
        self.is_reachable(window) && window.leaving.is_none()
    }

    /// Whether accessibility can reach it at all: macOS knows only the windows of the space that is shown.
    pub(crate) fn is_reachable(&self, window: &SimWindow) -> bool {
        self.personality == Personality::X11 || window.space == self.space
    }

    /// Gives the keyboard to the front window that is to be seen.
    pub(crate) fn focus_front(&mut self) {
        let still =
            self.focused.and_then(|key| self.window(key)).is_some_and(|window| self.is_visible(window));
        if !still {
            let front = self.windows.iter().rev().find(|window| self.is_visible(window));
            self.focused = front.map(|window| window.key);
        }
    }

    /// Puts a window in front of all others.
    pub(crate) fn raise(&mut self, key: WindowKey) {
        if let Some(index) = self.windows.iter().position(|window| window.key == key) {
            let window = self.windows.remove(index);
            self.windows.push(window);
        }
    }

    /// Takes windows away.
    pub(crate) fn remove(&mut self, is_gone: impl Fn(&SimWindow) -> bool) {
        self.windows.retain(|window| !is_gone(window));
        self.focus_front();
    }
}
