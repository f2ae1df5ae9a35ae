//! What is known of one element.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use deskhand_model::{self as model, Fields, Handle, NodeData, Role};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::texts::Texts;
use crate::{Rect, Style};

/// What is known of one element. Keys of fields that were not read are absent.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Element {
    /// Role, one of the 133 names of the vocabulary.
    pub role: Cow<'static, str>,
    /// Role in the platform's own words.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub platform_role: String,
    /// What a person would call it; absent when it has no name.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub name: String,
    /// Longer explanation.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub description: String,
    /// Identifier set by the developer.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub id: String,
    /// What is true of it now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub states: Option<Vec<Cow<'static, str>>>,
    /// What it lets one do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actions: Option<Vec<Cow<'static, str>>>,
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
    /// How its text looks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub style: Option<Style>,
    /// Everything else that the toolkit tells.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub attributes: BTreeMap<String, String>,
}

impl From<&NodeData> for Element {
    fn from(node: &NodeData) -> Element {
        Element {
            role: node.role.name().into(),
            platform_role: node.platform_role.to_string(),
            name: node.name.to_string(),
            description: node.description.to_string(),
            id: node.id.to_string(),
            states: node
                .known
                .contains(Fields::STATES)
                .then(|| node.states.iter().map(model::State::name).map(Cow::Borrowed).collect()),
            actions: node
                .known
                .contains(Fields::ACTIONS)
                .then(|| node.actions.iter().map(model::Action::name).map(Cow::Borrowed).collect()),
            bounds: node.bounds.map(Rect::from),
            window_bounds: node.window_bounds.map(Rect::from),
            value: node.value.and_then(Value::from_model),
            text: node.text.as_ref().map(ToString::to_string),
            style: node.style.as_ref().and_then(Style::from_model),
            attributes: node.attributes.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect(),
        }
    }
}

impl Element {
    /// The node that this tells of: the one with this handle, of which these fields were read. Roles, states and actions
    /// of a newer vocabulary are unknown, or left out.
    pub(crate) fn to_node(&self, handle: Handle, known: Fields, texts: &mut Texts) -> NodeData {
        let states = self.states.iter().flatten();
        let actions = self.actions.iter().flatten();
        NodeData {
            handle,
            known,
            role: role_called(&self.role),
            platform_role: texts.share(&self.platform_role),
            name: texts.share(&self.name),
            description: texts.share(&self.description),
            id: texts.share(&self.id),
            states: states.filter_map(|name| state_called(name)).collect(),
            actions: actions.filter_map(|name| model::Action::parse(name)).collect(),
            bounds: self.bounds.map(model::Rect::from),
            window_bounds: self.window_bounds.map(model::Rect::from),
            value: self.value.map(model::Value::from),
            text: self.text.as_deref().map(|text| texts.share(text)),
            style: self.style.clone().map(model::TextStyle::from),
            attributes: self
                .attributes
                .iter()
                .map(|(key, value)| (texts.share(key), texts.share(value)))
                .collect(),
        }
    }
}

/// The role with exactly this name. Reading a tree asks for one per node, so this does not search as
/// [`Role::parse`] does, which knows what people write instead.
pub(crate) fn role_called(name: &str) -> Role {
    static ROLES: LazyLock<HashMap<&str, Role>> =
        LazyLock::new(|| Role::ALL.iter().map(|role| (role.name(), *role)).collect());
    ROLES.get(name).copied().unwrap_or(Role::Unknown)
}

fn state_called(name: &str) -> Option<model::State> {
    model::State::ALL.iter().copied().find(|state| state.name() == name)
}

/// A number with its range.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
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

impl From<Value> for model::Value {
    fn from(value: Value) -> model::Value {
        model::Value {
            current: value.current,
            minimum: value.minimum,
            maximum: value.maximum,
            step: value.step,
        }
    }
}

#[cfg(test)]
mod tests {
    use deskhand_model::{Action, State, StateSet};

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

    fn read(element: serde_json::Value, known: Fields) -> NodeData {
        let element: Element = serde_json::from_value(element).unwrap();
        element.to_node(Handle::new("h"), known, &mut Texts::default())
    }

    #[test]
    fn what_a_newer_agent_says_of_an_element_is_unknown_or_skipped() {
        let json = serde_json::json!({
            "role": "hologram", "platform_role": "hologram", "name": "x", "smell": {"of": "roses"},
            "states": ["focused", "levitating"], "actions": ["press", "teleport"],
        });
        let node = read(json, Fields::SNAPSHOT);
        assert_eq!((node.role, &*node.platform_role), (Role::Unknown, "hologram"));
        assert_eq!(node.states, StateSet::EMPTY.with(State::Focused));
        assert_eq!(node.actions.iter().collect::<Vec<_>>(), [Action::Press]);
    }

    #[test]
    fn what_may_be_left_out_need_not_be_there() {
        let bare = NodeData::new(Handle::new("h"), Role::Button, "".into());
        assert_eq!(read(serde_json::json!({"role": "button"}), Fields::ROLE), bare);
    }
}
