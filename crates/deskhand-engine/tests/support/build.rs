//! Applications, elements and windows to put on the scripted desktop.

use std::time::Duration;

use deskhand_model::{
    App, AppId, Fields, Handle, Health, NodeData, Rect, Role, State, Toolkit, Window, WindowId, Workspace,
};

use deskhand_engine::ports::Telling;

use super::FakeApp;

/// The fields of which the applications here tell changes, if they tell anything.
pub(crate) const TOLD: Fields = Fields::SNAPSHOT.without(Fields::BOUNDS).without(Fields::ACTIONS);

/// An application with one window of its own name; `nodes` are below that window, at depth 2 and deeper.
pub(crate) fn app(name: &str, pid: u32, nodes: Vec<(usize, NodeData)>) -> FakeApp {
    let mut all =
        vec![(0, node(Role::Application, name)), (1, node(Role::Window, &format!("{name} window")))];
    all.extend(nodes);
    let app = App {
        id: AppId::new(name),
        name: name.to_owned(),
        pid: Some(pid),
        executable: None,
        desktop_id: None,
        toolkit: Toolkit::default(),
        health: Health::Responding,
    };
    FakeApp {
        app,
        nodes: all,
        hung: false,
        lag: Duration::ZERO,
        cut_off: false,
        gone: false,
        ignores_focus: false,
        tells_states: false,
        telling: None,
    }
}

/// The same application, which tells of every change.
pub(crate) fn telling(fake: FakeApp) -> FakeApp {
    FakeApp { telling: Some(Telling { structure: true, fields: TOLD }), ..fake }
}

/// The same application, which tells of changes of single elements and hints at others.
pub(crate) fn hinting(fake: FakeApp) -> FakeApp {
    FakeApp { telling: Some(Telling { structure: false, fields: TOLD }), ..fake }
}

/// An element that is enabled and in sight; its handle is its name.
pub(crate) fn node(role: Role, name: &str) -> NodeData {
    let mut node = NodeData::new(Handle::new(name), role, role.name().into());
    node.name = name.into();
    node.known = Fields::ALL;
    node.states = [State::Enabled, State::Visible, State::Showing].into_iter().collect();
    node
}

/// A button at depth 2.
pub(crate) fn button(name: &str) -> (usize, NodeData) {
    let mut node = node(Role::Button, name);
    node.bounds = Some(Rect::new(120, 130, 40, 20));
    (2, node)
}

/// A text field at depth 2.
pub(crate) fn field(name: &str) -> (usize, NodeData) {
    let (depth, mut node) = button(name);
    node.role = Role::Textfield;
    node.states.insert(State::Editable);
    (depth, node)
}

/// The same element with its own handle, for elements that share a name.
pub(crate) fn called(mut node: (usize, NodeData), handle: &str) -> (usize, NodeData) {
    node.1.handle = Handle::new(handle);
    node
}

/// The same element with one state less.
pub(crate) fn without(mut node: (usize, NodeData), states: &[State]) -> (usize, NodeData) {
    for state in states {
        node.1.states.remove(*state);
    }
    node
}

/// A window at 100,100 of 400x300.
pub(crate) fn window(id: u64, title: &str, pid: u32) -> Window {
    Window {
        id: WindowId(id),
        title: title.to_owned(),
        pid: Some(pid),
        app: title.to_owned(),
        instance: title.to_lowercase(),
        client: Rect::new(100, 100, 400, 300),
        workspace: Some(Workspace::Number(0)),
        z_index: id as u32,
        ..Window::default()
    }
}

/// The same window with the keyboard.
pub(crate) fn focused(window: Window) -> Window {
    Window { focused: true, ..window }
}
