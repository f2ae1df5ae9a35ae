//! Changes to a made-up application.

use deskhand_model::Role;

use super::app::{Maker, Widget};
use super::chance::Chance;

/// One change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Mutation {
    /// Another label for it, nothing like the old one.
    Rename,
    /// Nearly the same label.
    Reword,
    /// Other labels and descriptions for everybody.
    Translate,
    /// Its siblings in another order.
    Reorder,
    /// It goes into another container.
    Move,
    /// A container around it, or around its siblings.
    Renest,
    /// New ids for everybody.
    NewIds,
    /// A new id for it.
    NewId,
    /// Another description.
    Describe,
    /// Something new next to it that is called nearly the same.
    Twin,
    /// Things come and go elsewhere.
    Elsewhere,
    /// Everything moves to the right and down.
    Shift,
}

impl Mutation {
    pub(super) const ALL: &[Mutation] = &[
        Mutation::Rename,
        Mutation::Reword,
        Mutation::Translate,
        Mutation::Reorder,
        Mutation::Move,
        Mutation::Renest,
        Mutation::NewIds,
        Mutation::NewId,
        Mutation::Describe,
        Mutation::Twin,
        Mutation::Elsewhere,
        Mutation::Shift,
    ];
}

const NAMES: &[&str] = &[
    "Store",
    "Keep",
    "Launch",
    "Continue",
    "Discard",
    "Lookup",
    "Contact",
    "Residence",
    "Proceed",
    "Confirm",
];

/// A label that one could take for this one.
pub(super) fn reworded(name: &str, chance: &mut Chance) -> String {
    let letters = name.chars().count();
    match chance.below(10) {
        0 => format!("{name}s"),
        1 => format!("{name} 2"),
        2 if letters > 6 => name.chars().take(letters - 1).collect(),
        3 => format!("{name} all"),
        4 => format!("{name} as"),
        5 => format!("Quick {}", name.to_lowercase()),
        6 => format!("{name} now"),
        7 if name.ends_with('…') => name.trim_end_matches('…').to_owned(),
        7 => format!("{name}…"),
        8 => format!("{name}!"),
        _ => format!("My {name}"),
    }
}

