//! Windows and the clipboard.

use deskhand_engine::ports::WindowChange;
use deskhand_engine::{Observe, WindowEventKind, WindowSelector};
use deskhand_model::{ErrorKind, Point, Size, WindowId};
use deskhand_schema::request::{Change, ChangeRequest, ClipboardRequest, ObserveRequest, Timed, WindowRef};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::json;

use super::refused;
use crate::sample::{duration, text};
use crate::through_json;

fn selector() -> impl Strategy<Value = WindowSelector> {
    prop_oneof![
        any::<u64>().prop_map(|id| WindowSelector::Id(WindowId(id))),
        text().prop_map(WindowSelector::Named),
    ]
}

fn change() -> impl Strategy<Value = WindowChange> {
    use WindowChange::*;
    prop_oneof![
        select(vec![Focus, Minimize, Restore, Maximize, Fullscreen, Close, ForceClose]),
        any::<(i32, i32)>().prop_map(|(x, y)| Move(Point { x, y })),
        any::<(u32, u32)>().prop_map(|(width, height)| Resize(Size { width, height })),
        any::<u32>().prop_map(Workspace),
    ]
}

proptest! {
    #[test]
    fn a_request_for_a_change_reads_back(window in selector(), change in change(), time in duration()) {
        let asked = ChangeRequest {
            window: WindowRef::from(&window),
            change: Change::from(change),
            time: Timed::within(time),
        };
        let read: ChangeRequest = through_json(&asked);
        prop_assert_eq!(WindowSelector::try_from(read.window).unwrap(), window);
        prop_assert_eq!(WindowChange::from(read.change), change);
        prop_assert_eq!(read.time.time().unwrap(), Some(time));
    }

    #[test]
    fn a_request_to_observe_reads_back(
        pid: Option<u32>,
        kinds in subsequence(WindowEventKind::ALL, 0..=WindowEventKind::ALL.len()),
        keep: usize,
        time in duration(),
    ) {
        let what = Observe { pid, kinds, keep };
        let read: ObserveRequest = through_json(&ObserveRequest::new(&what, Timed::within(time)));
        prop_assert_eq!(Observe::try_from(&read).unwrap(), what);
        prop_assert_eq!(read.time().time().unwrap(), Some(time));
    }
}

#[test]
fn a_change_is_written_as_one_says_it() {
    for (change, json) in [
        (WindowChange::ForceClose, json!("force-close")),
        (WindowChange::Move(Point { x: 1, y: -2 }), json!({"move": {"x": 1, "y": -2}})),
        (WindowChange::Resize(Size { width: 3, height: 4 }), json!({"resize": {"width": 3, "height": 4}})),
        (WindowChange::Workspace(2), json!({"workspace": 2})),
    ] {
        assert_eq!(serde_json::to_value(Change::from(change)).unwrap(), json);
    }
    assert!(serde_json::from_value::<Change>(json!({"resize": {"width": -3, "height": 4}})).is_err());
}

#[test]
fn what_is_no_number_of_a_window_is_refused() {
    for id in ["17", "0x", "0x+7", "Untitled"] {
        let window: WindowRef = serde_json::from_value(json!({"id": id})).unwrap();
        refused(
            WindowSelector::try_from(window),
            ErrorKind::InvalidArgument,
            &format!("`{id}` is not the number"),
        );
    }
}

#[test]
fn kinds_of_events_stand_in_a_list_with_commas() {
    let kinds = |text: &str| {
        let asked = ObserveRequest { kinds: Some(text.to_owned()), ..ObserveRequest::default() };
        Observe::try_from(&asked).map(|observe| observe.kinds)
    };
    assert_eq!(kinds("moved, resized,").unwrap(), [WindowEventKind::Moved, WindowEventKind::Resized]);
    assert_eq!(kinds("").unwrap(), []);
    refused(kinds("moved,resied"), ErrorKind::InvalidArgument, "`resied`; did you mean `resized`");
    assert_eq!(Observe::try_from(&ObserveRequest::default()).unwrap(), Observe::default());
}

#[test]
fn what_goes_on_the_clipboard_is_not_shown_to_those_who_debug() {
    let asked = ClipboardRequest { text: "secret".to_owned(), time: Timed::default() };
    let read: ClipboardRequest = through_json(&asked);
    assert_eq!(read.text, "secret");
    assert!(!format!("{read:?}").contains("secret"));
}
