//! What the mirror knows, and the list that follows from it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use deskhand_model::Window as Record;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{ChangeWindowAttributesAux, ConnectionExt as _, EventMask, Window};

use super::super::super::display::Display;
use super::super::super::fault::Outcome;
use super::super::facts::Facts;
use super::super::manager::Manager;
use super::super::record::{is_in_between, is_listed, record};
use super::marks::{Marks, Scene};
use super::outline::Track;
use super::touches::{Touched, Touches};

/// How long a new manager may take to look after the windows that are there.
pub(super) const TAKE_OVER: Duration = Duration::from_secs(2);

/// All that is known of the windows of a display.
pub(super) struct Registry {
    pub(super) scene: Scene,
    pub(super) marks: Marks,
    /// What events were about since followers were told a state.
    pub(super) touches: Touches,
    pub(super) manager: Manager,
    /// Who has the keyboard, where no manager tells.
    pub(super) focus: Option<Window>,
    /// The windows below the root window, from back to front, our own left out.
    children: Vec<Window>,
    /// The same, to look one up.
    child_set: HashSet<Window>,
    /// Whether these are worth a closer look.
    pub(super) hints: HashMap<Window, Hint>,
    /// The windows that are or could be listed.
    pub(super) known: HashMap<Window, Entry>,
    /// Which known window is in which frame.
    pub(super) framed: HashMap<Window, Window>,
    /// Which events are asked for.
    pub(super) watched: HashMap<Window, EventMask>,
    /// Until when a new manager is taking over, and may not list windows yet that are there.
    pub(super) taking_over: Option<Instant>,
    /// Windows of applications in the last list, from back to front.
    regulars: Vec<Window>,
    list: List,
}

/// What little is known of a window below the root window.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hint {
    pub(super) override_redirect: bool,
    pub(super) viewable: bool,
    pub(super) has_type: bool,
}

/// What is known of a window that is or could be listed.
#[derive(Clone, Debug, Default)]
pub(super) struct Entry {
    pub(super) facts: Facts,
    /// The windows that it is in, from the inside out; the last is a child of the root window.
    pub(super) frames: Vec<Window>,
    pub(super) track: Track,
}

/// The list of windows.
#[derive(Clone, Debug, Default)]
pub(super) struct List {
    /// From back to front.
    pub(super) windows: Arc<Vec<Record>>,
    /// Places in it of windows that a manager seems to be busy with.
    pub(super) in_between: Vec<usize>,
}

impl Registry {
    /// Knows nothing yet, listens, and will ask for everything.
    pub(super) fn new(display: &Display) -> Outcome<Registry> {
        let mut registry = Registry {
            scene: Scene::of(display),
            marks: Marks::all(),
            touches: Touches::default(),
            manager: Manager::default(),
            focus: None,
            children: Vec::new(),
            child_set: HashSet::new(),
            hints: HashMap::new(),
            known: HashMap::new(),
            framed: HashMap::new(),
            watched: HashMap::new(),
            taking_over: None,
            regulars: Vec::new(),
            list: List::default(),
        };
        let below = EventMask::SUBSTRUCTURE_NOTIFY | EventMask::PROPERTY_CHANGE;
        registry.watch(display, display.root(), below)?;
        Ok(registry)
    }

    /// Asks for events of a window, unless that has been done.
    pub(super) fn watch(&mut self, display: &Display, window: Window, mask: EventMask) -> Outcome<()> {
        let before = self.watched.get(&window).copied().unwrap_or(EventMask::NO_EVENT);
        let wanted = before | mask;
        if wanted != before {
            let aux = ChangeWindowAttributesAux::new().event_mask(wanted);
            // A window that is gone shows in the answers to the questions that follow.
            display.conn().change_window_attributes(window, &aux)?.ignore_error();
            self.watched.insert(window, wanted);
        }
        Ok(())
    }

    /// Takes note of an event.
    pub(super) fn note(&mut self, event: &Event) {
        if let Event::DestroyNotify(destroyed) = event
            && !event.sent_event()
        {
            if self.is_known(destroyed.window) {
                self.touches.note(Touched::Window(destroyed.window));
            }
            self.forget(destroyed.window);
            return;
        }
        let (known, framed, children) = (&self.known, &self.framed, &self.child_set);
        let is_watched = |window: Window| {
            known.contains_key(&window) || framed.contains_key(&window) || children.contains(&window)
        };
        match self.marks.note(event, &self.scene, is_watched) {
            Some(Touched::Window(window)) => {
                self.touches.note(Touched::Window(framed.get(&window).copied().unwrap_or(window)));
            }
            Some(touched) => self.touches.note(touched),
            None => {}
        }
    }

    /// The list as of the last refresh.
    pub(super) fn list(&self) -> &List {
        &self.list
    }

    /// Whether something has to be asked, or a wait for a window to come to rest is over.
    pub(super) fn is_stale(&self, now: Instant) -> bool {
        !self.marks.is_empty() || self.next_rest().is_some_and(|until| until <= now)
    }

    /// When the first of the windows that are being changed is taken as it is.
    pub(super) fn next_rest(&self) -> Option<Instant> {
        self.known.values().filter_map(|entry| entry.track.torn_until()).min()
    }

    /// Whether a window's frame and its content agree about its place.
    pub(super) fn is_whole(&self, window: Window) -> bool {
        self.known.get(&window).is_none_or(|entry| entry.track.torn_until().is_none())
    }

    /// The window that is known by this number, or whose frame has it.
    pub(super) fn content_of(&self, window: Window) -> Window {
        self.framed.get(&window).copied().unwrap_or(window)
    }

