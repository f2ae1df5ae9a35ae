//! Which ways an action can take, and which of them a mode allows. Pure.

use deskhand_model::{Error, ErrorKind, Result};

use crate::act::{Act, DragTo, Mode};
use crate::ports::{Button, Chord, Key, Perform};
use crate::ready::Need;

/// One way to carry out an action.
#[derive(Clone, Debug)]
pub(crate) enum Way {
    /// Through the accessibility layer.
    Accessibility(Perform),
    /// By real input.
    Input(Strike),
}

/// What real input does.
#[derive(Clone, Debug)]
pub(crate) enum Strike {
    /// Clicks in quick succession.
    Click(Button, u32),
    /// Only the pointer goes there.
    Hover,
    /// The wheel, in notches.
    Wheel { across: i32, down: i32 },
    /// Button down, move, button up.
    Drag(DragTo),
    /// The keyboard for the element, with its window in front.
    Keyboard,
    /// Keys while the element has the keyboard.
    Keys(Vec<Chord>),
    /// Text after what is there.
    Type(String),
    /// Text in place of what is there.
    Replace(String),
}

impl Strike {
    /// Whether the pointer has to reach the element.
    pub(crate) fn is_pointed(&self) -> bool {
        match self {
            Strike::Click(..) | Strike::Hover | Strike::Wheel { .. } | Strike::Drag(_) => true,
            Strike::Keyboard | Strike::Keys(_) | Strike::Type(_) | Strike::Replace(_) => false,
        }
    }
}

/// The two ways of an action, and which one `focus` mode tries first.
struct Ways {
    perform: Option<Perform>,
    strike: Option<Strike>,
    input_first: bool,
}

/// Actions that are what a pointer or keyboard does: with the focus taken anyway, they go by real input.
fn by_input(perform: Option<Perform>, strike: Strike) -> Ways {
    Ways { perform, strike: Some(strike), input_first: true }
}

/// Actions that mean a result rather than a movement: real input only where accessibility cannot.
fn by_accessibility(perform: Perform, strike: Option<Strike>) -> Ways {
    Ways { perform: Some(perform), strike, input_first: false }
}

fn ways(act: &Act, mode: Mode) -> Ways {
    let click = |button, count| Strike::Click(button, count);
    let key = |name: &str| Some(Strike::Keys(vec![named(name)]));
    match act {
        Act::Press => by_input(Some(Perform::Press), click(Button::Left, 1)),
        Act::DoubleClick => by_input(None, click(Button::Left, 2)),
        Act::RightClick => by_input(Some(Perform::ShowMenu), click(Button::Right, 1)),
        Act::Toggle => by_input(Some(Perform::Toggle), click(Button::Left, 1)),
        Act::TypeText(text) => by_input(Some(Perform::InsertText(text.clone())), Strike::Type(text.clone())),
        Act::Hover => by_input(None, Strike::Hover),
        Act::Scroll { across, down } => by_input(None, Strike::Wheel { across: *across, down: *down }),
        Act::Drag(to) => by_input(None, Strike::Drag(to.clone())),
        Act::Keys(chords) => by_input(None, Strike::Keys(chords.clone())),
        Act::Confirm => by_accessibility(Perform::Confirm, key("Return")),
        Act::Cancel => by_accessibility(Perform::Cancel, key("Escape")),
        Act::Select => by_accessibility(Perform::Select, Some(click(Button::Left, 1))),
        Act::SetText(text) | Act::SetValue(text) => {
            by_accessibility(Perform::SetText(text.clone()), Some(Strike::Replace(text.clone())))
        }
        Act::ShowMenu => by_accessibility(Perform::ShowMenu, Some(click(Button::Right, 1))),
        Act::Expand => by_accessibility(Perform::Expand, None),
        Act::Collapse => by_accessibility(Perform::Collapse, None),
        Act::Increment => by_accessibility(Perform::Increment, None),
        Act::Decrement => by_accessibility(Perform::Decrement, None),
        Act::SetNumber(number) => by_accessibility(Perform::SetNumber(*number), None),
        Act::Focus => {
            let perform = Perform::Focus { activate: mode != Mode::Background };
            by_accessibility(perform, Some(Strike::Keyboard))
        }
        Act::ScrollIntoView => by_accessibility(Perform::ScrollIntoView, None),
        Act::MultiTouch => Ways { perform: None, strike: None, input_first: false },
    }
}

/// A key without modifiers.
pub(crate) fn named(name: &str) -> Chord {
    Chord { modifiers: Vec::new(), key: Key::Named(name.to_owned()) }
}

