//! What a reader of an observation knows, and whether what it is told makes sense.

use std::collections::BTreeMap;
use std::time::SystemTime;

use deskhand_engine::{Observed, WindowEvent, WindowEventKind, WindowSnapshot};
use deskhand_model::{Rect, Window, WindowId};

/// What events tell of a window, besides the keyboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sight {
    pub(crate) title: String,
    pub(crate) outer: Rect,
    pub(crate) visible: bool,
    pub(crate) minimized: bool,
}

impl Sight {
    pub(crate) fn of(window: &Window) -> Sight {
        Sight {
            title: window.title.clone(),
            outer: window.outer(),
            visible: window.is_visible(),
            minimized: window.minimized,
        }
    }
}

/// All windows as a reader knows them.
pub(crate) type Sights = BTreeMap<WindowId, Sight>;

/// The first snapshot with every event since carried out on it.
#[derive(Default)]
pub(crate) struct Replay {
    pub(crate) windows: BTreeMap<WindowId, Window>,
    /// What was known after each event, and at each snapshot.
    pub(crate) history: BTreeMap<u64, Sights>,
    /// Who has the keyboard. Losing it is not told by itself, so it is known from whoever got it last.
    pub(crate) focused: Option<WindowId>,
    pub(crate) gaps: u32,
    /// Number of the last event.
    pub(crate) last: u64,
    began: bool,
    /// The snapshot that has to follow now.
    awaited: Option<u64>,
    /// What is told of each window in the round that is being told.
    rounds: BTreeMap<WindowId, Round>,
    at: Option<SystemTime>,
}

/// Everything that is told of one window for one change.
struct Round {
    before: Option<Window>,
    after: Window,
    kinds: Vec<WindowEventKind>,
}

impl Replay {
    /// Takes in what comes next.
    pub(crate) fn take(&mut self, observed: &Observed) -> Result<(), String> {
        match observed {
            Observed::Snapshot(snapshot) => self.snapshot(snapshot),
            Observed::Gap { first, last, .. } => self.gap(*first, *last),
            Observed::Event(event) => self.event(event),
        }
    }

    pub(crate) fn sights(&self) -> Sights {
        self.windows.iter().map(|(id, window)| (*id, Sight::of(window))).collect()
    }

    fn snapshot(&mut self, snapshot: &WindowSnapshot) -> Result<(), String> {
        let awaited = if self.began { self.awaited } else { Some(0) };
        if awaited != Some(snapshot.as_of) {
            return Err(format!("a snapshot as of {} where {awaited:?} was due", snapshot.as_of));
        }
        (self.began, self.awaited, self.last) = (true, None, snapshot.as_of);
        self.rounds.clear();
        self.windows = snapshot.windows.iter().map(|window| (window.id, window.clone())).collect();
        if self.windows.len() != snapshot.windows.len() {
            return Err("a snapshot lists a window twice".to_owned());
        }
        let mut focused = self.windows.values().filter(|window| window.focused);
        self.focused = focused.next().map(|window| window.id);
        if let Some(second) = focused.next() {
            return Err(format!(
                "a snapshot in which {:?} and {} have the keyboard",
                self.focused, second.id
            ));
        }
        self.history.insert(self.last, self.sights());
        Ok(())
    }

    fn gap(&mut self, first: u64, last: u64) -> Result<(), String> {
        if self.awaited.is_some() || first != self.last + 1 || last < first {
            return Err(format!("a gap from {first} to {last} after {}", self.last));
        }
        self.finish_rounds()?;
        (self.began, self.awaited) = (true, Some(last));
        self.gaps += 1;
        Ok(())
    }

