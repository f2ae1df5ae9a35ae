//! The way through the tree.

use super::Grade;
use crate::heal::fingerprint::Step;
use crate::heal::text::folded;

/// Least part of two ways that has to be common for them to be nearly the same.
const COMMON: f64 = 0.6;

/// Whether two ways lead to the same place. Numbers among siblings have to be equal for the same way, and so has the
/// number of siblings at its end: where one of them is gone, the next has moved up.
pub(super) fn compare(then: &[Step], now: &[Step]) -> Grade {
    let (Some((last_then, then_above)), Some((last_now, now_above))) = (then.split_last(), now.split_last())
    else {
        return Grade::Unknown;
    };
    let same_place = |a: &Step, b: &Step| a.role == b.role && a.nth == b.nth;
    let same_above = then_above.len() == now_above.len()
        && then_above.iter().zip(now_above).all(|(a, b)| same_place(a, b));
    if same_above && same_place(last_then, last_now) && last_then.of == last_now.of {
        return Grade::Same;
    }
    if common(then_above, now_above) >= COMMON { Grade::Nearly } else { Grade::Different }
}

/// How much of two ways is common, 0 to 1: the longest sequence of steps that both have in the same order, so that a
/// container that was put around or taken away counts little.
fn common(then: &[Step], now: &[Step]) -> f64 {
    if then.is_empty() && now.is_empty() {
        return 1.0;
    }
    let mut row = vec![0.0_f64; now.len() + 1];
    for a in then {
        let mut diagonal = 0.0;
        for (place, b) in now.iter().enumerate() {
            let best = (diagonal + likeness(a, b)).max(row[place]).max(row[place + 1]);
            diagonal = std::mem::replace(&mut row[place + 1], best);
        }
    }
    2.0 * row[now.len()] / (then.len() + now.len()) as f64
}

/// How much two steps are alike.
fn likeness(a: &Step, b: &Step) -> f64 {
    let named = !a.name.is_empty() || !b.name.is_empty();
    if !a.id.is_empty() && a.id == b.id || !a.name.is_empty() && folded(&a.name) == folded(&b.name) {
        1.0
    } else if a.role != b.role {
        0.0
    } else if named || a.nth != b.nth {
        0.4
    } else {
        0.8
    }
}

#[cfg(test)]
mod tests {
    use deskhand_model::Role;

    use super::*;

    fn step(role: Role, name: &str, nth: usize, of: usize) -> Step {
        Step { role, name: name.to_owned(), id: String::new(), nth, of }
    }

    fn way(name: &str, nth: usize, of: usize) -> Vec<Step> {
        vec![step(Role::Group, "Form", 0, 1), step(Role::Group, "", 1, 2), step(Role::Button, name, nth, of)]
    }

    #[test]
    fn a_name_is_no_part_of_the_way() {
        assert_eq!(compare(&way("Save", 1, 3), &way("Store", 1, 3)), Grade::Same);
        assert_eq!(compare(&[], &way("Save", 1, 3)), Grade::Unknown);
    }

    #[test]
    fn who_moved_up_is_not_on_the_same_way() {
        assert_eq!(compare(&way("Save", 1, 3), &way("Store", 1, 2)), Grade::Nearly);
        assert_eq!(compare(&way("Save", 1, 3), &way("Save", 2, 3)), Grade::Nearly);
    }

    #[test]
    fn a_container_around_it_changes_little() {
        let mut nested = way("Save", 0, 1);
        nested.insert(2, step(Role::Group, "", 0, 1));
        assert_eq!(compare(&way("Save", 1, 3), &nested), Grade::Nearly);
        let elsewhere = [step(Role::Toolbar, "Tools", 0, 1), step(Role::Button, "Save", 1, 3)];
        assert_eq!(compare(&way("Save", 1, 3), &elsewhere), Grade::Different);
    }
}
