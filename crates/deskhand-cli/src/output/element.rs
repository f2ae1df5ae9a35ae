//! One element on one line.

use deskhand_model::{Action, NodeData, State, TextStyle};
use deskhand_schema::Found;

use super::{Palette, healed, one_line};
use crate::values::rect_text;

/// Columns that a name, or another text of an element, may take.
const TEXT_WIDTH: usize = 60;

/// States that nearly every element has; only what stands out is worth a word.
const USUAL: &[State] = &[
    State::Enabled,
    State::Visible,
    State::Showing,
    State::Focusable,
    State::Resizable,
    State::Selectable,
    State::Checkable,
    State::Expandable,
    State::Horizontal,
    State::Vertical,
    State::ManagesDescendants,
    State::MultiLine,
];

/// Actions that nearly every element offers.
const USUAL_ACTIONS: &[Action] = &[Action::Focus, Action::ScrollIntoView];

/// What to say of an element beyond role, name and what stands out.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Also {
    /// Where it is on the screen.
    pub(crate) bounds: bool,
    /// How its text looks.
    pub(crate) style: bool,
    /// Every state and action, not only those that stand out.
    pub(crate) everything: bool,
}

/// An element: `button "Save" disabled [press]`.
pub(crate) fn element(node: &NodeData, also: Also, palette: Palette) -> String {
    let mut words = vec![palette.role(node.role)];
    if !node.name.is_empty() {
        words.push(quoted(&node.name, palette));
    }
    if !node.id.is_empty() {
        words.push(palette.aside(format!("#{}", one_line(&node.id, TEXT_WIDTH))));
    }
    words.extend(states(node, also).into_iter().map(|state| palette.state(state)));
    if let Some(value) = node.value {
        words.push(palette.state(format!("value {}", value.current)));
    }
    if let Some(text) = node.text.as_deref().filter(|text| !text.is_empty() && **text != *node.name) {
        words.push(format!("text {}", quoted(text, palette)));
    }
    if !node.description.is_empty() && node.description != node.name {
        words.push(palette.aside(format!("({})", one_line(&node.description, TEXT_WIDTH))));
    }
    if let (true, Some(style)) = (also.style, &node.style) {
        words.push(palette.aside(look(style)));
    }
    let actions: Vec<&str> = node
        .actions
        .iter()
        .filter(|action| also.everything || !USUAL_ACTIONS.contains(action))
        .map(Action::name)
        .collect();
    if !actions.is_empty() {
        words.push(palette.aside(format!("[{}]", actions.join(", "))));
    }
    if let (true, Some(bounds)) = (also.bounds, node.bounds) {
        words.push(palette.aside(format!("@{}", rect_text(bounds))));
    }
    if also.everything {
        for (key, value) in &node.attributes {
            words.push(palette.aside(format!(
                "{}={}",
                one_line(key, TEXT_WIDTH),
                one_line(value, TEXT_WIDTH)
            )));
        }
    }
    words.join(" ")
}

/// How text looks, as far as it is known: `Cantarell 11pt bold #2e3436`.
fn look(style: &TextStyle) -> String {
    let parts = [
        style.font_family.as_ref().map(|family| one_line(family, TEXT_WIDTH)),
        style.font_size.map(|size| format!("{size}pt")),
        style.font_weight.map(|weight| weight.name().to_owned()),
        style.color.map(|color| color.to_string()),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// What stands out: unusual states, and usual ones that are missing.
fn states(node: &NodeData, also: Also) -> Vec<&'static str> {
    if !node.known.contains(deskhand_model::Fields::STATES) {
        return Vec::new();
    }
    if also.everything {
        return node.states.iter().map(State::name).collect();
    }
    let missing = [
        ("disabled", node.is_interactive() && !node.states.contains(State::Enabled)),
        // No toolkit can be trusted with one of the two alone: GTK 4.8 buttons lack `showing` while in sight.
        ("hidden", !node.states.contains(State::Visible) && !node.states.contains(State::Showing)),
    ];
    let missing = missing.into_iter().filter(|(_, is)| *is).map(|(name, _)| name);
    missing.chain(node.states.iter().filter(|state| !USUAL.contains(state)).map(State::name)).collect()
}

fn quoted(text: &str, palette: Palette) -> String {
    palette.name(format!("\"{}\"", one_line(text, TEXT_WIDTH)))
}

/// The matches of a query: the element, below it the way to it, and that the query was healed where it was.
pub(crate) fn elements(found: &[deskhand_engine::Element], palette: Palette) -> String {
    if found.is_empty() {
        return "no element matches".to_owned();
    }
    let lines = found.iter().map(|one| {
        let also = Also { bounds: true, style: true, everything: false };
        let path = palette.aside(one_line(&Found::from(one).path, 200));
        let mut lines = format!("{}\n    {path}", element(&one.data, also, palette));
        if let Some(heal) = &one.healed {
            lines.push_str(&palette.aside(format!("\n  {}", healed(heal))));
        }
        lines
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use deskhand_model::{Color, Fields, FontWeight, Handle, Rect, Role, StateSet, Value};

    use super::*;

    fn button(states: StateSet) -> NodeData {
        let mut node = NodeData::new(Handle::new("h"), Role::Button, "push button".into());
        node.known = Fields::ALL;
        node.name = "Save\u{7}".into();
        node.states = states;
        node
    }

    fn shown(node: &NodeData) -> String {
        element(node, Also::default(), Palette::new(false))
    }

    #[test]
    fn only_what_stands_out_is_said() {
        let usual = StateSet::EMPTY.with(State::Enabled).with(State::Showing).with(State::Focusable);
        let mut node = button(usual);
        node.actions = [Action::Press, Action::Focus].into_iter().collect();
        assert_eq!(shown(&node), "button \"Save\\u{7}\" [press]");
        node.states = StateSet::EMPTY.with(State::Visible).with(State::Focused);
        assert_eq!(shown(&node), "button \"Save\\u{7}\" disabled focused [press]");
    }

    #[test]
    fn bounds_and_values_are_shown() {
        let mut node = button(StateSet::EMPTY.with(State::Enabled).with(State::Visible));
        node.bounds = Some(Rect::new(1, 2, 3, 4));
        node.value = Some(Value { current: 5.0, minimum: None, maximum: None, step: None });
        let also = Also { bounds: true, ..Also::default() };
        assert_eq!(element(&node, also, Palette::new(false)), "button \"Save\\u{7}\" value 5 @1,2,3,4");
    }

    #[test]
    fn what_is_known_of_the_look_of_text_is_one_short_part() {
        let mut node = button(StateSet::EMPTY.with(State::Enabled).with(State::Visible));
        let also = Also { style: true, ..Also::default() };
        let mut shown = |style: TextStyle| {
            node.style = Some(style);
            element(&node, also, Palette::new(false))
        };
        let full = TextStyle {
            font_family: Some("Cantarell".into()),
            font_size: Some(10.5),
            font_weight: Some(FontWeight::Bold),
            color: Color::parse("#2e3436"),
        };
        assert_eq!(shown(full), "button \"Save\\u{7}\" Cantarell 10.5pt bold #2e3436");
        let little = TextStyle { font_size: Some(9.0), ..TextStyle::default() };
        assert_eq!(shown(little), "button \"Save\\u{7}\" 9pt");
    }

    #[test]
    fn states_that_were_not_read_are_not_called_missing() {
        let mut node = button(StateSet::EMPTY);
        node.known = Fields::ROLE | Fields::NAME;
        assert_eq!(shown(&node), "button \"Save\\u{7}\"");
    }
}
