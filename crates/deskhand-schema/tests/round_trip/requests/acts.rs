//! Doing something.

use std::time::Duration;

use deskhand_engine::ports::{Chord, Key, Modifier};
use deskhand_engine::{self as engine, ActOptions, DragTo, Effect, Mode};
use deskhand_model::{AppSelector, ErrorKind, Point, Query};
use deskhand_schema::request::{Act, ActRequest, AppRef, KeysRequest, Locator};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::json;

use super::{assert_same, query, refused};
use crate::sample::{duration, number, text};
use crate::through_json;

fn chord() -> impl Strategy<Value = Chord> {
    let modifiers = vec![Modifier::Control, Modifier::Shift, Modifier::Alt, Modifier::Super];
    let key = prop_oneof![
        select(vec!['a', 'z', '0', '+', '-', 'ä', '漢']).prop_map(Key::Char),
        select(vec!["Return", "F5", "Page_Up", "space"]).prop_map(|name| Key::Named(name.to_owned())),
    ];
    (subsequence(modifiers, 0..=4), key).prop_map(|(modifiers, key)| Chord { modifiers, key })
}

fn point() -> impl Strategy<Value = Point> {
    any::<(i32, i32)>().prop_map(|(x, y)| Point { x, y })
}

fn act() -> impl Strategy<Value = engine::Act> {
    prop_oneof![
        select(plain().to_vec()),
        text().prop_map(engine::Act::SetText),
        number().prop_map(engine::Act::SetNumber),
        text().prop_map(engine::Act::SetValue),
        text().prop_map(engine::Act::TypeText),
        any::<(i32, i32)>().prop_map(|(across, down)| engine::Act::Scroll { across, down }),
        query().prop_map(|query| engine::Act::Drag(DragTo::Element(query))),
        point().prop_map(|by| engine::Act::Drag(DragTo::By(by))),
        point().prop_map(|place| engine::Act::Drag(DragTo::Screen(place))),
        vec(chord(), 0..3).prop_map(engine::Act::Keys),
    ]
}

/// The acts without arguments.
fn plain() -> [engine::Act; 16] {
    use engine::Act::*;
    [
        Press,
        DoubleClick,
        RightClick,
        Confirm,
        Cancel,
        Toggle,
        Select,
        Expand,
        Collapse,
        Increment,
        Decrement,
        ShowMenu,
        Focus,
        ScrollIntoView,
        Hover,
        MultiTouch,
    ]
}

fn options() -> impl Strategy<Value = ActOptions> {
    let effect = prop_oneof![
        query().prop_map(Effect::Appears),
        query().prop_map(Effect::Vanishes),
        Just(Effect::Changes),
    ];
    let mode = select(vec![Mode::Background, Mode::Focus, Mode::Auto]);
    let times = (duration(), option::of(duration()), option::of(duration()));
    (mode, times, option::of(effect)).prop_map(|(mode, (within, patience, max_age), effect)| ActOptions {
        mode,
        within,
        patience,
        effect,
        max_age,
    })
}

proptest! {
    #[test]
    fn an_act_reads_back_under_the_name_that_receipts_have(act in act()) {
        let json = serde_json::to_value(Act::from(&act)).unwrap();
        prop_assert_eq!(&json["action"], act.name());
        let read: Act = through_json(&json);
        assert_same(&engine::Act::try_from(read).unwrap(), &act);
    }

    #[test]
    fn a_request_to_act_reads_back(query in query(), nth: Option<usize>, act in act(), options in options()) {
        let locator = engine::Locator { app: AppSelector::Pid(7), query, nth };
        let asked = ActRequest { locator: (&locator).into(), act: (&act).into(), manner: (&options).into() };
        let read: ActRequest = through_json(&asked);
        assert_same(&engine::Locator::try_from(read.locator).unwrap(), &locator);
        assert_same(&engine::Act::try_from(read.act).unwrap(), &act);
        assert_same(&read.manner.options(Mode::Background, Duration::ZERO).unwrap(), &options);
    }

    #[test]
    fn a_request_for_keys_reads_back(name in text(), chords in vec(chord(), 0..3), options in options()) {
        let app = AppSelector::Name(name);
        let read: KeysRequest = through_json(&KeysRequest::new(AppRef::from(&app), &chords, &options));
        prop_assert_eq!(read.chords().unwrap(), chords);
        prop_assert_eq!(AppSelector::from(read.app), app);
        assert_same(&read.manner.options(Mode::Background, Duration::ZERO).unwrap(), &options);
    }
}

