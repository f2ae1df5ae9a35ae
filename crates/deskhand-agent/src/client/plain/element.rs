//! The contract's elements as nodes.

use deskhand_model::{Action, Fields, Handle, NodeData, Rect, Role, State, Value};

use crate::contract::{ElementInfo, Number, WindowInfo};

/// What the contract tells of every element.
pub(super) const TOLD: [Fields; 9] = [
    Fields::ROLE,
    Fields::NAME,
    Fields::DESCRIPTION,
    Fields::ID,
    Fields::STATES,
    Fields::ACTIONS,
    Fields::BOUNDS,
    Fields::VALUE,
    Fields::TEXT,
];

fn told() -> Fields {
    TOLD.into_iter().fold(Fields::NONE, |all, field| all | field)
}

/// The element with this number in its snapshot.
pub(super) fn node(number: usize, info: &ElementInfo) -> NodeData {
    let role = Role::parse(&info.role).unwrap_or(Role::Unknown);
    let platform_role = info.platform_role.as_deref().unwrap_or_default();
    let mut node = NodeData::new(Handle::new(number.to_string()), role, platform_role.into());
    node.known = told();
    node.name = info.label.as_deref().unwrap_or_default().into();
    node.description = info.description.as_deref().unwrap_or_default().into();
    node.id = info.id.as_deref().unwrap_or_default().into();
    node.actions = info.actions.iter().filter_map(|name| Action::parse(name)).collect();
    let sides = (info.position_x, info.position_y, info.size_width, info.size_height);
    if let (Some(x), Some(y), Some(width), Some(height)) = sides {
        node.bounds = Some(rect(x, y, width, height));
    }
    node.states = states(info).collect();
    read_value(&mut node, info.value.as_deref());
    node
}

/// What only some agents tell is taken to be so: an element that is listed is shown.
fn states(info: &ElementInfo) -> impl Iterator<Item = State> {
    let showing = info.showing.unwrap_or(true);
    let focusable = info.actions.iter().any(|action| action == Action::Focus.name());
    [
        (State::Enabled, info.enabled),
        (State::Focused, info.focused),
        (State::Showing, showing),
        (State::Visible, showing),
        (State::Focusable, focusable),
    ]
    .into_iter()
    .filter_map(|(state, is_so)| is_so.then_some(state))
}

/// One key of the contract says what is written in an element, which number it shows, and whether it is on: which of
/// these is for the role to tell.
fn read_value(node: &mut NodeData, value: Option<&str>) {
    match node.role {
        Role::Checkbox
        | Role::Radio
        | Role::Switch
        | Role::ToggleButton
        | Role::MenuItemCheckbox
        | Role::MenuItemRadio => {
            node.states.insert(State::Checkable);
            match value.map(str::trim) {
                Some("1" | "true" | "on") => node.states.insert(State::Checked),
                Some("2" | "mixed") => node.states.insert(State::Indeterminate),
                _ => {}
            }
        }
        _ => {
            let number =
                value.and_then(|text| text.trim().parse::<f64>().ok()).filter(|number| number.is_finite());
            match number {
                Some(current) if shows_a_number(node.role) => {
                    node.value = Some(Value { current, minimum: None, maximum: None, step: None });
                }
                _ => node.text = value.map(Into::into),
            }
            if takes_text(node) {
                node.states.insert(State::Editable);
            }
        }
    }
}

fn shows_a_number(role: Role) -> bool {
    matches!(role, Role::Slider | Role::SpinButton | Role::ProgressIndicator | Role::ScrollBar | Role::Meter)
}

fn takes_text(node: &NodeData) -> bool {
    node.actions.contains(Action::SetValue) && !shows_a_number(node.role)
}

/// The window with this number in its snapshot.
pub(super) fn top_level(number: usize, info: &WindowInfo) -> NodeData {
    let role = match info.window_type.as_str() {
        "dialog" => Role::Dialog,
        "tooltip" => Role::Tooltip,
        _ => Role::Window,
    };
    let mut node =
        NodeData::new(Handle::new(format!("window {number}")), role, info.window_type.as_str().into());
    node.known = told();
    node.name = info.title.as_str().into();
    node.states = [State::Enabled, State::Visible, State::Showing].into_iter().collect();
    if info.focused {
        node.states.insert(State::Active);
    }
    node.bounds = Some(frame(info));
    node
}

/// Where a window is, with its decoration.
pub(super) fn frame(info: &WindowInfo) -> Rect {
    rect(info.position_x, info.position_y, info.size_width, info.size_height)
}

/// Whole pixels. Casts of floating-point numbers saturate, so absurd ones do no harm.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturating is what is wanted")]
fn rect(x: Number, y: Number, width: Number, height: Number) -> Rect {
    let [x, y, width, height] = [x, y, width, height].map(|Number(number)| number.round());
    Rect::new(x as i32, y as i32, width as u32, height as u32)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::*;

    fn read(more: Json) -> NodeData {
        let mut element =
            json!({"role": "button", "enabled": true, "focused": false, "childCount": 0, "actions": []});
        element.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        node(7, &serde_json::from_value(element).unwrap())
    }

    #[test]
    fn states_follow_from_what_is_told() {
        for (told, state, is_so) in [
            (json!({}), State::Enabled, true),
            (json!({"enabled": false}), State::Enabled, false),
            (json!({}), State::Showing, true),
            (json!({"showing": null}), State::Showing, true),
            (json!({"showing": false}), State::Showing, false),
            (json!({"focused": true}), State::Focused, true),
            (json!({"actions": ["press", "focus", "wiggle"]}), State::Focusable, true),
            (json!({"role": "checkbox", "value": "1"}), State::Checked, true),
            (json!({"role": "checkbox", "value": "0"}), State::Checked, false),
            (json!({"role": "checkbox", "value": "2"}), State::Indeterminate, true),
            (json!({"role": "textfield", "actions": ["set-value"]}), State::Editable, true),
            (json!({"role": "slider", "value": "5", "actions": ["set-value"]}), State::Editable, false),
        ] {
            assert_eq!(read(told.clone()).states.contains(state), is_so, "{told} {state:?}");
        }
    }

    #[test]
    fn a_value_is_a_number_or_a_text() {
        assert_eq!(read(json!({"role": "slider", "value": "5.5"})).value.unwrap().current, 5.5);
        assert_eq!(read(json!({"role": "textfield", "value": "5.5"})).text.as_deref(), Some("5.5"));
        assert_eq!(read(json!({"role": "slider", "value": "loud"})).text.as_deref(), Some("loud"));
        assert_eq!(read(json!({"role": "textfield", "value": null})).text, None);
    }

    #[test]
    fn bounds_need_all_four_and_roles_of_a_newer_contract_are_unknown() {
        let placed = json!({"positionX": 1.4, "positionY": -2, "sizeWidth": 30, "sizeHeight": 1e99});
        assert_eq!(read(placed).bounds, Some(Rect::new(1, -2, 30, u32::MAX)));
        assert_eq!(read(json!({"positionX": 1})).bounds, None);
        assert_eq!(read(json!({"role": "hologram"})).role, Role::Unknown);
    }
}
