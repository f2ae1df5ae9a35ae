//! Windows and what happens to them.

use std::sync::Arc;

use deskhand_engine::{self as engine, Certainty, Joined, WindowEventKind};
use deskhand_model::{self as model, Abilities, ErrorKind, Handle, WindowId, WindowKind, Workspace};
use deskhand_schema::{Changed, WindowEvent, WindowGap, WindowSnapshot, WindowView, Windows};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use crate::sample::{insets, moment, number, rect, text};
use crate::through_json;

const KINDS: &[WindowKind] = &[
    WindowKind::Regular,
    WindowKind::Dialog,
    WindowKind::Popup,
    WindowKind::MenuBar,
    WindowKind::Tooltip,
    WindowKind::Utility,
    WindowKind::Desktop,
    WindowKind::Dock,
];

fn window() -> impl Strategy<Value = model::Window> {
    let workspace = prop_oneof![any::<u32>().prop_map(Workspace::Number), Just(Workspace::All)];
    let abilities = any::<[Option<bool>; 3]>().prop_map(|[resizable, minimizable, closable]| Abilities {
        resizable,
        minimizable,
        closable,
    });
    let who = (any::<u64>(), text(), any::<Option<u32>>(), text(), text(), select(KINDS));
    let place = (rect(), insets(), insets(), option::of(workspace), any::<u32>());
    (who, place, any::<[bool; 7]>(), abilities).prop_map(
        |((id, title, pid, app, instance, kind), place, flags, abilities)| {
            let (client, decoration, shadow, workspace, z_index) = place;
            let [minimized, hidden, focused, maximized, fullscreen, modal, floating] = flags;
            model::Window {
                id: WindowId(id),
                title,
                pid,
                app,
                instance,
                kind,
                client,
                decoration,
                shadow,
                workspace,
                z_index,
                minimized,
                hidden,
                focused,
                maximized,
                fullscreen,
                modal,
                floating,
                abilities,
            }
        },
    )
}

fn view() -> impl Strategy<Value = engine::WindowView> {
    let evidence = (any::<[bool; 6]>(), option::of(number())).prop_map(
        |([exact_id, process, only_window, title, focused, known_before], distance)| engine::Evidence {
            exact_id,
            process,
            only_window,
            title,
            distance,
            focused,
            known_before,
        },
    );
    let certainty = select(vec![Certainty::Guess, Certainty::Sure, Certainty::Exact]);
    let joined = (text(), evidence, certainty).prop_map(|(element, evidence, certainty)| Joined {
        element: Handle::new(element),
        evidence,
        certainty,
    });
    (window(), option::of(joined)).prop_map(|(window, joined)| engine::WindowView { window, joined })
}

fn changed() -> impl Strategy<Value = engine::Changed> {
    (view(), any::<Option<u64>>(), any::<bool>()).prop_map(|(view, previous, as_asked)| engine::Changed {
        view,
        previous_id: previous.map(WindowId),
        as_asked,
    })
}

fn event() -> impl Strategy<Value = engine::WindowEvent> {
    (any::<u64>(), moment(), select(WindowEventKind::ALL), window(), any::<Option<u64>>()).prop_map(
        |(sequence, at, kind, window, previous)| engine::WindowEvent {
            sequence,
            at,
            kind,
            window,
            previous_id: previous.map(WindowId),
        },
    )
}

proptest! {
    #[test]
    fn windows_read_back(windows in vec(window(), 0..4)) {
        let read: Windows = through_json(&Windows::from(windows.as_slice()));
        prop_assert_eq!(Vec::<model::Window>::try_from(read).unwrap(), windows);
    }

    #[test]
    fn a_view_of_a_window_reads_back(view in view()) {
        let read: WindowView = through_json(&WindowView::from(&view));
        prop_assert_eq!(engine::WindowView::try_from(read).unwrap(), view);
    }

    #[test]
    fn what_came_of_a_change_reads_back(changed in changed()) {
        let read: Changed = through_json(&Changed::from(&changed));
        prop_assert_eq!(engine::Changed::try_from(read).unwrap(), changed);
    }

    #[test]
    fn an_event_reads_back(event in event()) {
        let read: WindowEvent = through_json(&WindowEvent::from(&event));
        prop_assert_eq!(engine::WindowEvent::try_from(read).unwrap(), event);
    }

    #[test]
    fn all_windows_of_a_moment_read_back(as_of: u64, at in moment(), windows in vec(window(), 0..3)) {
        let snapshot = engine::WindowSnapshot { as_of, at, windows: Arc::new(windows) };
        let read: WindowSnapshot = through_json(&WindowSnapshot::from(&snapshot));
        prop_assert_eq!(engine::WindowSnapshot::try_from(read).unwrap(), snapshot);
    }

    #[test]
    fn a_gap_reads_back(first: u64, last: u64, at in moment()) {
        let read: WindowGap = through_json(&WindowGap::new(first, last, at));
        prop_assert_eq!((read.first, read.last, humantime::parse_rfc3339(&read.at).unwrap()), (first, last, at));
    }
}

fn json_of(window: &model::Window) -> serde_json::Value {
    serde_json::to_value(deskhand_schema::Window::from(window)).unwrap()
}

fn read(json: serde_json::Value) -> model::Result<model::Window> {
    serde_json::from_value::<deskhand_schema::Window>(json).unwrap().try_into()
}

#[test]
fn a_kind_that_is_not_known_is_a_regular_window() {
    let mut json = json_of(&model::Window { kind: WindowKind::Dock, ..model::Window::default() });
    json["kind"] = "hologram".into();
    json["opacity"] = 0.5.into();
    assert_eq!(read(json).unwrap(), model::Window::default());
}

#[test]
fn what_is_no_number_of_a_window_is_an_error() {
    for id in ["", "0x", "12", "0x+1", "0x-1", "0xg", "0x10000000000000000"] {
        let mut json = json_of(&model::Window::default());
        json["id"] = id.into();
        let error = read(json).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Internal, "{id}");
        assert!(error.message().contains(&format!("`{id}` is not the number of a window")), "{error}");
    }
}

#[test]
fn an_event_of_an_unknown_kind_or_at_no_time_is_an_error() {
    let event = engine::WindowEvent {
        sequence: 1,
        at: std::time::SystemTime::UNIX_EPOCH,
        kind: WindowEventKind::Moved,
        window: model::Window::default(),
        previous_id: None,
    };
    for (key, value) in [("event", "teleported"), ("at", "teatime")] {
        let mut json = serde_json::to_value(WindowEvent::from(&event)).unwrap();
        json[key] = value.into();
        let read: WindowEvent = serde_json::from_value(json).unwrap();
        let error = engine::WindowEvent::try_from(read).unwrap_err();
        assert!(error.message().contains(value), "{error}");
    }
}
