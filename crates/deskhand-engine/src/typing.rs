//! Which elements text can be typed into by real input. Pure.

use deskhand_model::{Error, ErrorKind, NodeData, Result, Role, State};

use crate::approach::{Ready, last_step};
use crate::route::Strike;

/// Whether the element holds text that people edit.
pub(crate) fn is_text_field(node: &NodeData) -> bool {
    node.states.contains(State::Editable)
        || matches!(
            node.role,
            Role::Textfield
                | Role::EditableText
                | Role::SearchInput
                | Role::SpinButton
                | Role::Document
                | Role::WebArea
        )
}

/// Whether somebody may mean to type there all the same: into whatever has the keyboard in a window, or into something
/// that draws itself and tells nothing of its inside.
fn may_be_typed_into(node: &NodeData) -> bool {
    is_text_field(node)
        || node.role.is_window()
        || matches!(node.role, Role::Canvas | Role::PluginObject | Role::Unknown)
}

/// Whether it can have the keyboard: it says so, or a click into it gives it the keyboard.
pub(crate) fn may_be_focused(node: &NodeData) -> bool {
    is_text_field(node) || node.states.contains(State::Focusable)
}

/// Refuses to type or click into what is no text field: keys do something there too, and not what was asked for. A space
/// presses a button, digits and arrows move a slider.
pub(crate) fn check(strike: &Strike, ready: &Ready) -> Result<()> {
    let takes_it = match strike {
        Strike::Replace(_) => is_text_field(&ready.node),
        Strike::Keyboard => may_be_focused(&ready.node),
        Strike::Type(_) => may_be_typed_into(&ready.node),
        _ => true,
    };
    if takes_it {
        return Ok(());
    }
    let element = last_step(&ready.candidate());
    Err(match strike {
        Strike::Keyboard => Error::new(
            ErrorKind::ActionUnsupported,
            format!(
                "{element} takes no focus by accessibility, and a click on it would do more than focus it"
            ),
        ),
        _ => Error::new(
            ErrorKind::ActionUnsupported,
            format!("{element} is no text field, so nothing is typed into it"),
        )
        .hint("to strike keys there, ask for the keys"),
    })
}

#[cfg(test)]
mod tests {
    use deskhand_model::Handle;

    use super::*;

    #[test]
    fn fields_take_text_and_what_is_operated_otherwise_does_not() {
        for (role, editable, replaced, typed) in [
            (Role::Textfield, false, true, true),
            (Role::SpinButton, false, true, true),
            (Role::ComboBox, true, true, true),
            (Role::ComboBox, false, false, false),
            (Role::Slider, false, false, false),
            (Role::Button, false, false, false),
            (Role::Canvas, false, false, true),
            (Role::Window, false, false, true),
        ] {
            let mut node = NodeData::new(Handle::new("n"), role, "".into());
            if editable {
                node.states.insert(State::Editable);
            }
            assert_eq!((is_text_field(&node), may_be_typed_into(&node)), (replaced, typed), "{role}");
        }
    }
}