/// The ways that `mode` allows, in the order to try them; at least one.
pub(crate) fn plan(act: &Act, mode: Mode) -> Result<Vec<Way>> {
    let Ways { perform, strike, input_first } = ways(act, mode);
    let number = number_in(act).map(Perform::SetNumber);
    let perform: Vec<Way> = number.into_iter().chain(perform).map(Way::Accessibility).collect();
    let strike = strike.map(Way::Input);
    let allowed: Vec<Way> = match mode {
        Mode::Background if perform.is_empty() && strike.is_some() => return Err(focus_required(act)),
        Mode::Background => perform,
        Mode::Focus if input_first => strike.into_iter().collect(),
        Mode::Focus | Mode::Auto => perform.into_iter().chain(strike).collect(),
    };
    if allowed.is_empty() {
        return Err(Error::new(
            ErrorKind::ActionUnsupported,
            "No platform here can inject touches with several fingers",
        )
        .tried("looked for a way to inject several touch points: X11's XTEST has one pointer and no touches")
        .hint("drive what the gesture stands for: scroll, the application's own zoom action, or its keys"));
    }
    Ok(allowed)
}

/// The number of a value that is one: elements that take numbers get it as such.
fn number_in(act: &Act) -> Option<f64> {
    match act {
        Act::SetValue(value) => value.trim().parse().ok().filter(|number: &f64| number.is_finite()),
        _ => None,
    }
}

/// Whether another mode could do what the background cannot: by real input, or by making the window active.
pub(crate) fn focus_could(act: &Act) -> bool {
    ways(act, Mode::Focus).strike.is_some()
}

/// `focus_required`: only real input can do this.
pub(crate) fn focus_required(act: &Act) -> Error {
    Error::new(
        ErrorKind::FocusRequired,
        format!(
            "`{}` is not possible here without taking the focus, and the mode is `background`",
            act.name()
        ),
    )
    .hint("allow it with mode `focus`, or `auto` to use it only where nothing else works (`--mode auto`)")
}

/// What the element must be like before the action.
pub(crate) fn need(act: &Act) -> Need {
    match act {
        Act::ScrollIntoView => Need { enabled: false, visible: false },
        Act::Hover | Act::Scroll { .. } => Need { enabled: false, visible: true },
        _ => Need { enabled: true, visible: true },
    }
}

#[cfg(test)]
mod tests {
    use deskhand_model::Point;

    use super::*;

    /// The ways as letters: `a` for accessibility, `i` for input; or the error's code.
    fn shape(act: &Act, mode: Mode) -> String {
        match plan(act, mode) {
            Ok(ways) => ways.iter().map(|way| if matches!(way, Way::Input(_)) { 'i' } else { 'a' }).collect(),
            Err(error) => error.code().to_owned(),
        }
    }

    #[test]
    fn every_action_takes_the_ways_that_its_mode_allows() {
        let text = || "x".to_owned();
        let needs_focus = "focus_required";
        for (act, background, focus, auto) in [
            (Act::Press, "a", "i", "ai"),
            (Act::DoubleClick, needs_focus, "i", "i"),
            (Act::RightClick, "a", "i", "ai"),
            (Act::Confirm, "a", "ai", "ai"),
            (Act::Cancel, "a", "ai", "ai"),
            (Act::Toggle, "a", "i", "ai"),
            (Act::Select, "a", "ai", "ai"),
            (Act::Expand, "a", "a", "a"),
            (Act::Collapse, "a", "a", "a"),
            (Act::Increment, "a", "a", "a"),
            (Act::Decrement, "a", "a", "a"),
            (Act::SetText(text()), "a", "ai", "ai"),
            (Act::SetNumber(1.0), "a", "a", "a"),
            (Act::SetValue(text()), "a", "ai", "ai"),
            (Act::SetValue("1".to_owned()), "aa", "aai", "aai"),
            (Act::TypeText(text()), "a", "i", "ai"),
            (Act::ShowMenu, "a", "ai", "ai"),
            (Act::Focus, "a", "ai", "ai"),
            (Act::ScrollIntoView, "a", "a", "a"),
            (Act::Hover, needs_focus, "i", "i"),
            (Act::Scroll { across: 0, down: 1 }, needs_focus, "i", "i"),
            (Act::Drag(DragTo::By(Point::default())), needs_focus, "i", "i"),
            (Act::Keys(vec![named("Tab")]), needs_focus, "i", "i"),
            (Act::MultiTouch, "action_unsupported", "action_unsupported", "action_unsupported"),
        ] {
            let seen = [Mode::Background, Mode::Focus, Mode::Auto].map(|mode| shape(&act, mode));
            assert_eq!(seen, [background, focus, auto], "{}", act.name());
        }
    }
}
