//! Steps in words.

use std::time::Duration;

use deskhand_engine::{Act, Locator, Shot, WindowSelector};
use deskhand_model::AppSelector;
use deskhand_schema::request::Change;

/// Longest text that a title tells in full, in characters.
const LONGEST: usize = 80;

pub(crate) fn milliseconds(duration: Duration) -> f64 {
    (duration.as_secs_f64() * 1e6).round() / 1e3
}

/// An application as people name it.
pub(crate) fn app(app: &AppSelector) -> String {
    match app {
        AppSelector::Pid(pid) => format!("pid {pid}"),
        AppSelector::Name(name) => name.clone(),
    }
}

/// An element as people name it.
pub(crate) fn element(locator: &Locator) -> String {
    let which = locator.nth.map(|nth| format!(" [{nth}]")).unwrap_or_default();
    format!("{}{which} in {}", short(locator.query.source()), app(&locator.app))
}

/// What is done to an element; texts that must not be told are left out.
pub(crate) fn act(act: &Act, texts: &[String]) -> String {
    match (act, texts) {
        (Act::Scroll { across, down }, _) => format!("scroll {across},{down}"),
        (_, []) => act.name().to_owned(),
        (Act::Keys(_) | Act::SetNumber(_), texts) => format!("{} {}", act.name(), short(&texts.join(" "))),
        (_, [text, ..]) => format!("{} \"{}\"", act.name(), short(text)),
    }
}

/// The texts that an action carries: one, or a key combination each.
pub(crate) fn texts_of(act: &Act) -> Vec<String> {
    match act {
        Act::SetText(text) | Act::SetValue(text) | Act::TypeText(text) => vec![text.clone()],
        Act::SetNumber(number) => vec![number.to_string()],
        Act::Keys(chords) => chords.iter().map(ToString::to_string).collect(),
        _ => Vec::new(),
    }
}

/// A window as people name it.
pub(crate) fn window(window: &WindowSelector) -> String {
    match window {
        WindowSelector::Id(id) => id.to_string(),
        WindowSelector::Named(name) => format!("\"{}\"", short(name)),
    }
}

/// What is done to a window.
pub(crate) fn change(change: Change) -> String {
    match change {
        Change::Focus => "focus".to_owned(),
        Change::Move(to) => format!("move to {},{}", to.x, to.y),
        Change::Resize(size) => format!("resize to {}x{}", size.width, size.height),
        Change::Minimize => "minimize".to_owned(),
        Change::Restore => "restore".to_owned(),
        Change::Maximize => "maximize".to_owned(),
        Change::Fullscreen => "fullscreen".to_owned(),
        Change::Close => "close".to_owned(),
        Change::ForceClose => "force-close".to_owned(),
        Change::Workspace(number) => format!("put on workspace {number}"),
    }
}

/// What a picture is taken of.
pub(crate) fn shot(shot: &Shot) -> String {
    match shot {
        Shot::Screen => "the screen".to_owned(),
        Shot::Part(part) => format!("{},{} {}x{}", part.x, part.y, part.width, part.height),
        Shot::Window(selector) => format!("window {}", window(selector)),
        Shot::Element(locator) => element(locator),
    }
}

/// A count with its noun.
pub(crate) fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// At most [`LONGEST`] characters, on one line.
pub(crate) fn short(text: &str) -> String {
    let flat: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(LONGEST + 1).collect();
    if flat.chars().count() > LONGEST {
        flat.chars().take(LONGEST - 1).chain(['…']).collect()
    } else {
        flat
    }
}

#[cfg(test)]
mod tests {
    use deskhand_model::Query;

    use super::*;

    #[test]
    fn an_element_is_named_by_its_query_and_application() {
        let locator = Locator {
            app: AppSelector::Name("editor".to_owned()),
            query: Query::parse("role:button title:Save").unwrap(),
            nth: Some(2),
        };
        assert_eq!(element(&locator), "role:button title:Save [2] in editor");
    }

    #[test]
    fn an_action_tells_its_text_only_when_it_may() {
        let typed = Act::TypeText("one\ntwo".to_owned());
        assert_eq!(act(&typed, &texts_of(&typed)), "type \"one two\"");
        assert_eq!(act(&typed, &[]), "type");
        assert_eq!(act(&Act::Press, &texts_of(&Act::Press)), "press");
        assert_eq!(act(&Act::SetNumber(5.0), &texts_of(&Act::SetNumber(5.0))), "set-value 5");
    }

    #[test]
    fn a_long_text_is_shortened() {
        assert_eq!(short(&"x".repeat(500)).chars().count(), LONGEST);
    }
}
