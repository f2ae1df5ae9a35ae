//! What applications tell of their changes, and when it is heard.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use deskhand_engine::ports::{Change, Mailbox, Moment, Telling, TopLevel};
use deskhand_model::Fields;

use super::{Due, SimApp, SimWindow, World};
use crate::random::Random;
use crate::user::WindowKey;
use crate::widget::Around;

/// Names one who listens.
pub(crate) type ListenerNumber = u64;

/// Everybody who listens, and what was not said yet.
pub(super) struct Words {
    listeners: BTreeMap<ListenerNumber, Listener>,
    next: ListenerNumber,
    /// How windows were when they were last told of. Only kept while somebody listens.
    outsides: BTreeMap<WindowKey, Outside>,
    /// What is going to be said, by whom and when.
    unsaid: VecDeque<(Moment, u32, Change)>,
    random: Random,
}

struct Listener {
    pid: u32,
    mailbox: Arc<Mailbox>,
}

/// What elements depend on besides themselves.
#[derive(PartialEq)]
struct Outside {
    pid: u32,
    listed: bool,
    told: TopLevel,
    around: Around,
}

impl Words {
    pub(super) fn new(seed: u64) -> Words {
        Words {
            listeners: BTreeMap::new(),
            next: 0,
            outsides: BTreeMap::new(),
            unsaid: VecDeque::new(),
            random: Random::for_purpose(seed, "voice"),
        }
    }

    fn is_heard(&self, pid: u32) -> bool {
        self.listeners.values().any(|listener| listener.pid == pid)
    }

    fn say(&self, pid: u32, change: &Change) {
        for listener in self.listeners.values().filter(|listener| listener.pid == pid) {
            listener.mailbox.tell(change.clone());
        }
    }
}

impl World {
    /// Puts down in `mailbox` from now on what an application tells.
    pub(crate) fn listen(&mut self, pid: u32, mailbox: Arc<Mailbox>) -> ListenerNumber {
        if self.words.listeners.is_empty() {
            self.words.outsides = self.outsides();
        }
        let number = self.words.next;
        self.words.next += 1;
        self.words.listeners.insert(number, Listener { pid, mailbox });
        number
    }

    /// Stops that.
    pub(crate) fn stop_listening(&mut self, number: ListenerNumber) {
        let words = &mut self.words;
        words.listeners.remove(&number);
        if words.listeners.is_empty() {
            words.outsides.clear();
            words.unsaid.clear();
        }
    }

    /// Has applications tell what is different since the last time.
    pub(crate) fn tell(&mut self) {
        // Asked of every window, so that what nobody heard of is not told later.
        let altered: Vec<_> =
            self.windows.iter_mut().map(|window| (window.key, window.widgets.altered())).collect();
        if self.words.listeners.is_empty() {
            return;
        }
        let now = self.outsides();
        let before = std::mem::replace(&mut self.words.outsides, now);
        let mut changes: Vec<(u32, Change)> = Vec::new();
        for (key, altered) in altered {
            let Some(window) = self.window(key) else { continue };
            let mut tell = |change| changes.push((window.pid, change));
            altered.children.iter().for_each(|&at| tell(Change::Children(window.element_at(at))));
            altered
                .fields
                .iter()
                .for_each(|(&at, &fields)| tell(Change::Fields(window.element_at(at), fields)));
            if let Some((before, now)) = before.get(&key).zip(self.words.outsides.get(&key)) {
                outside(window, before, now, &mut tell);
            }
        }
        for app in self.apps.iter().filter(|app| lists_others(app, &before, &self.words.outsides)) {
            changes.push((app.pid, Change::Children(app.root())));
        }
        for (pid, change) in changes {
            self.put_into_words(pid, change);
        }
        self.speak(None);
    }

    /// Has an application say everything at once that it was going to.
    pub(crate) fn speak_up(&mut self, pid: u32) {
        self.speak(Some(pid));
    }