/// A word of another language, as far as anybody who only compares letters can tell.
fn translated(text: &str, language: usize) -> String {
    let word = |word: &str| -> String {
        let turned: String = word
            .chars()
            .rev()
            .map(|c| match c.to_ascii_lowercase() {
                vowel @ ('a' | 'e' | 'i' | 'o' | 'u') => (vowel as u8 + language as u8 * 2 + 1) as char,
                other => other,
            })
            .collect();
        turned + ["en", "ar", "o"][language % 3]
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// Does it to the application.
pub(super) fn mutate(
    app: &mut Widget,
    target: u32,
    taken: &str,
    mutation: Mutation,
    margin: &mut i32,
    chance: &mut Chance,
) {
    let fresh = |chance: &mut Chance| 10_000 + chance.below(1_000_000) as u32;
    match mutation {
        Mutation::Rename => {
            let name = (*chance.pick(NAMES)).to_owned();
            change(app, target, |widget| widget.name = name);
        }
        Mutation::Reword => {
            let label = app.find_mut(target).map(|widget| widget.name.clone()).unwrap_or_default();
            let name = loop {
                let name = reworded(&label, chance);
                if name.trim() != taken {
                    break name;
                }
            };
            change(app, target, |widget| widget.name = name);
        }
        Mutation::Translate => {
            let language = chance.below(3);
            app.each_mut(&mut |widget| {
                for text in [&mut widget.name, &mut widget.description] {
                    if !text.is_empty() {
                        *text = translated(text, language);
                    }
                }
            });
        }
        Mutation::Reorder => {
            if let Some((parent, _)) = app.parent_mut(target) {
                chance.shuffle(&mut parent.children);
            }
        }
        Mutation::Move => {
            let Some(widget) = take(app, target) else { return };
            let containers = app.keys(&|widget| matches!(widget.role, Role::Group | Role::Toolbar));
            let into = *chance.pick(&containers);
            if let Some(container) = app.find_mut(into) {
                let place = chance.below(container.children.len() + 1);
                container.children.insert(place, widget);
            }
        }
        Mutation::Renest => {
            let key = fresh(chance);
            let around = |children| Widget {
                key,
                role: Role::Group,
                name: String::new(),
                description: String::new(),
                id: String::new(),
                test_id: String::new(),
                children,
            };
            if let Some((parent, place)) = app.parent_mut(target) {
                if chance.percent(50) {
                    let widget = parent.children.remove(place);
                    parent.children.insert(place, around(vec![widget]));
                } else {
                    let all = std::mem::take(&mut parent.children);
                    parent.children = vec![around(all)];
                }
            }
        }
        Mutation::NewIds => {
            let salt = chance.below(10_000);
            app.each_mut(&mut |widget| {
                if !widget.id.is_empty() {
                    widget.id = format!("x{}", u64::from(widget.key) * 7919 % 10_007 + salt as u64);
                }
            });
        }
        Mutation::NewId => {
            let id = format!("n{}", chance.below(10_000));
            change(app, target, |widget| {
                if !widget.id.is_empty() {
                    widget.id = id;
                }
            });
        }
        Mutation::Describe => change(app, target, |widget| {
            if !widget.description.is_empty() {
                widget.description = "Something quite different is told here".to_owned();
            }
        }),
        Mutation::Twin => {
            let key = fresh(chance);
            add_twin(app, target, key, taken, chance);
        }
        Mutation::Elsewhere => {
            let strangers = app.keys(&|widget| widget.key != target && widget.role.is_interactive());
            for _ in 0..2 {
                take(app, *chance.pick(&strangers));
            }
            let containers = app.keys(&|widget| matches!(widget.role, Role::Group | Role::Toolbar));
            let into = *chance.pick(&containers);
            let mut maker = Maker::new(chance);
            let mut new = maker.widget(Role::Button, "Something new");
            new.key = fresh(maker.chance);
            if let Some(container) = app.find_mut(into) {
                container.children.push(new);
            }
        }
        Mutation::Shift => *margin += 20 + chance.below(120) as i32,
    }
}

fn change(app: &mut Widget, key: u32, change: impl FnOnce(&mut Widget)) {
    if let Some(widget) = app.find_mut(key) {
        change(widget);
    }
}

/// Takes a widget out of the application.
pub(super) fn take(app: &mut Widget, key: u32) -> Option<Widget> {
    let (parent, place) = app.parent_mut(key)?;
    Some(parent.children.remove(place))
}

/// Adds a widget that is called nearly the same, beside it or elsewhere.
///
/// Never is it called what another one is or was called: one that is put into the place of another and bears its name
/// is that other, for all that anybody can see.
pub(super) fn add_twin(app: &mut Widget, target: u32, key: u32, taken: &str, chance: &mut Chance) {
    let Some(mut twin) = app.find_mut(target).cloned() else { return };
    twin.key = key;
    let label = twin.name;
    twin.name = loop {
        let name = reworded(&label, chance);
        if name.trim() != taken {
            break name;
        }
    };
    twin.id = if chance.percent(50) { format!("twin-{}", key % 100) } else { String::new() };
    twin.test_id = String::new();
    if !twin.description.is_empty() && chance.percent(50) {
        twin.description =
            if chance.percent(50) { format!("{} once more", twin.description) } else { String::new() };
    }
    let containers = app.keys(&|widget| matches!(widget.role, Role::Group | Role::Toolbar));
    let elsewhere = *chance.pick(&containers);
    let home = if chance.percent(50) {
        app.parent_mut(target).map(|(parent, _)| parent)
    } else {
        app.find_mut(elsewhere)
    };
    if let Some(home) = home {
        let place = chance.below(home.children.len() + 1);
        home.children.insert(place, twin);
    }
}
