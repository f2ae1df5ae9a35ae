//! Windows and elements in the words of the contract.

use std::borrow::Cow;

use deskhand_model::{Action, ActionSet, Fields, NodeData, Rect, Role, State, StateSet, Value, Window};
use serde::{Serialize, Serializer};

use crate::contract::{ElementInfo, Number, WindowInfo};

/// A window without what is in it.
pub(super) fn window_info(window: &Window) -> WindowInfo {
    let outer = window.outer();
    WindowInfo {
        title: window.title.clone(),
        window_type: window.kind.name().to_owned(),
        size_width: outer.width.into(),
        size_height: outer.height.into(),
        position_x: outer.x.into(),
        position_y: outer.y.into(),
        app_name: window.app.clone(),
        focused: window.focused,
        elements: None,
    }
}

/// The JSON of an [`ElementInfo`] without children, borrowed from a tree: snapshots write a hundred thousand of these.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Portrait<'a> {
    role: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<&'a str>,
    value: Option<Cow<'a, str>>,
    description: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    enabled: bool,
    focused: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    showing: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position_x: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position_y: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    size_width: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    size_height: Option<Number>,
    child_count: usize,
    actions: Offers,
    #[serde(skip_serializing_if = "Option::is_none")]
    platform_role: Option<&'a str>,
}

impl<'a> Portrait<'a> {
    /// The element with so many directly inside of it.
    pub(super) fn of(node: &'a NodeData, child_count: usize) -> Portrait<'a> {
        let Edges { x, y, width, height } = Edges::of(node.bounds);
        Portrait {
            role: node.role.name(),
            label: told(&node.name),
            value: value(node),
            description: told(&node.description),
            id: told(&node.id),
            enabled: node.states.contains(State::Enabled),
            focused: node.states.contains(State::Focused),
            showing: node.known.contains(Fields::STATES).then(|| node.states.contains(State::Showing)),
            position_x: x,
            position_y: y,
            size_width: width,
            size_height: height,
            child_count,
            actions: Offers(node.actions),
            platform_role: told(&node.platform_role),
        }
    }
}

impl From<Portrait<'_>> for ElementInfo {
    fn from(portrait: Portrait<'_>) -> ElementInfo {
        let owned = |text: Option<&str>| text.map(str::to_owned);
        ElementInfo {
            role: portrait.role.to_owned(),
            label: owned(portrait.label),
            value: portrait.value.map(Cow::into_owned),
            description: owned(portrait.description),
            id: owned(portrait.id),
            enabled: portrait.enabled,
            focused: portrait.focused,
            showing: portrait.showing,
            position_x: portrait.position_x,
            position_y: portrait.position_y,
            size_width: portrait.size_width,
            size_height: portrait.size_height,
            child_count: portrait.child_count,
            actions: portrait.actions.names().map(str::to_owned).collect(),
            platform_role: owned(portrait.platform_role),
            children: None,
        }
    }
}

/// The actions that the contract has a name for.
#[derive(Debug)]
struct Offers(ActionSet);

impl Offers {
    fn names(&self) -> impl Iterator<Item = &'static str> {
        let has_name = |action: &Action| !matches!(action, Action::Confirm | Action::Cancel);
        self.0.iter().filter(has_name).map(Action::name)
    }
}

impl Serialize for Offers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.names())
    }
}

/// A place as the contract tells it: four numbers or none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Edges {
    pub(super) x: Option<Number>,
    pub(super) y: Option<Number>,
    pub(super) width: Option<Number>,
    pub(super) height: Option<Number>,
}

impl Edges {
    pub(super) fn of(bounds: Option<Rect>) -> Edges {
        bounds.map_or(Edges::default(), |Rect { x, y, width, height }| Edges {
            x: Some(x.into()),
            y: Some(y.into()),
            width: Some(width.into()),
            height: Some(height.into()),
        })
    }
}

fn told(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

/// Whether it is on, else its text, else its number. The text of what can be on or off is only its label again.
fn value(node: &NodeData) -> Option<Cow<'_, str>> {
    if let Some(on) = switched(node.role, node.states) {
        return Some(Cow::Borrowed(on));
    }
    match (content(node), node.value) {
        (Some(text), _) => Some(Cow::Borrowed(text)),
        (None, Some(Value { current, .. })) if current.is_finite() => Some(Cow::Owned(number(current))),
        _ => None,
    }
}

/// Stands in a text for an element that is at this place.
const EMBEDDED: char = '\u{fffc}';

/// The text that an element holds. What is merely its label once more (buttons, labels) is none, nor is what only says
/// that there are elements inside (containers of Chromium), unless it can be edited.
fn content(node: &NodeData) -> Option<&str> {
    let text = node.text.as_deref()?;
    let is_own = *text != *node.name && text.chars().any(|c| c != EMBEDDED);
    (is_own || node.states.contains(State::Editable)).then_some(text)
}

/// `1`, `0` or, for neither, `2`; nothing for what cannot be on or off.
fn switched(role: Role, states: StateSet) -> Option<&'static str> {
    let can_be = matches!(
        role,
        Role::Checkbox
            | Role::Radio
            | Role::Switch
            | Role::ToggleButton
            | Role::MenuItemCheckbox
            | Role::MenuItemRadio
            | Role::Tab
    ) || states.contains(State::Checkable);
    if !can_be {
        return None;
    }
    let on = states.contains(State::Checked)
        || (role == Role::ToggleButton && states.contains(State::Pressed))
        || (role == Role::Tab && states.contains(State::Selected));
    Some(match (states.contains(State::Indeterminate), on) {
        (true, _) => "2",
        (false, true) => "1",
        (false, false) => "0",
    })
}

