//! Applications and elements.

use deskhand_model::{self as model, Fields, Handle, NodeData, Role, State, StateSet};
use deskhand_schema::{App, Apps, Document, Element};
use proptest::prelude::*;
use serde_json::json;

use crate::{sample, through_json};

proptest! {
    #[test]
    fn applications_read_back(apps in proptest::collection::vec(sample::app(), 0..4)) {
        let read: Document<Apps> = through_json(&Document::new(Apps::from(apps.as_slice())));
        prop_assert_eq!(read.kind, "apps");
        let read: Vec<model::App> = read.body.apps.into_iter().map(model::App::from).collect();
        prop_assert_eq!(read, apps);
    }

    #[test]
    fn an_element_reads_back(node in sample::node()) {
        let read: Element = through_json(&Element::from(&node));
        prop_assert_eq!(read.into_node(node.handle.clone(), node.known), node);
    }
}

#[test]
fn what_a_newer_agent_says_of_an_element_is_unknown_or_skipped() {
    let json = json!({
        "role": "hologram", "platform_role": "hologram", "name": "x", "smell": {"of": "roses"},
        "states": ["focused", "levitating"], "actions": ["press", "teleport"],
    });
    let node = serde_json::from_value::<Element>(json).unwrap().into_node(Handle::new("h"), Fields::SNAPSHOT);
    assert_eq!((node.role, &*node.platform_role), (Role::Unknown, "hologram"));
    assert_eq!(node.states, StateSet::EMPTY.with(State::Focused));
    assert_eq!(node.actions.iter().collect::<Vec<_>>(), [model::Action::Press]);
}

#[test]
fn what_may_be_left_out_need_not_be_there() {
    let element: Element = serde_json::from_str(r#"{"role": "button"}"#).unwrap();
    let bare = NodeData::new(Handle::new("h"), Role::Button, "".into());
    assert_eq!(element.into_node(Handle::new("h"), Fields::ROLE), bare);
    let app: App =
        serde_json::from_str(r#"{"id": "1", "name": "x", "responding": false, "later": 1}"#).unwrap();
    assert_eq!(model::App::from(app).health, model::Health::NotResponding { reason: String::new() });
}
