//! Which elements windows were found to be.

use std::collections::{BTreeMap, HashMap};

use deskhand_model::{AppId, Handle, Window, WindowId};

use crate::bridge::Known;

/// Most pairs that are kept; the oldest are forgotten first.
const MOST: usize = 4096;

/// A window's element, and whose it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) pid: u32,
    pub(super) app: AppId,
    pub(super) element: Handle,
}

/// Pairs that were certain, each with the last record of the window. A window that got another number is there under
/// each of its numbers.
#[derive(Debug, Default)]
pub(super) struct Memory {
    pairs: BTreeMap<u64, (Window, Pair)>,
    places: HashMap<WindowId, u64>,
    next: u64,
}

impl Memory {
    /// Remembers what a window's element is.
    pub(super) fn note(&mut self, record: &Window, pair: Pair) {
        let place = self.places.get(&record.id);
        // A list that is behind brings old numbers up again: that makes them no newer.
        if let Some((last, known)) = place.and_then(|place| self.pairs.get_mut(place))
            && *known == pair
        {
            last.clone_from(record);
            return;
        }
        if let Some(old) = self.places.insert(record.id, self.next) {
            self.pairs.remove(&old);
        }
        self.pairs.insert(self.next, (record.clone(), pair));
        self.next += 1;
        while self.pairs.len() > MOST {
            let Some((_, (forgotten, _))) = self.pairs.pop_first() else { return };
            self.places.remove(&forgotten.id);
        }
    }

    /// The last record of the window, and what its element was.
    pub(super) fn of(&self, window: WindowId) -> Option<&(Window, Pair)> {
        self.pairs.get(self.places.get(&window)?)
    }

    /// The elements of an application with the newest number of each.
    pub(super) fn known(&self, app: &AppId) -> Known {
        let own = self.pairs.values().filter(|(_, pair)| pair.app == *app);
        own.map(|(record, pair)| (pair.element.clone(), record.id)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(element: &str) -> Pair {
        Pair { pid: 7, app: AppId::new("app"), element: Handle::new(element) }
    }

    fn record(id: u64) -> Window {
        Window { id: WindowId(id), ..Window::default() }
    }

    fn element(memory: &Memory, id: u64) -> Option<&str> {
        memory.of(WindowId(id)).map(|(_, pair)| pair.element.as_str())
    }

    #[test]
    fn an_element_is_known_by_the_newest_number_but_found_by_each() {
        let mut memory = Memory::default();
        memory.note(&record(1), pair("a"));
        memory.note(&record(5), pair("a"));
        assert_eq!(memory.known(&AppId::new("app")), Known::from([(Handle::new("a"), WindowId(5))]));
        assert_eq!(element(&memory, 1), Some("a"));
        assert_eq!(memory.known(&AppId::new("other")), Known::new());
    }

    #[test]
    fn an_old_number_that_is_seen_again_is_no_newer() {
        let mut memory = Memory::default();
        for id in [1, 5, 1] {
            memory.note(&record(id), pair("a"));
        }
        assert_eq!(memory.known(&AppId::new("app")), Known::from([(Handle::new("a"), WindowId(5))]));
    }

    #[test]
    fn the_last_record_is_kept() {
        let mut memory = Memory::default();
        for title in ["before", "after"] {
            memory.note(&Window { title: title.to_owned(), ..record(1) }, pair("a"));
        }
        assert_eq!(memory.of(WindowId(1)).unwrap().0.title, "after");
    }

    #[test]
    fn the_oldest_are_forgotten() {
        let mut memory = Memory::default();
        for id in 0..=MOST as u64 {
            memory.note(&record(id), pair(&id.to_string()));
        }
        assert_eq!((element(&memory, 0), element(&memory, 1)), (None, Some("1")));
        assert_eq!((memory.pairs.len(), memory.places.len()), (MOST, MOST));
    }
}
