//! The elements of one window, as they are now.

use std::collections::{BTreeMap, BTreeSet};

use deskhand_model::{ActionSet, Point, Rect, Role, Size, State, StateSet, Value};

use super::draft::{Does, Draft};
use super::layout::lay_out;

/// One element.
#[derive(Clone, Debug)]
pub(crate) struct Widget {
    pub(crate) role: Role,
    pub(crate) name: String,
    pub(crate) id: String,
    pub(crate) text: Option<String>,
    pub(crate) value: Option<Value>,
    pub(crate) states: StateSet,
    pub(crate) actions: ActionSet,
    pub(crate) does: Does,
    /// In window coordinates.
    pub(crate) place: Rect,
    /// All its text is selected, so that the next character replaces it.
    pub(crate) all_selected: bool,
}

/// An element and where it hangs in the tree.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    widget: Widget,
    pub(super) parent: Option<usize>,
    pub(super) children: Vec<usize>,
}

/// The elements of one window. Each has a number that it keeps for its whole life and that no other gets after it;
/// the first is the window itself. At the start the numbers are in tree order.
#[derive(Clone, Debug)]
pub(crate) struct Widgets {
    pub(super) slots: Vec<Option<Slot>>,
    pub(super) count: usize,
    /// How elements were before somebody touched them.
    pub(super) before: BTreeMap<usize, Widget>,
    /// Elements whose children are others now, or in another order.
    pub(super) restructured: BTreeSet<usize>,
}

impl Widgets {
    /// A window's elements, laid out for a window of this size.
    pub(crate) fn new(role: Role, inside: &[Draft], size: Size) -> Widgets {
        let window = Draft::new(role, "").containing(inside.to_vec());
        let mut widgets =
            Widgets { slots: Vec::new(), count: 0, before: BTreeMap::new(), restructured: BTreeSet::new() };
        widgets.plant(&window, None, Rect::new(0, 0, size.width, size.height));
        widgets.resize(size);
        widgets.altered();
        widgets
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    pub(crate) fn get(&self, index: usize) -> Option<&Widget> {
        self.slot(index).map(|slot| &slot.widget)
    }

    /// The element, to be changed. How it was before is remembered until [`altered`](Widgets::altered) is asked.
    pub(crate) fn get_mut(&mut self, index: usize) -> Option<&mut Widget> {
        let slot = self.slots.get_mut(index)?.as_mut()?;
        self.before.entry(index).or_insert_with(|| slot.widget.clone());
        Some(&mut slot.widget)
    }

    pub(crate) fn parent(&self, index: usize) -> Option<usize> {
        self.slot(index)?.parent
    }

    pub(crate) fn children(&self, index: usize) -> &[usize] {
        self.slot(index).map(|slot| slot.children.as_slice()).unwrap_or_default()
    }

    /// All elements, in tree order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, &Widget)> {
        self.below(0)
    }

    /// The element and everything below it, in tree order.
    pub(crate) fn below(&self, index: usize) -> impl Iterator<Item = (usize, &Widget)> {
        let mut next = vec![index];
        std::iter::from_fn(move || {
            let index = next.pop()?;
            let slot = self.slot(index)?;
            next.extend(slot.children.iter().rev());
            Some((index, &slot.widget))
        })
    }

    /// The number of the element with this id.
    pub(crate) fn with_id(&self, id: &str) -> Option<usize> {
        self.iter().find(|(_, widget)| widget.id == id).map(|(index, _)| index)
    }

    /// The window itself covers its content; what is inside stays where it is.
    pub(crate) fn resize(&mut self, size: Size) {
        if let Some(window) = self.get_mut(0) {
            window.place = Rect::new(0, 0, size.width, size.height);
        }
    }

    /// Whether every element above it shows what is below it.
    pub(crate) fn is_open(&self, index: usize) -> bool {
        let mut at = index;
        while let Some(above) = self.parent(at) {
            if self.get(above).is_some_and(|widget| widget.states.contains(State::Collapsed)) {
                return false;
            }
            at = above;
        }
        true
    }

    /// The innermost element in sight at this place of the window.
    pub(crate) fn at(&self, point: Point) -> Option<usize> {
        // What is later in tree order is drawn over what is earlier, open menus over everything.
        let floats = |role| matches!(role, Role::MenuItem | Role::MenuListOption | Role::MenuItemCheckbox);
        let here = |(index, widget): &(usize, &Widget)| widget.place.contains(point) && self.is_open(*index);
        let all: Vec<(usize, &Widget)> = self.iter().filter(here).collect();
        let over = all.iter().rfind(|(_, widget)| floats(widget.role)).or(all.last());
        over.map(|(index, _)| *index)
    }

