//! Elements that come, go and move, and what is different after that.

use std::collections::{BTreeMap, BTreeSet};

use deskhand_model::{Fields, Point, Rect, State};

use super::arena::{Widget, Widgets};
use super::draft::Draft;
use super::layout::below_last;
use super::style::style;

/// What is different from before.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Altered {
    /// Fields of single elements.
    pub(crate) fields: BTreeMap<usize, Fields>,
    /// Elements whose children came, went or moved.
    pub(crate) children: BTreeSet<usize>,
}

/// Changes of the tree itself. Each costs as much as the elements that come, go or move, whatever else there is.
impl Widgets {
    /// Puts a new element with everything below it among the children of another, before the one that is at `at` now.
    pub(crate) fn add(&mut self, parent: usize, at: usize, draft: &Draft) -> Option<usize> {
        let room = below_last(self.get(parent)?.place, self.last_child(parent));
        let index = self.plant(draft, None, room);
        self.hang(index, parent, at);
        Some(index)
    }

    /// Takes an element away with everything below it. The window itself stays.
    pub(crate) fn remove(&mut self, index: usize) -> bool {
        if !self.unhang(index) {
            return false;
        }
        let gone: Vec<usize> = self.below(index).map(|(index, _)| index).collect();
        for index in gone {
            self.slots[index] = None;
            self.count -= 1;
            self.before.remove(&index);
            self.restructured.remove(&index);
        }
        true
    }

    /// Hangs an element with everything below it somewhere else. Not below itself.
    pub(crate) fn shift(&mut self, index: usize, parent: usize, at: usize) -> bool {
        let mut above = Some(parent);
        while let Some(one) = above {
            if one == index {
                return false;
            }
            above = self.parent(one);
        }
        let Some(target) = self.get(parent) else { return false };
        let place = target.place;
        if !self.unhang(index) {
            return false;
        }
        let to = below_last(place, self.last_child(parent)).origin();
        let from = self.get(index).map(|widget| widget.place.origin()).unwrap_or_default();
        let by = Point { x: to.x.saturating_sub(from.x), y: to.y.saturating_sub(from.y) };
        let moved: Vec<usize> = self.below(index).map(|(index, _)| index).collect();
        for index in moved {
            if let Some(widget) = self.get_mut(index) {
                widget.place = widget.place.translated(by);
            }
        }
        self.hang(index, parent, at);
        true
    }

    /// What is different since the last time this was asked.
    pub(crate) fn altered(&mut self) -> Altered {
        let mut altered = Altered { children: std::mem::take(&mut self.restructured), ..Altered::default() };
        for (index, before) in std::mem::take(&mut self.before) {
            let Some(now) = self.get(index) else { continue };
            let fields = difference(&before, now);
            if fields.is_empty() {
                continue;
            }
            *altered.fields.entry(index).or_default() |= fields;
            let closed = |widget: &Widget| widget.states.contains(State::Collapsed);
            if closed(&before) != closed(now) {
                // What is below comes to sight or goes out of it.
                for (below, _) in self.below(index).skip(1) {
                    *altered.fields.entry(below).or_default() |= Fields::STATES | Fields::BOUNDS;
                }
            }
        }
        altered
    }

    fn last_child(&self, parent: usize) -> Option<Rect> {
        self.children(parent).last().and_then(|&last| self.get(last)).map(|widget| widget.place)
    }

    fn hang(&mut self, index: usize, parent: usize, at: usize) {
        if let Some(slot) = self.slot_mut(index) {
            slot.parent = Some(parent);
        }
        if let Some(slot) = self.slot_mut(parent) {
            slot.children.insert(at.min(slot.children.len()), index);
            self.restructured.insert(parent);
        }
    }

    /// Takes an element off its parent. Says whether it was there and had one.
    fn unhang(&mut self, index: usize) -> bool {
        let Some(parent) = self.parent(index) else { return false };
        if let Some(slot) = self.slot_mut(parent) {
            slot.children.retain(|child| *child != index);
            self.restructured.insert(parent);
        }
        true
    }
}