    /// Whether everything about a window is known.
    pub(super) fn is_known(&self, window: Window) -> bool {
        self.known.contains_key(&window)
    }

    /// Whether a window is directly below the root window.
    pub(super) fn is_child(&self, window: Window) -> bool {
        self.child_set.contains(&window)
    }

    /// Takes note of the windows below the root window.
    pub(super) fn note_children(&mut self, mut children: Vec<Window>) {
        children.retain(|&child| !self.scene.is_ours(child));
        self.child_set = children.iter().copied().collect();
        self.children = children;
        self.hints.retain(|window, _| self.child_set.contains(window));
        let (known, framed, set, check) = (&self.known, &self.framed, &self.child_set, self.manager.check);
        self.watched.retain(|window, _| {
            let is_inside = known.contains_key(window) || framed.contains_key(window);
            is_inside || set.contains(window) || *window == self.scene.root || Some(*window) == check
        });
    }

    /// Windows below the root window that nothing is known of.
    pub(super) fn new_children(&self) -> Vec<Window> {
        self.children.iter().copied().filter(|child| !self.hints.contains_key(child)).collect()
    }

    /// Drops what is gone.
    pub(super) fn forget(&mut self, window: Window) {
        let known = self.known.remove(&window);
        for frame in known.iter().flat_map(|entry| &entry.frames) {
            self.framed.remove(frame);
        }
        self.hints.remove(&window);
        self.watched.remove(&window);
        self.framed.remove(&window);
        let is_child = self.child_set.remove(&window);
        if is_child {
            self.children.retain(|&child| child != window);
        }
        let is_check = self.manager.check == Some(window);
        if is_check {
            self.manager.is_running = false;
            self.marks.manager = true;
        }
        if is_check || is_child || known.is_some() {
            self.marks.forget(window);
        }
    }

    /// The windows that are or could be listed. What is known of others is dropped.
    pub(super) fn keep_candidates(&mut self) -> HashSet<Window> {
        let candidates = self.candidates();
        self.known.retain(|window, _| candidates.contains(window));
        self.framed.retain(|_, content| candidates.contains(content));
        candidates
    }

    fn candidates(&self) -> HashSet<Window> {
        let is_running = self.manager.is_running();
        let is_candidate = |child: &&Window| {
            let hint = self.hints.get(child).copied().unwrap_or_default();
            match hint.override_redirect {
                true => hint.viewable && hint.has_type,
                // Without a window manager the applications' own windows hang directly under the root window.
                false => !is_running && self.hints.contains_key(child),
            }
        };
        let below_root = self.children.iter().filter(is_candidate);
        let managed = self.manager.clients.iter().filter(|_| is_running).chain(&self.regulars);
        below_root.chain(managed).copied().filter(|&window| window != x11rb::NONE).collect()
    }

    /// Makes the list anew from what is known.
    pub(super) fn compile(&mut self, now: Instant) {
        for entry in self.known.values_mut() {
            entry.track.wait_no_longer(now);
        }
        if self.taking_over.is_some_and(|until| until <= now) {
            self.taking_over = None;
        }
        let regulars = self.regulars();
        let is_popup = |window: &&Window| {
            let facts = self.known.get(window).map(|entry| &entry.facts);
            facts.is_some_and(|facts| facts.override_redirect && is_listed(facts))
                && !regulars.contains(window)
        };
        let popups = self.children.iter().filter(is_popup);
        let order: Vec<Window> = match self.manager.is_running() {
            true => regulars.iter().chain(popups).copied().collect(),
            // Nobody keeps pop-ups in front: the order is the server's.
            false => self.children.iter().copied().filter(|&child| self.is_shown_unmanaged(child)).collect(),
        };
        let focused = if self.manager.is_running() { self.manager.active } else { self.focus };
        let mut list = Vec::with_capacity(order.len());
        let mut in_between = Vec::new();
        for window in order {
            let Some(entry) = self.known.get(&window) else { continue };
            if is_in_between(&entry.facts, &self.manager) || !entry.track.is_known() {
                in_between.push(list.len());
            }
            let mut record = record(window, &entry.facts, entry.track.outline(), &self.manager);
            record.z_index = list.len() as u32;
            record.focused = focused == Some(window);
            list.push(record);
        }
        if *self.list.windows != list {
            self.list.windows = Arc::new(list);
        }
        self.list.in_between = in_between;
        self.regulars = regulars;
    }

    /// The windows of applications, from back to front. Those that a manager does not list and that are still there to be
    /// seen stay: it is just leaving them alone, or not looking after them yet.
    fn regulars(&self) -> Vec<Window> {
        if !self.manager.is_running() {
            let is_regular = |child: &&Window| {
                self.is_shown_unmanaged(**child)
                    && self.known.get(child).is_some_and(|entry| !entry.facts.override_redirect)
            };
            return self.children.iter().filter(is_regular).copied().collect();
        }
        let managed = self.manager.clients.iter().copied().filter(|window| self.known.contains_key(window));
        let mut regulars: Vec<Window> = managed.collect();
        let listed: HashSet<Window> = regulars.iter().copied().collect();
        let lives_on = |window: &&Window| {
            let facts = self.known.get(window).map(|entry| &entry.facts);
            let is_there = |facts: &Facts| facts.viewable || (self.taking_over.is_some() && facts.managed);
            !listed.contains(window) && facts.is_some_and(is_there)
        };
        regulars.extend(self.regulars.iter().filter(lives_on));
        regulars
    }

    fn is_shown_unmanaged(&self, child: Window) -> bool {
        self.known.get(&child).is_some_and(|entry| is_listed(&entry.facts))
    }
}
