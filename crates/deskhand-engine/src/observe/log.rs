//! The bounded record of an observation, read by many at their own pace.
//!
//! Every entry has its number, 1, 2, 3 and so on. What the window system left out takes numbers too: nobody knows how
//! many events it was, so it counts as one, and every reader meets it as a gap. A reader that meets a gap, because of
//! that or because it was too slow, goes on after the newest entry with the windows as they are there: only the newest
//! state is kept, so that an observation costs its events and two lists of windows, however long it goes on.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use deskhand_model::{Error, Window};
use tokio::sync::watch;

use super::event::{Happening, WindowEvent, WindowSnapshot};

/// How an observation came to its end.
#[derive(Clone, Debug)]
pub(super) enum End {
    /// What it was about is over.
    Completed,
    /// Nobody wants it any more.
    Abandoned,
    /// It could not go on.
    Failed(Error),
}

/// What is on record under a number.
#[derive(Debug)]
pub(super) enum Page {
    /// This event.
    Event(Arc<WindowEvent>),
    /// It was lost, or is not kept any more. The newest state has its effect.
    Lost(WindowSnapshot),
    /// The record has ended before.
    End(End),
}

/// Windows at a moment.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) windows: Arc<Vec<Window>>,
    pub(super) at: SystemTime,
}

impl State {
    fn as_of(&self, number: u64) -> WindowSnapshot {
        WindowSnapshot { as_of: number, at: self.at, windows: self.windows.clone() }
    }
}

/// The record.
#[derive(Debug)]
pub(super) struct Log {
    pages: Mutex<Pages>,
    news: watch::Sender<()>,
}

#[derive(Debug)]
struct Pages {
    keep: usize,
    /// The state before the first event, for as long as that is kept.
    start: Option<State>,
    entries: VecDeque<Entry>,
    /// Number of the newest entry.
    last: u64,
    newest: State,
    end: Option<End>,
}

#[derive(Debug)]
enum Entry {
    Event(Arc<WindowEvent>),
    /// Numbers up to this one were lost on the way here.
    LostUpTo(u64),
}

impl Entry {
    fn last(&self) -> u64 {
        match self {
            Entry::Event(event) => event.sequence,
            Entry::LostUpTo(last) => *last,
        }
    }
}

impl Log {
    /// A record that begins with this state and keeps so many entries, at least one.
    pub(super) fn new(keep: usize, start: State) -> Log {
        let pages = Pages {
            keep: keep.max(1),
            start: Some(start.clone()),
            entries: VecDeque::new(),
            last: 0,
            newest: start,
            end: None,
        };
        Log { pages: Mutex::new(pages), news: watch::Sender::new(()) }
    }

    /// Writes down what led to `state`. Readers see all of it or nothing.
    pub(super) fn tell(&self, happenings: Vec<Happening>, state: State) {
        self.write(|pages| {
            for Happening { kind, window, previous_id } in happenings {
                let (sequence, at) = (pages.last.saturating_add(1), state.at);
                let event = WindowEvent { sequence, at, kind, window, previous_id };
                pages.push(Entry::Event(Arc::new(event)));
            }
            pages.newest = state;
        });
    }

    /// Writes down that events before `state` were lost, as many as `count` numbers.
    pub(super) fn lose(&self, count: u64, state: State) {
        self.write(|pages| {
            if count > 0 {
                pages.push(Entry::LostUpTo(pages.last.saturating_add(count)));
            }
            pages.newest = state;
        });
    }

    /// Ends it, unless it has ended before.
    pub(super) fn close(&self, end: End) {
        self.write(|pages| {
            pages.end.get_or_insert(end);
        });
    }

    /// How it ended, if it has.
    pub(super) fn end(&self) -> Option<End> {
        self.pages().end.clone()
    }

    /// Number of the newest entry; 0 before there is one.
    pub(super) fn last(&self) -> u64 {
        self.pages().last
    }

    /// The state before the first event, while that event is kept.
    pub(super) fn start(&self) -> Option<WindowSnapshot> {
        self.pages().start.as_ref().map(|start| start.as_of(0))
    }

    /// What is on record under this number; nothing when it is not written yet.
    pub(super) fn page(&self, number: u64) -> Option<Page> {
        let pages = self.pages();
        if number > pages.last {
            return pages.end.clone().map(Page::End);
        }
        let event = pages.event(number).map(|event| Page::Event(event.clone()));
        Some(event.unwrap_or_else(|| Page::Lost(pages.newest.as_of(pages.last))))
    }

    /// Tells when something was written.
    pub(super) fn news(&self) -> watch::Receiver<()> {
        self.news.subscribe()
    }

    fn write(&self, change: impl FnOnce(&mut Pages)) {
        change(&mut self.pages());
        self.news.send_replace(());
    }

    fn pages(&self) -> MutexGuard<'_, Pages> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pages {
    fn push(&mut self, entry: Entry) {
        self.last = entry.last();
        self.entries.push_back(entry);
        while self.entries.len() > self.keep {
            self.entries.pop_front();
            self.start = None;
        }
    }

    /// The event with this number, if it is kept.
    fn event(&self, number: u64) -> Option<&Arc<WindowEvent>> {
        let at = self.entries.partition_point(|entry| entry.last() < number);
        match self.entries.get(at)? {
            Entry::Event(event) if event.sequence == number => Some(event),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;
    use crate::observe::event::WindowEventKind;

    fn state() -> State {
        State { windows: Arc::default(), at: SystemTime::UNIX_EPOCH }
    }

    fn something() -> Happening {
        Happening { kind: WindowEventKind::Moved, window: Window::default(), previous_id: None }
    }

    #[test]
    fn no_more_is_kept_than_asked_for_and_the_start_only_while_it_is_needed() {
        for (keep, kept) in [(0, 1), (1, 1), (3, 3), (100, 9)] {
            let log = Log::new(keep, state());
            (0..9).for_each(|_| log.tell(vec![something()], state()));
            assert_eq!(log.pages().entries.len(), kept, "keep {keep}");
            assert_eq!(log.start().is_some(), keep == 100, "keep {keep}");
        }
    }

    #[test]
    fn more_in_one_round_than_is_kept_is_cut_too() {
        let log = Log::new(2, state());
        log.tell(vec![something(); 5], state());
        assert_eq!(log.pages().entries.len(), 2);
        assert!(matches!(log.page(3), Some(Page::Lost(newest)) if newest.as_of == 5));
        assert!(matches!(log.page(4), Some(Page::Event(event)) if event.sequence == 4));
        assert!(log.page(6).is_none());
        assert_eq!(log.last(), 5);
    }

    #[test]
    fn losses_are_kept_in_bounds_too_and_absurd_ones_do_no_harm() {
        let log = Log::new(2, state());
        (0..9).for_each(|_| log.lose(u64::MAX / 2, state()));
        log.tell(vec![something()], state());
        assert_eq!(log.pages().entries.len(), 2);
    }
}
