//! Elements, as found by a query.

use std::collections::BTreeMap;

use deskhand_engine as engine;
use deskhand_model::{self as model, Fields};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{App, Body, Rect};

/// What is known of one element. Keys of fields that were not read are absent.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Element {
    /// Role, one of the 133 names of the vocabulary.
    pub role: &'static str,
    /// Role in the platform's own words.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub platform_role: String,
    /// What a person would call it; absent when it has no name.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub name: String,
    /// Longer explanation.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub description: String,
    /// Identifier set by the developer.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub id: String,
    /// What is true of it now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub states: Option<Vec<&'static str>>,
    /// What it lets one do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actions: Option<Vec<&'static str>>,
    /// Where it is on the screen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Rect>,
    /// Where it is in its window.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window_bounds: Option<Rect>,
    /// Its number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// Its text content.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Everything else that the toolkit tells.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub attributes: BTreeMap<String, String>,
}

impl From<&model::NodeData> for Element {
    fn from(node: &model::NodeData) -> Element {
        Element {
            role: node.role.name(),
            platform_role: node.platform_role.to_string(),
            name: node.name.to_string(),
            description: node.description.to_string(),
            id: node.id.to_string(),
            states: node
                .known
                .contains(Fields::STATES)
                .then(|| node.states.iter().map(model::State::name).collect()),
            actions: node
                .known
                .contains(Fields::ACTIONS)
                .then(|| node.actions.iter().map(model::Action::name).collect()),
            bounds: node.bounds.map(Rect::from),
            window_bounds: node.window_bounds.map(Rect::from),
            value: node.value.and_then(Value::from_model),
            text: node.text.as_ref().map(ToString::to_string),
            attributes: node.attributes.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect(),
        }
    }
}

/// A number with its range.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Value {
    /// Where it stands.
    pub current: f64,
    /// Smallest allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimum: Option<f64>,
    /// Largest allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub maximum: Option<f64>,
    /// One step of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<f64>,
}

impl Value {
    /// JSON has no infinity and no "not a number": such parts are left out, and with them a value that has no
    /// current number.
    fn from_model(value: model::Value) -> Option<Value> {
        let finite = |number: Option<f64>| number.filter(|number| number.is_finite());
        Some(Value {
            current: finite(Some(value.current))?,
            minimum: finite(value.minimum),
            maximum: finite(value.maximum),
            step: finite(value.step),
        })
    }
}

/// An element as receipts and error messages name it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Candidate {
    /// Role.
    pub role: &'static str,
    /// Name; absent when it has none.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub name: String,
    /// Identifier set by the developer.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub id: String,
    /// Where it is in the tree, from the window down.
    pub path: String,
    /// Where it is on the screen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Rect>,
    /// How near it is to what was asked for, 0 to 1.
    pub score: f64,
}

impl From<&model::Candidate> for Candidate {
    fn from(candidate: &model::Candidate) -> Candidate {
        Candidate {
            role: candidate.role.name(),
            name: candidate.name.clone(),
            id: candidate.id.clone(),
            path: candidate.path.clone(),
            bounds: candidate.bounds.map(Rect::from),
            score: if candidate.score.is_finite() { candidate.score } else { 0.0 },
        }
    }
}

/// An element with its place in the tree.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Found {
    /// The way to it, from its window down.
    pub path: String,
    /// What is known of it.
    #[serde(flatten)]
    pub element: Element,
}

impl From<&engine::Element> for Found {
    fn from(element: &engine::Element) -> Found {
        Found {
            path: model::Candidate::describe(&element.tree, element.id, 1.0).path,
            element: Element::from(&element.data),
        }
    }
}

/// The elements that match a query.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Elements {
    /// The application that was searched.
    pub app: App,
    /// The query as it was written.
    pub query: String,
    /// The matches, in tree order.
    pub elements: Vec<Found>,
    /// Whether the tree that was searched lacks part of the application's content.
    pub truncated: bool,
}

impl Body for Elements {
    const KIND: &'static str = "elements";
}

impl Elements {
    /// What a search for several found.
    pub fn from_found(query: &model::Query, found: &engine::Found) -> Elements {
        Elements {
            app: App::from(&found.snapshot.app),
            query: query.source().to_owned(),
            elements: found.elements.iter().map(Found::from).collect(),
            truncated: found.snapshot.tree.gaps().is_truncated(),
        }
    }

    /// The one that a strict search found.
    pub fn from_element(query: &model::Query, element: &engine::Element) -> Elements {
        Elements {
            app: App::from(&element.app),
            query: query.source().to_owned(),
            elements: vec![Found::from(element)],
            truncated: element.tree.gaps().is_truncated(),
        }
    }
}

#[cfg(test)]
mod tests {
    use deskhand_model::{Handle, NodeData, Role, State, StateSet};

    use super::*;

    fn node() -> NodeData {
        NodeData::new(Handle::new("h"), Role::Slider, "slider".into())
    }

    #[test]
    fn fields_that_were_not_read_are_absent_and_read_ones_are_there_even_when_empty() {
        let mut node = node();
        let unread = serde_json::to_value(Element::from(&node)).unwrap();
        assert_eq!(unread, serde_json::json!({"role": "slider", "platform_role": "slider"}));
        node.known = Fields::ALL;
        node.states = StateSet::EMPTY.with(State::Focused);
        let read = serde_json::to_value(Element::from(&node)).unwrap();
        assert_eq!(read["states"], serde_json::json!(["focused"]));
        assert_eq!(read["actions"], serde_json::json!([]));
    }

    #[test]
    fn numbers_that_json_cannot_write_are_left_out_instead_of_null() {
        let mut node = node();
        node.value = Some(model::Value {
            current: 1.5,
            minimum: Some(f64::NEG_INFINITY),
            maximum: Some(f64::NAN),
            step: None,
        });
        let json = serde_json::to_value(Element::from(&node)).unwrap();
        assert_eq!(json["value"], serde_json::json!({"current": 1.5}));
        node.value = Some(model::Value { current: f64::NAN, minimum: Some(0.0), maximum: None, step: None });
        assert!(serde_json::to_value(Element::from(&node)).unwrap().get("value").is_none());
    }
}
