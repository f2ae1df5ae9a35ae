//! Room for a few things, each of one application. What was not used for the longest time goes first.

use std::collections::VecDeque;
use std::sync::Arc;

use deskhand_model::AppId;

/// Most applications that are remembered as met.
const MET: usize = 64;

/// A bounded collection in the order of use.
#[derive(Debug)]
pub(crate) struct Shelf<T> {
    most: usize,
    /// The one that was used last is at the end.
    kept: Vec<(AppId, Arc<T>)>,
    /// Applications that were asked for and have nothing here yet.
    met: VecDeque<AppId>,
}

impl<T> Shelf<T> {
    /// Room for `most`.
    pub(crate) fn new(most: usize) -> Shelf<T> {
        Shelf { most, kept: Vec::new(), met: VecDeque::new() }
    }

    /// Whether anything can be put here at all.
    pub(crate) fn has_room(&self) -> bool {
        self.most > 0
    }

    /// What there is of this application; that counts as using it.
    pub(crate) fn used(&mut self, app: &AppId) -> Option<Arc<T>> {
        let place = self.kept.iter().position(|(own, _)| own == app)?;
        let entry = self.kept.remove(place);
        let thing = entry.1.clone();
        self.kept.push(entry);
        Some(thing)
    }

    /// What there is of this application. Merely looking does not count as use.
    pub(crate) fn seen(&self, app: &AppId) -> Option<&Arc<T>> {
        self.kept.iter().find(|(own, _)| own == app).map(|(_, thing)| thing)
    }

    /// Puts it there, if there is room at all. Returns it, or what was there already.
    pub(crate) fn put(&mut self, app: &AppId, thing: Arc<T>) -> Arc<T> {
        if let Some(there) = self.used(app) {
            return there;
        }
        if self.most > 0 {
            if self.kept.len() >= self.most {
                self.kept.remove(0);
            }
            self.kept.push((app.clone(), thing.clone()));
        }
        thing
    }

    /// Whether this application was asked for before. It was from now on.
    pub(crate) fn meet(&mut self, app: &AppId) -> bool {
        if self.met.contains(app) {
            return true;
        }
        if self.met.len() >= MET {
            self.met.pop_front();
        }
        self.met.push_back(app.clone());
        false
    }

    /// Drops what there is of this application, and that it was ever met.
    pub(crate) fn forget(&mut self, app: &AppId) {
        self.kept.retain(|(own, _)| own != app);
        self.met.retain(|own| own != app);
    }

    /// Drops those that are not to be kept.
    pub(crate) fn retain(&mut self, is_kept: impl Fn(&T) -> bool) {
        self.kept.retain(|(_, thing)| is_kept(thing));
    }

    /// Everything, in the order of use.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&AppId, &Arc<T>)> {
        self.kept.iter().map(|(app, thing)| (app, thing))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(name: &str) -> AppId {
        AppId::new(name)
    }

    fn names(shelf: &Shelf<u8>) -> Vec<&str> {
        shelf.all().map(|(app, _)| app.as_str()).collect()
    }

    #[test]
    fn what_was_not_used_for_the_longest_time_goes_first() {
        let mut shelf = Shelf::new(2);
        shelf.put(&id("a"), Arc::new(1));
        shelf.put(&id("b"), Arc::new(2));
        assert!(shelf.used(&id("a")).is_some());
        assert!(shelf.seen(&id("b")).is_some(), "looking is not using");
        shelf.put(&id("c"), Arc::new(3));
        assert_eq!(names(&shelf), ["a", "c"]);
    }

    #[test]
    fn without_room_nothing_is_kept() {
        let mut shelf = Shelf::new(0);
        assert_eq!(*shelf.put(&id("a"), Arc::new(1)), 1);
        assert!(shelf.used(&id("a")).is_none());
    }

    #[test]
    fn what_is_there_stays_when_another_is_put() {
        let mut shelf = Shelf::new(2);
        shelf.put(&id("a"), Arc::new(1));
        assert_eq!(*shelf.put(&id("a"), Arc::new(2)), 1);
        assert_eq!(names(&shelf), ["a"]);
    }

    #[test]
    fn an_application_is_met_once_until_it_is_forgotten() {
        let mut shelf: Shelf<u8> = Shelf::new(1);
        assert_eq!([shelf.meet(&id("a")), shelf.meet(&id("a"))], [false, true]);
        shelf.forget(&id("a"));
        assert!(!shelf.meet(&id("a")));
        for number in 0..MET {
            shelf.meet(&id(&number.to_string()));
        }
        assert!(!shelf.meet(&id("a")), "the list of those met is bounded, too");
    }
}