/// Without decimals when it has none; `-0` is `0`.
fn number(number: f64) -> String {
    if number == 0.0 { "0".to_owned() } else { number.to_string() }
}

#[cfg(test)]
mod tests {
    use deskhand_model::{Handle, Insets, WindowKind};
    use serde_json::json;

    use super::*;

    fn node(role: Role) -> NodeData {
        let mut node = NodeData::new(Handle::new("h"), role, "push button".into());
        node.known = Fields::ALL;
        node.states = StateSet::EMPTY.with(State::Enabled).with(State::Showing);
        node
    }

    fn numbered(current: f64) -> NodeData {
        let mut node = node(Role::Slider);
        node.value = Some(Value { current, minimum: None, maximum: None, step: None });
        node
    }

    fn text_of(node: &NodeData) -> Option<String> {
        ElementInfo::from(Portrait::of(node, 0)).value
    }

    #[test]
    fn a_window_is_told_with_its_decoration_and_without_its_shadow() {
        let border = |width| Insets { left: width, right: width, top: width, bottom: width };
        let window = Window {
            title: "Document.txt".to_owned(),
            app: "TextEdit".to_owned(),
            kind: WindowKind::MenuBar,
            client: Rect::new(100, 100, 400, 300),
            decoration: border(5),
            shadow: border(20),
            focused: true,
            ..Window::default()
        };
        let told = serde_json::to_value(window_info(&window)).unwrap();
        assert_eq!(
            told,
            json!({
                "title": "Document.txt", "windowType": "menuBar", "appName": "TextEdit", "focused": true,
                "positionX": 115, "positionY": 115, "sizeWidth": 370, "sizeHeight": 270,
            })
        );
    }

    #[test]
    fn what_is_empty_or_unknown_is_left_out_or_null() {
        let bare = NodeData::new(Handle::new("h"), Role::Unknown, "".into());
        assert_eq!(
            serde_json::to_value(Portrait::of(&bare, 0)).unwrap(),
            json!({
                "role": "unknown", "value": null, "description": null, "enabled": false, "focused": false,
                "childCount": 0, "actions": [],
            })
        );
    }

    #[test]
    fn a_portrait_is_the_same_json_as_the_contract_type() {
        let mut full = node(Role::Button);
        (full.name, full.description, full.id) = ("Save".into(), "Saves \"it\"".into(), "btn".into());
        full.bounds = Some(Rect::new(-3, 4, 80, 24));
        full.actions = Action::ALL.iter().copied().collect();
        for node in [full, node(Role::Text), numbered(2.5)] {
            let borrowed = serde_json::to_string(&Portrait::of(&node, 7)).unwrap();
            let owned = serde_json::to_string(&ElementInfo::from(Portrait::of(&node, 7))).unwrap();
            assert_eq!(borrowed, owned);
        }
    }

    #[test]
    fn only_actions_of_the_contract_are_told_in_its_order() {
        let offers = Offers([Action::Confirm, Action::Toggle, Action::Press].into_iter().collect());
        assert_eq!(offers.names().collect::<Vec<_>>(), ["press", "toggle"]);
    }

    #[test]
    fn a_number_has_no_decimals_without_need() {
        for (current, expected) in [
            (40.0, Some("40")),
            (0.5, Some("0.5")),
            (-0.0, Some("0")),
            (-7.0, Some("-7")),
            (f64::NAN, None),
            (f64::INFINITY, None),
        ] {
            assert_eq!(text_of(&numbered(current)).as_deref(), expected, "{current}");
        }
    }

    #[test]
    fn what_can_be_on_or_off_says_which_whatever_its_text() {
        for (role, states, expected) in [
            (Role::Checkbox, [].as_slice(), "0"),
            (Role::Checkbox, &[State::Checked], "1"),
            (Role::Checkbox, &[State::Checked, State::Indeterminate], "2"),
            (Role::ToggleButton, &[State::Pressed], "1"),
            (Role::MenuItem, &[State::Checkable], "0"),
            (Role::Tab, &[], "0"),
            (Role::Tab, &[State::Selected], "1"),
            (Role::ListItem, &[State::Selected], "its label"),
            (Role::Button, &[State::Pressed], "its label"),
        ] {
            let mut node = node(role);
            node.states = states.iter().copied().collect();
            node.text = Some("its label".into());
            assert_eq!(text_of(&node).as_deref(), Some(expected), "{role} {states:?}");
        }
    }

    #[test]
    fn text_is_a_value_when_it_says_more_than_the_label() {
        for (name, text, editable, expected) in [
            ("Save", "Save", false, None),
            ("Name", "Name", true, Some("Name")),
            ("Name", "", true, Some("")),
            ("Name", "", false, None),
            ("", "\u{fffc}\u{fffc}", false, None),
            ("", "see \u{fffc} there", false, Some("see \u{fffc} there")),
            ("Price", "7 €", false, Some("7 €")),
        ] {
            let mut node = node(Role::Text);
            (node.name, node.text) = (name.into(), Some(text.into()));
            if editable {
                node.states.insert(State::Editable);
            }
            assert_eq!(text_of(&node).as_deref(), expected, "{name:?} {text:?} {editable}");
        }
    }

    #[test]
    fn the_text_of_a_field_comes_before_its_number_also_when_it_is_empty() {
        let mut node = numbered(3.0);
        node.text = Some("".into());
        assert_eq!(text_of(&node).as_deref(), Some("3"));
        node.states.insert(State::Editable);
        assert_eq!(text_of(&node).as_deref(), Some(""));
    }
}
