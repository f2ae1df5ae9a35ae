//! The elements of one window, as they are now.

use deskhand_model::{
    Action, ActionSet, Fields, Handle, NodeData, Point, Rect, Role, Size, State, StateSet, Value,
};

use super::draft::{Does, Draft};
use super::layout::lay_out;
use super::style::style;

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
    pub(crate) parent: Option<usize>,
    /// First element in tree order that is not below it.
    pub(crate) end: usize,
    /// All its text is selected, so that the next character replaces it.
    pub(crate) all_selected: bool,
}

/// The elements of one window in tree order; the first is the window itself.
#[derive(Clone, Debug)]
pub(crate) struct Widgets(Vec<Widget>);

impl Widgets {
    /// A window's elements, laid out for a window of this size.
    pub(crate) fn new(role: Role, inside: &[Draft], size: Size) -> Widgets {
        let window = Draft::new(role, "").containing(inside.to_vec());
        let mut places = Vec::new();
        lay_out(&window, Rect::new(0, 0, size.width, size.height), &mut places);
        let mut widgets = Vec::with_capacity(places.len());
        add(&window, None, &places, &mut widgets);
        let mut widgets = Widgets(widgets);
        widgets.resize(size);
        widgets
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn get(&self, index: usize) -> Option<&Widget> {
        self.0.get(index)
    }

    pub(crate) fn get_mut(&mut self, index: usize) -> Option<&mut Widget> {
        self.0.get_mut(index)
    }

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = (usize, &Widget)> {
        self.0.iter().enumerate()
    }

    /// The element with this id.
    pub(crate) fn by_id(&mut self, id: &str) -> Option<&mut Widget> {
        self.0.iter_mut().find(|widget| widget.id == id)
    }

    /// The window itself covers its content; what is inside stays where it is.
    pub(crate) fn resize(&mut self, size: Size) {
        if let Some(window) = self.0.first_mut() {
            window.place = Rect::new(0, 0, size.width, size.height);
        }
    }

    /// Whether every element above it shows what is below it.
    pub(crate) fn is_open(&self, index: usize) -> bool {
        let mut at = index;
        while let Some(above) = self.0.get(at).and_then(|widget| widget.parent) {
            if self.0[above].states.contains(State::Collapsed) {
                return false;
            }
            at = above;
        }
        true
    }

    /// The innermost element in sight at this place of the window.
    pub(crate) fn at(&self, point: Point) -> Option<usize> {
        // What is later in tree order is drawn over what is earlier, open menus over everything.
        let here = |index: &usize| self.0[*index].place.contains(point) && self.is_open(*index);
        let floats = |index: &usize| {
            matches!(self.0[*index].role, Role::MenuItem | Role::MenuListOption | Role::MenuItemCheckbox)
        };
        let all: Vec<usize> = (0..self.0.len()).filter(here).collect();
        all.iter().copied().rfind(floats).or_else(|| all.last().copied())
    }

    /// The elements that are chosen among each other with this one.
    pub(crate) fn neighbours(&self, index: usize) -> Vec<usize> {
        let Some(parent) = self.0.get(index).and_then(|widget| widget.parent) else { return Vec::new() };
        let role = self.0[index].role;
        (0..self.0.len())
            .filter(|&other| self.0[other].parent == Some(parent) && self.0[other].role == role)
            .collect()
    }
}

fn add(draft: &Draft, parent: Option<usize>, places: &[Rect], widgets: &mut Vec<Widget>) {
    let index = widgets.len();
    widgets.push(Widget {
        role: draft.role,
        name: draft.name.clone(),
        id: draft.id.clone(),
        text: draft.text.clone(),
        value: draft.value,
        states: draft.states,
        actions: draft.actions,
        does: draft.does.clone(),
        place: places.get(index).copied().unwrap_or_default(),
        parent,
        end: 0,
        all_selected: false,
    });
    for child in &draft.children {
        add(child, Some(index), places, widgets);
    }
    widgets[index].end = widgets.len();
}

/// What is true of the window around an element when it is read.
#[derive(Clone, Copy)]
pub(crate) struct Around {
    /// Whether the window is to be seen.
    pub(crate) visible: bool,
    /// Where its content is on the screen, where the toolkit knows.
    pub(crate) origin: Option<Point>,
    /// The element that has the keyboard within the window.
    pub(crate) focus: Option<usize>,
}

impl Widgets {
    /// The element as a reading of `fields` tells it.
    pub(crate) fn told(
        &self,
        index: usize,
        handle: Handle,
        fields: Fields,
        around: Around,
    ) -> Option<NodeData> {
        let widget = self.0.get(index)?;
        let mut node = NodeData::new(handle, widget.role, widget.role.name().into());
        node.known |= fields;
        if fields.contains(Fields::NAME) {
            node.name = widget.name.as_str().into();
        }
        if fields.contains(Fields::ID) {
            node.id = widget.id.as_str().into();
        }
        if fields.contains(Fields::STATES) {
            node.states = widget.states;
            if self.is_open(index) {
                node.states.insert(State::Visible);
                if around.visible {
                    node.states.insert(State::Showing);
                }
            }
            if around.focus == Some(index) {
                node.states.insert(State::Focused);
            }
        }
        if fields.contains(Fields::ACTIONS) {
            node.actions = widget.actions;
            if widget.states.contains(State::Focusable) {
                node.actions.insert(Action::Focus);
            }
        }
        if fields.contains(Fields::BOUNDS) && self.is_open(index) {
            match around.origin {
                Some(origin) => node.bounds = Some(widget.place.translated(origin)),
                None => node.window_bounds = Some(widget.place),
            }
        }
        if fields.contains(Fields::VALUE) {
            node.value = widget.value;
        }
        if fields.contains(Fields::TEXT) {
            node.text = widget.text.as_deref().map(Into::into);
        }
        if fields.contains(Fields::STYLE) {
            node.style = style(widget);
        }
        Some(node)
    }
}

#[cfg(test)]
mod tests {
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
        let group = widgets.get(one).unwrap().parent.unwrap();
        assert_eq!(two, one + 1);
        assert_eq!(widgets.get(group).unwrap().end, two + 1);
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
