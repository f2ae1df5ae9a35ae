//! An application's own account of its windows.

use deskhand_model::{Fields, Handle, NodeData, Rect, Size, State, WindowId};

/// Where to look for an application's windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TopLevels {
    /// Among what it lists as its windows.
    Windows,
    /// Among all its direct children: a window that is just being minimised can be there and not in the list.
    Children,
}

/// One window as its application describes it through accessibility.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TopLevel {
    /// The element. The same for as long as the window lives, where the platform can promise that.
    pub handle: Handle,
    /// Title; empty when it has none.
    pub title: String,
    /// Place and size on the screen, where the toolkit knows.
    pub bounds: Option<Rect>,
    /// Size, where the toolkit knows only that.
    pub size: Option<Size>,
    /// Shrunk to an icon.
    pub minimized: Option<bool>,
    /// Not shown although not minimised: its application is hidden.
    pub hidden: Option<bool>,
    /// Blocks its application's other windows.
    pub modal: Option<bool>,
    /// Has the keyboard.
    pub focused: Option<bool>,
    /// Covers the whole screen.
    pub fullscreen: Option<bool>,
    /// The window system's number, on platforms where accessibility can tell it.
    pub window: Option<WindowId>,
}

impl TopLevel {
    /// What a node of a tree tells about the window that it stands for.
    pub fn of(node: &NodeData) -> TopLevel {
        let states_known = node.known.contains(Fields::STATES);
        let is = |state| states_known.then(|| node.states.contains(state));
        // Toolkits that do not tell these states never set them, so only a set one says something.
        let set = |state| is(state).filter(|set| *set);
        let filled = |rect: &Rect| !rect.is_empty();
        TopLevel {
            handle: node.handle.clone(),
            title: node.name.to_string(),
            bounds: node.bounds.filter(filled),
            size: node.bounds.or(node.window_bounds).filter(filled).map(Rect::size),
            minimized: set(State::Minimized),
            hidden: None,
            modal: set(State::Modal),
            focused: is(State::Active),
            fullscreen: None,
            window: None,
        }
    }
}