    fn event(&mut self, event: &WindowEvent) -> Result<(), String> {
        if !self.began || self.awaited.is_some() {
            return Err(format!("event {} where a snapshot was due", event.sequence));
        }
        if event.sequence != self.last + 1 {
            return Err(format!("event {} after {}", event.sequence, self.last));
        }
        if self.at != Some(event.at) {
            self.finish_rounds()?;
            self.at = Some(event.at);
        }
        self.last = event.sequence;
        let what = format!("{} {}", event.kind.name(), event.window.id);
        self.carry_out(event).map_err(|wrong| format!("event {} ({what}): {wrong}", event.sequence))?;
        self.history.insert(self.last, self.sights());
        Ok(())
    }

    fn carry_out(&mut self, event: &WindowEvent) -> Result<(), String> {
        let (id, kind) = (event.window.id, event.kind);
        let goes_on = self
            .rounds
            .get(&id)
            .is_some_and(|round| round.after == event.window && round.kinds.last() < Some(&kind));
        if kind == WindowEventKind::Destroyed {
            self.finish_round(id)?;
            return self.windows.remove(&id).map(|_| ()).ok_or_else(|| "it was not there".to_owned());
        }
        if goes_on {
            if let Some(round) = self.rounds.get_mut(&id) {
                round.kinds.push(kind);
            }
        } else {
            self.finish_round(id)?;
            let before = match (kind, event.previous_id) {
                (WindowEventKind::IdChanged, Some(previous)) => self.windows.remove(&previous),
                _ => self.windows.get(&id).cloned(),
            };
            if before.is_some() == (kind == WindowEventKind::Created) {
                return Err(format!("it was {}there", if before.is_some() { "" } else { "not " }));
            }
            self.rounds.insert(id, Round { before, after: event.window.clone(), kinds: vec![kind] });
        }
        if kind == WindowEventKind::Focused {
            if !event.window.focused {
                return Err("it does not have the keyboard".to_owned());
            }
            self.focused = Some(id);
        }
        if event.previous_id.is_some() && event.previous_id == self.focused {
            self.focused = Some(id);
        }
        self.windows.insert(id, event.window.clone());
        Ok(())
    }

    /// Checks what was told of each window in the last round.
    pub(crate) fn finish_rounds(&mut self) -> Result<(), String> {
        let ids: Vec<WindowId> = self.rounds.keys().copied().collect();
        ids.into_iter().try_for_each(|id| self.finish_round(id))
    }

    fn finish_round(&mut self, id: WindowId) -> Result<(), String> {
        let Some(Round { before, after, kinds }) = self.rounds.remove(&id) else { return Ok(()) };
        // Losing the keyboard is not told, so nobody can know whether getting it is news.
        let told: Vec<_> = kinds.into_iter().filter(|kind| *kind != WindowEventKind::Focused).collect();
        let due = match &before {
            Some(before) => changes(before, &after),
            None => vec![WindowEventKind::Created],
        };
        if told != due && !(before.is_none() && told.is_empty()) {
            return Err(format!(
                "of {id} {told:?} was told where {due:?} was due, from {before:?} to {after:?}"
            ));
        }
        Ok(())
    }
}

/// The kinds of events that a change from `before` to `after` is, in order.
fn changes(before: &Window, after: &Window) -> Vec<WindowEventKind> {
    let (was, is) = (Sight::of(before), Sight::of(after));
    let mut kinds = Vec::new();
    if before.id != after.id {
        kinds.push(WindowEventKind::IdChanged);
    }
    match (was.minimized, is.minimized) {
        (false, true) => kinds.push(WindowEventKind::Minimized),
        (true, false) => kinds.push(WindowEventKind::Restored),
        // Only what is not explained by the icon is told as hidden or shown.
        _ if was.visible && !is.visible => kinds.push(WindowEventKind::Hidden),
        _ if !was.visible && is.visible => kinds.push(WindowEventKind::Shown),
        _ => {}
    }
    if was.outer.origin() != is.outer.origin() {
        kinds.push(WindowEventKind::Moved);
    }
    if was.outer.size() != is.outer.size() || before.content().size() != after.content().size() {
        kinds.push(WindowEventKind::Resized);
    }
    if was.title != is.title {
        kinds.push(WindowEventKind::TitleChanged);
    }
    kinds
}
