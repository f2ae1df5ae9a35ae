//! How much of what is known of an element agrees: the share of the kinds of evidence, each counted as kept or lost.
//!
//! Odds alone would let one rare agreement outvote everything else. An element that has less than half of the evidence
//! is never taken for the one that is looked for, however well the rest fits; and few others have half of it.

use super::evidence::{Grade, Grades, Kind};
use super::fingerprint::{Neighbour, Step};
use super::portrait::Portrait;
use super::text::folded;

/// How far the middle of an element can be from where it was, in pixels.
const NEAR: u32 = 50;

/// Differences in size that do not change the look, in pixels.
const SLACK: u32 = 4;

/// How many neighbours on each side count.
const REACH: usize = 2;

/// How many of the kinds of evidence that there are agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Share {
    pub(super) kept: usize,
    pub(super) kinds: usize,
}

impl Share {
    /// Whether at least half of the evidence agrees.
    pub(super) const fn is_half(self) -> bool {
        2 * self.kept >= self.kinds
    }

    /// How far beyond half it goes: 0 for half, 1 for everything, below 0 for less than half.
    pub(super) fn beyond_half(self) -> f64 {
        if self.kinds == 0 { 0.0 } else { 2.0 * self.kept as f64 / self.kinds as f64 - 1.0 }
    }
}

/// The share of the evidence of `then` that leads to `now`. Unlike [`Grades`], it makes no allowance for what
/// happened to everybody.
pub(super) fn share(then: &Portrait, now: &Portrait, grades: &Grades) -> Share {
    let told = |then: &str, same: bool| (!then.is_empty()).then_some(same);
    let kinds = [
        told(&then.name, then.folded_name == now.folded_name),
        told(&then.id, then.id == now.id),
        told(&then.test_id, then.test_id == now.test_id),
        told(&then.description, then.folded_description == now.folded_description),
        (!then.path.is_empty()).then(|| same_steps(then, now)),
        keeps_company(then, now),
        then.bounds.and(now.bounds).map(|_| is_near(then, now)),
        then.bounds.and(now.bounds).map(|_| looks_the_same(then, now, grades.of(Kind::Visual))),
    ];
    let known = || kinds.into_iter().flatten();
    Share { kept: known().filter(|kept| *kept).count(), kinds: known().count() }
}

fn same_steps(then: &Portrait, now: &Portrait) -> bool {
    let same = |(a, b): (&Step, &Step)| a.role == b.role && a.nth == b.nth;
    then.path.len() == now.path.len() && then.path.iter().zip(&now.path).all(same)
}

/// Whether at least half of the nearest neighbours are still the nearest, on the same side. `None` where it had none.
fn keeps_company(then: &Portrait, now: &Portrait) -> Option<bool> {
    let (mut all, mut stayed) = (0, 0);
    for (was, is) in [(&then.before, &now.before), (&then.after, &now.after)] {
        for neighbour in was.iter().take(REACH) {
            all += 1;
            stayed += usize::from(is.iter().take(REACH).any(|other| is_same(neighbour, other)));
        }
    }
    (all > 0).then_some(2 * stayed >= all)
}

fn is_same(then: &Neighbour, now: &Neighbour) -> bool {
    !then.id.is_empty() && then.id == now.id
        || !then.name.is_empty() && folded(&then.name) == folded(&now.name)
}

fn is_near(then: &Portrait, now: &Portrait) -> bool {
    then.bounds.zip(now.bounds).is_some_and(|(was, is)| {
        let (was, is) = (was.center(), is.center());
        was.x.abs_diff(is.x).max(was.y.abs_diff(is.y)) <= NEAR
    })
}

/// What is written on an element is most of how it looks. One that is called otherwise and looks the same bears a
/// picture, and has kept its size.
fn looks_the_same(then: &Portrait, now: &Portrait, seen: Grade) -> bool {
    let same_size = then
        .bounds
        .zip(now.bounds)
        .is_some_and(|(was, is)| was.width.abs_diff(is.width).max(was.height.abs_diff(is.height)) <= SLACK);
    same_size && (then.tidy_name == now.tidy_name || seen == Grade::Same)
}

