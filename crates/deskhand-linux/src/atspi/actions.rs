//! The names that toolkits give to their actions.

use deskhand_model::Action;

/// Names that mean an action of ours, best first, in lower case. What toolkits were seen to use: GTK 3 `click`,
/// `press`, `activate`, `toggle`, `expand or contract`, `menu`; GTK 4 `click`, `activate`, `menu.popup`; Qt
/// `Press`, `Toggle`, `Increase`, `Decrease`, `ShowMenu`, `SetFocus`; Chromium `click`, `doDefault`, `jump`,
/// `open`, `showContextMenu`.
const NAMES: &[(Action, &[&str])] = &[
    (
        Action::Press,
        &[
            "click",
            "press",
            "activate",
            "dodefault",
            "do default",
            "jump",
            "open",
            "select",
            "toggle",
            "check",
            "uncheck",
            "switch",
        ],
    ),
    (
        Action::Toggle,
        &["toggle", "check", "uncheck", "switch", "click", "press", "activate", "dodefault", "do default"],
    ),
    (Action::Select, &["select", "click", "press", "activate", "dodefault", "toggle", "check"]),
    (Action::Expand, &["expand", "expand or contract", "open", "activate", "click", "press"]),
    (Action::Collapse, &["collapse", "expand or contract", "close", "activate", "click", "press"]),
    (Action::Increment, &["increase", "increment", "stepup"]),
    (Action::Decrement, &["decrease", "decrement", "stepdown"]),
    (
        Action::ShowMenu,
        &["showmenu", "show menu", "showcontextmenu", "show context menu", "menu", "menu.popup", "popup"],
    ),
    (Action::Confirm, &["confirm", "default.activate", "activate"]),
    (Action::Cancel, &["cancel", "dismiss", "window.close", "close"]),
];

/// Which of the actions called `names` performs `wanted`: its place in the list.
pub(super) fn index_of(wanted: Action, names: &[String]) -> Option<usize> {
    let (_, known) = NAMES.iter().find(|(action, _)| *action == wanted)?;
    known.iter().find_map(|known| names.iter().position(|name| name.eq_ignore_ascii_case(known)))
}

/// What an element with actions of these names offers on its face. `Press` covers everything that a click does;
/// the others are named only where the toolkit has a word of its own for them.
pub(super) fn offered(names: &[String]) -> impl Iterator<Item = Action> + '_ {
    const OWN_WORDS: &[(Action, &[&str])] = &[
        (Action::Toggle, &["toggle", "check", "uncheck", "switch"]),
        (Action::Select, &["select"]),
        (Action::Expand, &["expand", "expand or contract"]),
        (Action::Collapse, &["collapse", "expand or contract"]),
        (Action::Cancel, &["cancel", "dismiss"]),
        (Action::Confirm, &["confirm"]),
    ];
    let says =
        |words: &[&str]| names.iter().any(|name| words.iter().any(|word| name.eq_ignore_ascii_case(word)));
    // Chromium calls the action of elements that have none `doDefault`.
    let press = index_of(Action::Press, names)
        .filter(|&index| !names[index].eq_ignore_ascii_case("doDefault"))
        .map(|_| Action::Press);
    let steps = [Action::Increment, Action::Decrement, Action::ShowMenu]
        .into_iter()
        .filter(|&action| index_of(action, names).is_some());
    let own = OWN_WORDS.iter().filter(move |(_, words)| says(words)).map(|&(action, _)| action);
    press.into_iter().chain(steps).chain(own)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &[&str]) -> Vec<String> {
        list.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn the_right_one_of_several_is_chosen_whatever_its_place() {
        for (wanted, list, index) in [
            (Action::Press, &["SetFocus", "Press"][..], Some(1)),
            (Action::Press, &["press", "release", "click"], Some(2)),
            (Action::Toggle, &["Toggle", "Press"], Some(0)),
            (Action::Expand, &["edit", "expand or contract", "activate"], Some(1)),
            (Action::Increment, &["Decrease", "Increase"], Some(1)),
            (Action::ShowMenu, &["click", "showContextMenu"], Some(1)),
            (Action::Press, &["SetFocus"], None),
            (Action::Press, &[], None),
        ] {
            assert_eq!(index_of(wanted, &names(list)), index, "{wanted:?} of {list:?}");
        }
    }

    #[test]
    fn a_click_alone_offers_press_and_nothing_else() {
        assert_eq!(offered(&names(&["click"])).collect::<Vec<_>>(), [Action::Press]);
        assert_eq!(
            offered(&names(&["Toggle", "ShowMenu"])).collect::<Vec<_>>(),
            [Action::Press, Action::ShowMenu, Action::Toggle]
        );
        assert_eq!(
            offered(&names(&["doDefault", "showContextMenu"])).collect::<Vec<_>>(),
            [Action::ShowMenu]
        );
    }
}