/// The fields that a reading would tell differently.
fn difference(before: &Widget, now: &Widget) -> Fields {
    let focusable = |widget: &Widget| widget.states.contains(State::Focusable);
    [
        (Fields::ROLE, before.role != now.role),
        (Fields::NAME, before.name != now.name),
        (Fields::ID, before.id != now.id),
        (Fields::TEXT, before.text != now.text),
        (Fields::VALUE, before.value != now.value),
        (Fields::STATES, before.states != now.states),
        (Fields::ACTIONS, before.actions != now.actions || focusable(before) != focusable(now)),
        (Fields::BOUNDS, before.place != now.place),
        (Fields::STYLE, style(before) != style(now)),
    ]
    .into_iter()
    .filter(|(_, differs)| *differs)
    .fold(Fields::NONE, |all, (field, _)| all | field)
}

#[cfg(test)]
mod tests {
    use deskhand_model::{Role, Size};

    use super::*;

    /// A window with two groups of two buttons: numbers 1 (2, 3) and 4 (5, 6).
    fn sample() -> Widgets {
        let group =
            |one, two| Draft::new(Role::Group, "").containing(vec![Draft::button(one), Draft::button(two)]);
        Widgets::new(Role::Window, &[group("a", "b"), group("c", "d")], Size { width: 400, height: 300 })
    }

    fn order(widgets: &Widgets) -> String {
        widgets.iter().map(|(_, widget)| widget.name.as_str()).collect()
    }

    #[test]
    fn elements_come_go_and_move_and_keep_their_numbers() {
        let mut widgets = sample();
        assert_eq!(order(&widgets), "abcd");
        let new =
            widgets.add(1, 1, &Draft::new(Role::Group, "x").containing(vec![Draft::button("y")])).unwrap();
        assert_eq!((order(&widgets).as_str(), new, widgets.len()), ("axybcd", 7, 9));
        assert!(widgets.shift(new, 4, 99));
        assert_eq!(order(&widgets), "abcdxy");
        assert!(widgets.remove(4));
        assert_eq!((order(&widgets).as_str(), widgets.len()), ("ab", 4));
        assert!(widgets.get(new).is_none() && !widgets.remove(new), "it went with its parent");
        assert_eq!(widgets.add(0, 0, &Draft::button("z")), Some(9), "no number is given twice");
    }

    #[test]
    fn a_window_stays_and_nothing_is_hung_below_itself() {
        let mut widgets = sample();
        assert!(!widgets.remove(0) && !widgets.shift(0, 1, 0));
        assert!(!widgets.shift(1, 2, 0) && !widgets.shift(1, 1, 0));
        assert_eq!(widgets.altered(), Altered::default());
        assert_eq!(order(&widgets), "abcd");
    }

    #[test]
    fn only_what_is_different_was_altered() {
        let mut widgets = sample();
        widgets.get_mut(2).unwrap().name = "new".to_owned();
        widgets.get_mut(3).unwrap().states.remove(State::Enabled);
        // Touched, and the same as before.
        widgets.get_mut(5).unwrap().name = "c".to_owned();
        widgets.shift(6, 4, 0);
        let altered = widgets.altered();
        assert_eq!(altered.fields.get(&2), Some(&Fields::NAME));
        assert_eq!(altered.fields.get(&3), Some(&Fields::STATES));
        assert_eq!(altered.fields.get(&5), None);
        assert_eq!(altered.children, BTreeSet::from([4]));
        assert_eq!(widgets.altered(), Altered::default());
    }

    #[test]
    fn what_is_below_an_element_that_opens_is_altered_with_it() {
        let inside = [Draft::menu("File", vec![Draft::item("Save")])];
        let mut widgets = Widgets::new(Role::Window, &inside, Size { width: 400, height: 300 });
        widgets.get_mut(1).unwrap().states.remove(State::Collapsed);
        let altered = widgets.altered();
        assert_eq!(altered.fields.get(&2), Some(&(Fields::STATES | Fields::BOUNDS)));
    }
}
