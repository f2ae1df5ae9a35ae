//! Elements as a reading tells them.

use deskhand_model::{Action, Fields, Handle, NodeData, Point, State};

use super::arena::Widgets;
use super::style::style;

/// What is true of the window around an element when it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
        let widget = self.get(index)?;
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
