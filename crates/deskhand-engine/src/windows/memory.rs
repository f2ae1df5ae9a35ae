//! Which elements windows were found to be.

use std::collections::{BTreeMap, HashMap};

use deskhand_model::{AppId, Handle, WindowId};

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

/// Pairs that were certain. A window that got another number is there under each of its numbers.
#[derive(Debug, Default)]
pub(super) struct Memory {
    pairs: BTreeMap<u64, (WindowId, Pair)>,
    places: HashMap<WindowId, u64>,
    next: u64,
}

impl Memory {
    /// Remembers what a window's element is.
    pub(super) fn note(&mut self, window: WindowId, pair: Pair) {
        // A list that is behind brings old numbers up again: that makes them no newer.
        if self.of(window).is_some_and(|known| known == pair) {
            return;
        }
        if let Some(old) = self.places.insert(window, self.next) {
            self.pairs.remove(&old);
        }
        self.pairs.insert(self.next, (window, pair));
        self.next += 1;
        while self.pairs.len() > MOST {
            let Some((_, (forgotten, _))) = self.pairs.pop_first() else { return };
            self.places.remove(&forgotten);
        }
    }

    /// What the window's element was.
    pub(super) fn of(&self, window: WindowId) -> Option<Pair> {
        let place = self.places.get(&window)?;
        self.pairs.get(place).map(|(_, pair)| pair.clone())
    }

    /// The elements of an application with the newest number of each.
    pub(super) fn known(&self, app: &AppId) -> Known {
        let own = self.pairs.values().filter(|(_, pair)| pair.app == *app);
        own.map(|(window, pair)| (pair.element.clone(), *window)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(element: &str) -> Pair {
        Pair { pid: 7, app: AppId::new("app"), element: Handle::new(element) }
    }

    #[test]
    fn an_element_is_known_by_the_newest_number_but_found_by_each() {
        let mut memory = Memory::default();
        memory.note(WindowId(1), pair("a"));
        memory.note(WindowId(5), pair("a"));
        assert_eq!(memory.known(&AppId::new("app")), Known::from([(Handle::new("a"), WindowId(5))]));
        assert_eq!(memory.of(WindowId(1)), Some(pair("a")));
        assert_eq!(memory.known(&AppId::new("other")), Known::new());
    }

    #[test]
    fn an_old_number_that_is_seen_again_is_no_newer() {
        let mut memory = Memory::default();
        for id in [1, 5, 1] {
            memory.note(WindowId(id), pair("a"));
        }
        assert_eq!(memory.known(&AppId::new("app")), Known::from([(Handle::new("a"), WindowId(5))]));
    }

    #[test]
    fn the_oldest_are_forgotten() {
        let mut memory = Memory::default();
        for id in 0..=MOST as u64 {
            memory.note(WindowId(id), pair(&id.to_string()));
        }
        assert_eq!(memory.of(WindowId(0)), None);
        assert_eq!(memory.of(WindowId(1)), Some(pair("1")));
        assert_eq!((memory.pairs.len(), memory.places.len()), (MOST, MOST));
    }
}