#[cfg(test)]
mod tests {
    use deskhand_model::{Handle, NodeData, Rect, Role, Tree, TreeBuilder};

    use super::*;
    use crate::heal::portrait::Gallery;

    /// A row of buttons with these names, each with an id where one is given.
    fn row(buttons: &[(&str, &str)]) -> Tree {
        let mut builder = TreeBuilder::new();
        let mut add = |parent: Option<usize>, role: Role, bounds: Rect| {
            let number = builder.add(NodeData::new(Handle::new(format!("{bounds:?}")), role, "".into()));
            if let Some(parent) = parent {
                builder.link(parent, number);
            }
            let node = builder.node_mut(number);
            (node.bounds, node.window_bounds) = (Some(bounds), Some(bounds));
            number
        };
        let app = add(None, Role::Application, Rect::new(0, 0, 0, 0));
        let window = add(Some(app), Role::Window, Rect::new(0, 0, 800, 600));
        let numbers: Vec<usize> = (0..buttons.len())
            .map(|place| add(Some(window), Role::Button, Rect::new(90 * place as i32, 0, 80, 30)))
            .collect();
        for (number, (name, id)) in numbers.into_iter().zip(buttons) {
            let node = builder.node_mut(number);
            (node.name, node.id) = ((*name).into(), (*id).into());
        }
        builder.build().unwrap()
    }

    fn button(tree: &Tree, name: &str) -> Portrait {
        let id = tree.with_name(name)[0];
        Gallery::new(tree).portrait(id)
    }

    #[track_caller]
    fn check(then: &Tree, old: &str, now: &Tree, new: &str, expected: (usize, usize)) {
        let share = share(&button(then, old), &button(now, new), &Grades::unknown());
        assert_eq!((share.kept, share.kinds), expected, "{old} and {new}");
    }

    #[test]
    fn another_label_is_another_look() {
        let then = row(&[("New", ""), ("Open", ""), ("Save", "save"), ("Undo", "")]);
        check(&then, "Save", &then, "Save", (6, 6));
        check(
            &then,
            "Save",
            &row(&[("New", ""), ("Open", ""), ("Store", "save"), ("Undo", "")]),
            "Store",
            (4, 6),
        );
        check(
            &then,
            "Save",
            &row(&[("New", ""), ("Open", ""), ("Save…", "x"), ("Undo", "")]),
            "Save…",
            (4, 6),
        );
    }

    #[test]
    fn a_twin_at_the_place_of_another_has_less_than_half() {
        let then = row(&[("New", ""), ("Open", ""), ("Save", "save"), ("Undo", ""), ("Redo", "")]);
        let now = row(&[("New", ""), ("Print", ""), ("Save as", "")]);
        let twin = share(&button(&then, "Save"), &button(&now, "Save as"), &Grades::unknown());
        assert!(!twin.is_half(), "{twin:?}");
        assert!(twin.beyond_half() < 0.0);
    }

    #[test]
    fn what_is_called_otherwise_and_looks_the_same_bears_a_picture() {
        let then = row(&[("New", ""), ("Open", "")]);
        let now = row(&[("New", ""), ("Load", "")]);
        let mut seen = Grades::unknown();
        seen.set(Kind::Visual, Grade::Same);
        let of = |grades| share(&button(&then, "Open"), &button(&now, "Load"), grades).kept;
        assert_eq!([of(&Grades::unknown()), of(&seen)], [3, 4]);
    }

    #[test]
    fn nothing_known_is_neither_more_nor_less_than_half() {
        let nothing = Share { kept: 0, kinds: 0 };
        assert!(nothing.is_half());
        assert_eq!(nothing.beyond_half(), 0.0);
    }
}