    /// Tells those who listen that an application has ended.
    pub(super) fn fall_silent(&mut self, pid: u32) {
        self.words.unsaid.retain(|(_, who, _)| *who != pid);
        self.words.say(pid, &Change::Anything);
    }

    /// How every window looks from outside.
    fn outsides(&self) -> BTreeMap<WindowKey, Outside> {
        let outside = |window: &SimWindow| Outside {
            pid: window.pid,
            listed: self.is_listed(window),
            told: self.top_level(window),
            around: self.around(window),
        };
        self.windows.iter().map(|window| (window.key, outside(window))).collect()
    }

    /// Keeps a change to be said, if the application tells of such changes.
    fn put_into_words(&mut self, pid: u32, change: Change) {
        let Some(voice) = self.app(pid).map(|app| app.voice).filter(|_| self.words.is_heard(pid)) else {
            return;
        };
        let Some(change) = voice.promises.and_then(|promises| phrased(change, promises)) else { return };
        if self.words.random.chance(u64::from(voice.swallows)) {
            return;
        }
        let at = self.now().plus(voice.late);
        let first = self.words.unsaid.back().is_none_or(|(last, ..)| *last != at);
        self.words.unsaid.push_back((at, pid, change));
        if first && at > self.now() {
            self.schedule(at, Due::Said);
        }
    }

    /// Says what is due, and all of what `early` has to say. Who hangs says nothing.
    fn speak(&mut self, early: Option<u32>) {
        let now = self.now();
        for (at, pid, change) in std::mem::take(&mut self.words.unsaid) {
            let due = (at <= now || early == Some(pid)) && self.app(pid).is_some_and(|app| !app.hung);
            if due {
                self.words.say(pid, &change);
            } else {
                self.words.unsaid.push_back((at, pid, change));
            }
        }
    }
}

/// The change as an application with such promises tells it; none when it tells nothing of it.
fn phrased(change: Change, promises: Telling) -> Option<Change> {
    match change {
        Change::Fields(element, fields) => {
            let told = fields.without(Fields::ALL.without(promises.fields));
            (!told.is_empty()).then_some(Change::Fields(element, told))
        }
        Change::Children(_) if !promises.structure => Some(Change::Anything),
        other => Some(other),
    }
}

/// Whether the application has other windows now than before.
fn lists_others(
    app: &SimApp,
    before: &BTreeMap<WindowKey, Outside>,
    now: &BTreeMap<WindowKey, Outside>,
) -> bool {
    let listed = |all: &BTreeMap<WindowKey, Outside>| -> Vec<WindowKey> {
        let own = all.iter().filter(|(_, outside)| outside.pid == app.pid && outside.listed);
        own.map(|(key, _)| *key).collect()
    };
    !app.ended && listed(before) != listed(now)
}

/// Tells what is different in a window because the window itself is.
fn outside(window: &SimWindow, before: &Outside, now: &Outside, tell: &mut impl FnMut(Change)) {
    let mut of = |index: usize, fields: Fields| tell(Change::Fields(window.element_at(index), fields));
    if before.told.title != now.told.title {
        of(0, Fields::NAME);
    }
    if before.told.bounds != now.told.bounds {
        of(0, Fields::BOUNDS);
    }
    let states = |told: &TopLevel| (told.focused, told.modal, told.minimized);
    if states(&before.told) != states(&now.told) {
        of(0, Fields::STATES);
    }
    if before.around.focus != now.around.focus {
        [before.around.focus, now.around.focus]
            .into_iter()
            .flatten()
            .for_each(|index| of(index, Fields::STATES));
    }
    let mut all = Fields::NONE;
    if before.around.visible != now.around.visible {
        all |= Fields::STATES;
    }
    if before.around.origin != now.around.origin {
        all |= Fields::BOUNDS;
    }
    if !all.is_empty() {
        window.widgets.iter().for_each(|(index, _)| of(index, all));
    }
}