#[test]
fn what_is_not_said_is_for_the_server_to_decide() {
    let asked = json!({
        "locator": {"app": {"name": "gedit"}, "query": {"text": "Save"}},
        "act": {"action": "press"},
    });
    let asked: ActRequest = serde_json::from_value(asked).unwrap();
    let options = asked.manner.options(Mode::Auto, Duration::from_secs(9)).unwrap();
    assert_same(
        &options,
        &ActOptions { mode: Mode::Auto, within: Duration::from_secs(9), ..ActOptions::default() },
    );
}

#[test]
fn the_json_of_a_request_is_what_people_write() {
    let query = Query::parse("Save").unwrap();
    let locator = engine::Locator { app: AppSelector::Pid(1), query: query.clone(), nth: Some(2) };
    let options = ActOptions {
        within: Duration::from_millis(1500),
        patience: Some(Duration::ZERO),
        effect: Some(Effect::Vanishes(query)),
        ..ActOptions::default()
    };
    let asked = ActRequest {
        locator: Locator::from(&locator),
        act: Act::from(&engine::Act::Drag(DragTo::By(Point { x: 1, y: -2 }))),
        manner: (&options).into(),
    };
    assert_eq!(
        serde_json::to_value(asked).unwrap(),
        json!({
            "locator": {"app": {"pid": 1}, "query": {"text": "Save"}, "nth": 2},
            "act": {"action": "drag", "to": {"by": {"x": 1, "y": -2}}},
            "mode": "background", "timeout_ms": 1500.0, "patience_ms": 0.0,
            "effect": {"vanishes": {"text": "Save"}},
        })
    );
}

#[test]
fn an_act_that_makes_no_sense_is_refused_with_a_sentence() {
    let one = "exactly one of `text`, `number` and `value`";
    for (act, kind, reason) in [
        (json!({"action": "set-value"}), ErrorKind::InvalidArgument, one),
        (json!({"action": "set-value", "number": null}), ErrorKind::InvalidArgument, one),
        (json!({"action": "set-value", "text": "1", "number": 1}), ErrorKind::InvalidArgument, one),
        (
            json!({"action": "keys", "keys": ["ctrl+s", "crtl+s"]}),
            ErrorKind::InvalidArgument,
            "did you mean `ctrl`",
        ),
        (
            json!({"action": "drag", "to": {"element": {"text": "//"}}}),
            ErrorKind::InvalidQuery,
            "at character",
        ),
    ] {
        let act: Act = serde_json::from_value(act).unwrap();
        refused(engine::Act::try_from(act), kind, reason);
    }
}

#[test]
fn what_is_no_act_is_not_read() {
    for act in [json!({"action": "teleport"}), json!({}), json!("press"), json!({"action": "type"})] {
        assert!(serde_json::from_value::<Act>(act.clone()).is_err(), "{act}");
    }
}

#[test]
fn a_time_of_the_wrong_type_is_not_taken_as_none() {
    let keys = |time: serde_json::Value| {
        serde_json::from_value::<KeysRequest>(json!({"app": {"pid": 1}, "keys": [], "timeout_ms": time}))
    };
    assert!(keys(json!("5s")).is_err());
    let negative = keys(json!(-1)).unwrap();
    refused(
        negative.manner.options(Mode::Auto, Duration::ZERO),
        ErrorKind::InvalidArgument,
        "-1 is not a time",
    );
}
