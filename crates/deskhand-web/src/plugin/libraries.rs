//! Which documents have been handed which libraries.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use deskhand_page::{Place, ViewId};

/// Pages with more frames than this make us forget, which costs a hand-over each.
const MOST: usize = 256;

/// What is known of each place. It may be wrong: a place can have another document by now, which then says so.
#[derive(Debug, Default)]
pub(super) struct Libraries(Mutex<HashMap<Place, Vec<String>>>);

impl Libraries {
    /// Whether the document in this place is thought to have the library with this id.
    pub(super) fn are_in(&self, place: &Place, id: &str) -> bool {
        self.all().get(place).is_some_and(|known| known.iter().any(|known| known == id))
    }

    pub(super) fn note(&self, place: &Place, id: &str) {
        let mut all = self.all();
        if all.len() >= MOST && !all.contains_key(place) {
            all.clear();
        }
        let known = all.entry(place.clone()).or_default();
        if !known.iter().any(|known| known == id) {
            known.push(id.to_owned());
        }
    }

    /// The document in this place is another one, and has none.
    pub(super) fn forget(&self, place: &Place) {
        self.all().remove(place);
    }

    /// All documents of this view are others.
    pub(super) fn forget_view(&self, view: &ViewId) {
        self.all().retain(|place, _| place.view != *view);
    }

    fn all(&self) -> MutexGuard<'_, HashMap<Place, Vec<String>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use deskhand_page::FrameId;

    use super::*;

    fn frame(view: &str, number: usize) -> Place {
        Place { view: ViewId(view.to_owned()), frames: vec![FrameId(number.to_string())] }
    }

    #[test]
    fn a_library_is_known_where_it_was_handed_over() {
        let libraries = Libraries::default();
        let (here, there) = (frame("main", 1), frame("main", 2));
        libraries.note(&here, "atoms");
        assert!(libraries.are_in(&here, "atoms"));
        assert!(!libraries.are_in(&here, "other") && !libraries.are_in(&there, "atoms"));
        libraries.forget(&here);
        assert!(!libraries.are_in(&here, "atoms"));
    }

    #[test]
    fn a_view_that_goes_elsewhere_loses_its_libraries_and_no_other_does() {
        let libraries = Libraries::default();
        let places = [frame("one", 1), frame("one", 2), frame("two", 1)];
        places.iter().for_each(|place| libraries.note(place, "atoms"));
        libraries.forget_view(&ViewId("one".to_owned()));
        assert_eq!(places.map(|place| libraries.are_in(&place, "atoms")), [false, false, true]);
    }

    #[test]
    fn memory_is_bounded() {
        let libraries = Libraries::default();
        for number in 0..10 * MOST {
            libraries.note(&frame("main", number), "atoms");
            assert!(libraries.all().len() <= MOST);
        }
    }
}
