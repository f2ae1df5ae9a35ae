//! The window system's list of windows: what it shows, and when.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use deskhand_engine::ports::{Moment, RegistryState};
use deskhand_model::{Insets, Window, Workspace};

use super::{SimWindow, World};
use crate::faults::{Personality, lag};

/// Most states that are kept for a reader of the feed.
const KEPT: usize = 4096;

/// Names a reader of the feed.
pub(crate) type FeedNumber = u64;

/// The states of the list.
#[derive(Default)]
pub(super) struct Registry {
    /// The state that is shown, and those that will be, each from a moment on.
    states: VecDeque<(Moment, Arc<Vec<Window>>)>,
    feeds: BTreeMap<FeedNumber, VecDeque<RegistryState>>,
    next_feed: FeedNumber,
}

impl World {
    /// Shows the first state.
    pub(super) fn publish_at_once(&mut self) {
        let state = Arc::new(self.records());
        self.registry.states.push_back((self.now(), state));
    }

    /// Shows the windows as they are now, when the registry gets around to it. Says whether anything is different.
    pub(crate) fn publish(&mut self) -> bool {
        let records = self.records();
        let last = self.registry.states.back();
        if last.is_some_and(|(_, state)| **state == records) {
            return false;
        }
        let after = last.map_or(self.now(), |(moment, _)| *moment);
        let late = match self.personality {
            Personality::X11 => std::time::Duration::ZERO,
            Personality::MacOs => lag(&self.faults, &mut self.random),
        };
        let state = Arc::new(records);
        self.registry.states.push_back((self.now().plus(late).max(after), state.clone()));
        for feed in self.registry.feeds.values_mut() {
            let skipped = feed.len() >= KEPT;
            if skipped {
                feed.clear();
            }
            feed.push_back(RegistryState { windows: state.clone(), skipped, touched: Vec::new() });
        }
        true
    }

    /// What the registry shows now.
    pub(crate) fn shown(&mut self) -> Arc<Vec<Window>> {
        let now = self.now();
        let states = &mut self.registry.states;
        while states.get(1).is_some_and(|(moment, _)| *moment <= now) {
            states.pop_front();
        }
        states.front().map(|(_, state)| state.clone()).unwrap_or_default()
    }

    /// From when on the registry shows the windows as they are now.
    pub(crate) fn caught_up_at(&self) -> Moment {
        self.registry.states.back().map_or(self.now(), |(moment, _)| *moment)
    }

    /// Opens a feed; its first state is the one now.
    pub(crate) fn open_feed(&mut self) -> FeedNumber {
        let windows = self.shown();
        let number = self.registry.next_feed;
        self.registry.next_feed += 1;
        self.registry
            .feeds
            .insert(number, VecDeque::from([RegistryState { windows, skipped: false, touched: Vec::new() }]));
        number
    }

    pub(crate) fn close_feed(&mut self, number: FeedNumber) {
        self.registry.feeds.remove(&number);
    }

    /// The next state of a feed, if there is one yet.
    pub(crate) fn take_state(&mut self, number: FeedNumber) -> Option<RegistryState> {
        self.registry.feeds.get_mut(&number)?.pop_front()
    }

    /// Every window as the registry would list it now, from back to front.
    fn records(&self) -> Vec<Window> {
        let all = self.windows.iter().enumerate();
        all.map(|(index, window)| self.as_registered(self.record(window, index as u32), window)).collect()
    }

    /// The window as it really is.
    pub(crate) fn record(&self, window: &SimWindow, z_index: u32) -> Window {
        let class = self.app(window.pid).map(|app| app.class.clone()).unwrap_or_default();
        Window {
            id: window.id(),
            title: window.title.clone(),
            pid: Some(window.pid),
            instance: class.to_lowercase(),
            app: class,
            kind: window.kind,
            client: window.client(),
            decoration: window.decoration,
            shadow: window.shadow,
            workspace: Some(Workspace::Number(window.space)),
            z_index,
            minimized: window.minimized,
            hidden: self.is_hidden(window),
            focused: self.focused == Some(window.key),
            maximized: window.maximized,
            fullscreen: window.fullscreen,
            modal: window.modal,
            floating: false,
            abilities: window.abilities,
        }
    }

    /// The record without what the registry does not know. That of macOS knows what is on the screen and what is not,
    /// but not why; a shadow is simply part of a window there.
    fn as_registered(&self, mut record: Window, window: &SimWindow) -> Window {
        if !window.tells.title_to_registry {
            record.title.clear();
        }
        if self.personality == Personality::MacOs {
            record.hidden = !record.is_visible();
            record.minimized = false;
            record.shadow = Insets::default();
            (record.modal, record.maximized, record.fullscreen) = (false, false, false);
        }
        record
    }
}
