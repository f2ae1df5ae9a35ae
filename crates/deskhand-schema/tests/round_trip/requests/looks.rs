//! Reading trees, finding elements, taking pictures.

use deskhand_engine::ports::{Freshness, ReadRequest};
use deskhand_engine::{self as engine, WindowSelector};
use deskhand_model::{AppSelector, ErrorKind, Fields, Role, WindowId};
use deskhand_schema::request::{AppRef, FindRequest, Locator, Shot, ShotRequest, Timed, TreeRequest, Want};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::json;

use super::{assert_same, query, refused};
use crate::sample::{duration, fields, rect, text};
use crate::through_json;

fn read_request() -> impl Strategy<Value = ReadRequest> {
    let roles = option::of(vec(select(Role::ALL), 0..3));
    let freshness = prop_oneof![Just(Freshness::Current), duration().prop_map(Freshness::NoOlderThan)];
    let limits = (any::<usize>(), any::<Option<usize>>(), freshness);
    (fields(), roles, option::of(text()), limits).prop_map(
        |(fields, only_roles, only_name, (max_nodes, max_depth, freshness))| ReadRequest {
            fields,
            only_roles,
            only_name,
            max_nodes,
            max_depth,
            freshness,
        },
    )
}

fn locator() -> impl Strategy<Value = engine::Locator> {
    let app = prop_oneof![any::<u32>().prop_map(AppSelector::Pid), text().prop_map(AppSelector::Name)];
    (app, query(), any::<Option<usize>>()).prop_map(|(app, query, nth)| engine::Locator { app, query, nth })
}

fn shot() -> impl Strategy<Value = engine::Shot> {
    prop_oneof![
        Just(engine::Shot::Screen),
        rect().prop_map(engine::Shot::Part),
        any::<u64>().prop_map(|id| engine::Shot::Window(WindowSelector::Id(WindowId(id)))),
        text().prop_map(|name| engine::Shot::Window(WindowSelector::Named(name))),
        locator().prop_map(|locator| engine::Shot::Element(Box::new(locator))),
    ]
}

proptest! {
    #[test]
    fn a_request_for_a_tree_reads_back(request in read_request(), time in duration()) {
        let app = AppRef::Pid(7);
        let read: TreeRequest = through_json(&TreeRequest::new(app.clone(), &request, Timed::within(time)));
        prop_assert_eq!(&read.app, &app);
        prop_assert_eq!(read.time.time().unwrap(), Some(time));
        assert_same(&read.read_request().unwrap(), &request);
    }

    #[test]
    fn a_request_for_elements_reads_back(
        locator in locator(),
        want in prop_oneof![
            select(vec![Want::One, Want::All, Want::Present, Want::Absent]),
            any::<String>().prop_map(Want::Text),
        ],
        time in duration(),
    ) {
        let asked = FindRequest { locator: Locator::from(&locator), want: want.clone(), time: Timed::within(time) };
        let read: FindRequest = through_json(&asked);
        prop_assert_eq!((read.want, read.time), (want, Timed::within(time)));
        assert_same(&engine::Locator::try_from(read.locator).unwrap(), &locator);
    }

    #[test]
    fn a_request_for_a_picture_reads_back(shot in shot()) {
        let read: ShotRequest = through_json(&ShotRequest { shot: Shot::from(&shot), time: Timed::default() });
        assert_same(&engine::Shot::try_from(read.shot).unwrap(), &shot);
    }
}

#[test]
fn a_tree_is_read_as_usual_unless_something_else_is_said() {
    let asked: TreeRequest = serde_json::from_value(json!({"app": {"name": "gedit"}})).unwrap();
    assert_same(&asked.read_request().unwrap(), &ReadRequest::default());
    let none: TreeRequest = serde_json::from_value(json!({"app": {"pid": 1}, "fields": []})).unwrap();
    assert_eq!(none.read_request().unwrap().fields, Fields::NONE);
}

#[test]
fn roles_are_understood_as_people_write_them() {
    let asked = json!({"app": {"pid": 1}, "only_roles": ["AXButton", "push button", "menu-item"]});
    let asked: TreeRequest = serde_json::from_value(asked).unwrap();
    let roles = asked.read_request().unwrap().only_roles;
    assert_eq!(roles, Some(vec![Role::Button, Role::Button, Role::MenuItem]));
}

#[test]
fn a_role_or_a_field_that_does_not_exist_is_refused_with_its_neighbour() {
    for (key, name, reason) in [
        ("only_roles", "buton", "There is no role `buton`; did you mean `button`"),
        ("fields", "nam", "There is no field `nam`; did you mean `name`"),
    ] {
        let mut asked = json!({"app": {"pid": 1}});
        asked[key] = json!([name]);
        let asked: TreeRequest = serde_json::from_value(asked).unwrap();
        refused(asked.read_request(), ErrorKind::InvalidArgument, reason);
    }
}

#[test]
fn a_described_element_of_an_unknown_role_is_refused() {
    let asked = json!({"app": {"pid": 1}, "query": {"text": "", "description": {"role": "buton"}}});
    let asked: Locator = serde_json::from_value(asked).unwrap();
    refused(engine::Locator::try_from(asked), ErrorKind::InvalidArgument, "There is no role `buton`");
}

#[test]
fn what_is_negative_cannot_be_counted() {
    let asked = json!({"app": {"pid": 1}, "query": {"text": "x"}, "nth": -1});
    assert!(serde_json::from_value::<Locator>(asked).is_err());
}
