//! Windows as the protocol tells them.

use deskhand_engine::WindowEventKind;
use deskhand_model::{Window, WindowId, WindowKind, Workspace};
use prost_types::FieldMask;

use crate::geometry::bounds;
use crate::name::WindowName;
use crate::v1;

/// A window; `previous` is the number that it had before, when that has changed.
pub(crate) fn window(window: &Window, previous: Option<WindowId>) -> v1::Window {
    let name = WindowName::of(window);
    let previous_name =
        previous.filter(|&id| id != window.id).map(|id| WindowName { id, ..name }.to_string());
    let (workspace, on_all_workspaces) = match window.workspace {
        Some(Workspace::Number(number)) => (Some(number), false),
        Some(Workspace::All) => (None, true),
        None => (None, false),
    };
    v1::Window {
        name: name.to_string(),
        title: window.title.clone(),
        bounds: Some(bounds(window.outer())),
        z_index: i32::try_from(window.z_index).unwrap_or(i32::MAX),
        visible: window.is_visible(),
        bundle_id: window.app.clone(),
        previous_name: previous_name.unwrap_or_default(),
        content_bounds: Some(bounds(window.content())),
        pid: window.pid.unwrap_or(0),
        kind: kind(window.kind).into(),
        workspace,
        on_all_workspaces,
        minimized: window.minimized,
        focused: window.focused,
        maximized: window.maximized,
        fullscreen: window.fullscreen,
        modal: window.modal,
    }
}

/// What can be done to a window, and what state it is in.
pub(crate) fn state(window: &Window) -> v1::WindowState {
    let abilities = window.abilities;
    let paths: Vec<String> = [
        ("resizable", abilities.resizable),
        ("minimizable", abilities.minimizable),
        ("closable", abilities.closable),
    ]
    .into_iter()
    .filter(|(_, known)| known.is_none())
    .map(|(name, _)| name.to_owned())
    .collect();
    v1::WindowState {
        name: WindowName::of(window).state(),
        resizable: abilities.resizable.unwrap_or(false),
        minimizable: abilities.minimizable.unwrap_or(false),
        closable: abilities.closable.unwrap_or(false),
        modal: window.modal,
        floating: window.floating,
        ax_hidden: window.hidden,
        minimized: window.minimized,
        focused: window.focused,
        fullscreen: Some(window.fullscreen),
        unknown: (!paths.is_empty()).then_some(FieldMask { paths }),
        maximized: window.maximized,
    }
}

/// What a window is for.
pub(crate) fn kind(kind: WindowKind) -> v1::WindowKind {
    match kind {
        WindowKind::Regular => v1::WindowKind::Regular,
        WindowKind::Dialog => v1::WindowKind::Dialog,
        WindowKind::Popup => v1::WindowKind::Popup,
        WindowKind::MenuBar => v1::WindowKind::MenuBar,
        WindowKind::Tooltip => v1::WindowKind::Tooltip,
        WindowKind::Utility => v1::WindowKind::Utility,
        WindowKind::Desktop => v1::WindowKind::Desktop,
        WindowKind::Dock => v1::WindowKind::Dock,
    }
}

/// What happened to a window.
pub(crate) fn event_type(kind: WindowEventKind) -> v1::WindowEventType {
    match kind {
        WindowEventKind::Created => v1::WindowEventType::Created,
        WindowEventKind::Destroyed => v1::WindowEventType::Destroyed,
        WindowEventKind::Moved => v1::WindowEventType::Moved,
        WindowEventKind::Resized => v1::WindowEventType::Resized,
        WindowEventKind::Minimized => v1::WindowEventType::Minimized,
        WindowEventKind::Restored => v1::WindowEventType::Restored,
        WindowEventKind::Focused => v1::WindowEventType::Focused,
        WindowEventKind::Hidden => v1::WindowEventType::Hidden,
        WindowEventKind::Shown => v1::WindowEventType::Shown,
        WindowEventKind::TitleChanged => v1::WindowEventType::TitleChanged,
        WindowEventKind::IdChanged => v1::WindowEventType::IdChanged,
    }
}

#[cfg(test)]
mod tests {
    use deskhand_model::{Abilities, Insets, Rect};

    use super::*;

    #[test]
    fn a_window_is_told_with_its_frame_and_its_content() {
        let told = window(
            &Window {
                id: WindowId(3),
                pid: Some(42),
                client: Rect::new(10, 30, 640, 480),
                decoration: Insets { left: 1, right: 1, top: 20, bottom: 1 },
                z_index: u32::MAX,
                workspace: Some(Workspace::Number(2)),
                ..Window::default()
            },
            Some(WindowId(2)),
        );
        assert_eq!(told.bounds, Some(v1::Bounds { x: 9.0, y: 10.0, width: 642.0, height: 501.0 }));
        assert_eq!(told.content_bounds, Some(v1::Bounds { x: 10.0, y: 30.0, width: 640.0, height: 480.0 }));
        assert_eq!(told.name, "applications/42/windows/3");
        assert_eq!(told.previous_name, "applications/42/windows/2");
        assert_eq!((told.z_index, told.visible, told.workspace), (i32::MAX, true, Some(2)));
    }

    #[test]
    fn a_name_that_did_not_change_has_no_previous_one() {
        let same = Window { id: WindowId(3), ..Window::default() };
        assert_eq!(window(&same, Some(WindowId(3))).previous_name, "");
        assert_eq!(window(&same, None).previous_name, "");
    }

    #[test]
    fn a_window_is_visible_when_it_is_neither_minimised_nor_hidden() {
        for (minimized, hidden, visible) in
            [(false, false, true), (true, false, false), (false, true, false), (true, true, false)]
        {
            let one = Window { minimized, hidden, ..Window::default() };
            assert_eq!(window(&one, None).visible, visible);
            let state = state(&one);
            assert_eq!((state.minimized, state.ax_hidden), (minimized, hidden));
        }
    }

    #[test]
    fn what_is_not_known_of_a_state_is_named() {
        let abilities = Abilities { resizable: Some(true), minimizable: None, closable: Some(false) };
        let told = state(&Window { abilities, ..Window::default() });
        assert_eq!((told.resizable, told.minimizable, told.closable), (true, false, false));
        assert_eq!(told.unknown.unwrap().paths, ["minimizable"]);
    }

    #[test]
    fn events_have_the_numbers_of_the_contract() {
        let numbers: Vec<(&str, i32)> =
            WindowEventKind::ALL.iter().map(|&kind| (kind.name(), event_type(kind) as i32)).collect();
        let contract = [
            ("created", 1),
            ("id-changed", 11),
            ("minimized", 5),
            ("restored", 6),
            ("hidden", 8),
            ("shown", 9),
            ("moved", 3),
            ("resized", 4),
            ("title-changed", 10),
            ("focused", 7),
            ("destroyed", 2),
        ];
        assert_eq!(numbers, contract);
        assert_eq!(v1::WindowEventType::Gap as i32, 12);
    }
}