    /// The elements that are chosen among each other with this one.
    pub(crate) fn neighbours(&self, index: usize) -> Vec<usize> {
        let Some((widget, parent)) = self.get(index).zip(self.parent(index)) else { return Vec::new() };
        let alike = |other: &usize| self.get(*other).is_some_and(|other| other.role == widget.role);
        self.children(parent).iter().copied().filter(alike).collect()
    }

    /// Makes the elements of a draft, without hanging the first anywhere but below `parent`.
    pub(super) fn plant(&mut self, draft: &Draft, parent: Option<usize>, room: Rect) -> usize {
        let mut places = Vec::new();
        lay_out(draft, room, &mut places);
        self.make(draft, parent, &mut places.into_iter())
    }

    fn make(
        &mut self,
        draft: &Draft,
        parent: Option<usize>,
        places: &mut impl Iterator<Item = Rect>,
    ) -> usize {
        let index = self.slots.len();
        let widget = Widget {
            role: draft.role,
            name: draft.name.clone(),
            id: draft.id.clone(),
            text: draft.text.clone(),
            value: draft.value,
            states: draft.states,
            actions: draft.actions,
            does: draft.does.clone(),
            place: places.next().unwrap_or_default(),
            all_selected: false,
        };
        self.slots.push(Some(Slot { widget, parent, children: Vec::with_capacity(draft.children.len()) }));
        self.count += 1;
        for child in &draft.children {
            let child = self.make(child, Some(index), places);
            if let Some(slot) = self.slot_mut(index) {
                slot.children.push(child);
            }
        }
        index
    }

    fn slot(&self, index: usize) -> Option<&Slot> {
        self.slots.get(index)?.as_ref()
    }

    pub(super) fn slot_mut(&mut self, index: usize) -> Option<&mut Slot> {
        self.slots.get_mut(index)?.as_mut()
    }
}

#[cfg(test)]
mod tests {
    use deskhand_model::{Fields, Handle};

    use super::super::told::Around;
    use super::*;

    fn sample() -> Widgets {
        let menu = Draft::menu("File", vec![Draft::item("Save"), Draft::item("Quit")]);
        let inside = [
            Draft::new(Role::MenuBar, "").containing(vec![menu]),
            Draft::new(Role::Group, "").containing(vec![Draft::button("One"), Draft::button("Two")]),
        ];
        Widgets::new(Role::Window, &inside, Size { width: 400, height: 300 })
    }

    fn named(widgets: &Widgets, name: &str) -> usize {
        widgets.iter().find(|(_, widget)| widget.name == name).unwrap().0
    }

    #[test]
    fn elements_are_in_tree_order_and_inside_of_their_parents() {
        let widgets = sample();
        let (one, two) = (named(&widgets, "One"), named(&widgets, "Two"));
        let group = widgets.parent(one).unwrap();
        assert_eq!(widgets.children(group), [one, two]);
        assert_eq!(
            widgets.iter().map(|(index, _)| index).collect::<Vec<_>>(),
            (0..widgets.len()).collect::<Vec<_>>()
        );
        let (outer, inner) = (widgets.get(group).unwrap().place, widgets.get(two).unwrap().place);
        assert_eq!(outer.intersection(inner), Some(inner));
        assert_eq!(widgets.get(one).unwrap().place.intersection(inner), None);
    }

    #[test]
    fn the_pointer_meets_an_open_menu_before_what_is_below_it() {
        let mut widgets = sample();
        let save = named(&widgets, "Save");
        let over = widgets.get(save).unwrap().place.center();
        assert_ne!(widgets.at(over), Some(save), "the menu is closed");
        let menu = named(&widgets, "File");
        widgets.get_mut(menu).unwrap().states.remove(State::Collapsed);
        assert_eq!(widgets.at(over), Some(save));
    }

    #[test]
    fn an_element_of_a_closed_menu_is_not_shown() {
        let widgets = sample();
        let around = Around { visible: true, origin: Some(Point { x: 10, y: 20 }), focus: None };
        let told = |name| {
            let index = named(&widgets, name);
            widgets.told(index, Handle::new("h"), Fields::ALL, around).unwrap()
        };
        assert!(told("One").states.contains(State::Showing) && told("One").bounds.is_some());
        assert!(!told("Save").states.contains(State::Visible) && told("Save").bounds.is_none());
    }
}
