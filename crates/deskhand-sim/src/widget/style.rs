//! How the text of elements looks: the same on every run.

use deskhand_model::{Color, FontWeight, Role, State, TextStyle};

use super::arena::Widget;

const BLACK: Color = Color { red: 0, green: 0, blue: 0 };
const GREY: Color = Color { red: 0x80, green: 0x80, blue: 0x80 };

/// The style of an element that has text, or is nothing but text.
pub(super) fn style(widget: &Widget) -> Option<TextStyle> {
    let (family, size, weight) = match widget.role {
        Role::Heading => ("Sans", 14.0, FontWeight::Bold),
        Role::EditableText => ("Monospace", 11.0, FontWeight::Regular),
        Role::Text => ("Sans", 10.0, FontWeight::Regular),
        _ if widget.text.is_some() => ("Sans", 10.0, FontWeight::Regular),
        _ => return None,
    };
    Some(TextStyle {
        font_family: Some(family.into()),
        font_size: Some(size),
        font_weight: Some(weight),
        color: Some(if widget.states.contains(State::Enabled) { BLACK } else { GREY }),
    })
}
