//! Who may have come to stand where the element stood. Pure.
//!
//! Where everybody is called otherwise, as in another language, an element without an id and without a picture is known by its
//! place alone, and so is whoever stands there once it is gone. Then those around it have to vouch for the place.

use super::evidence::Kind;
use super::portrait::Portrait;
use super::scene::{Scene, Suspect};
use super::text::{extends, folded, tidy};

/// From this share on, ids count as what they were.
const MOST: f64 = 0.6;

/// How long a word has to be to tell what a label is about.
const WORD: usize = 4;

/// Whether fewer of those that stood beside the element stand beside this one. A newcomer makes up for nobody.
pub(super) fn has_fewer_beside_it(scene: &Scene<'_>, suspect: &Suspect) -> bool {
    let last_steps = scene.portrait().path.last().zip(suspect.portrait.path.last());
    last_steps.is_some_and(|(then, now)| {
        then.role == now.role && now.of.saturating_sub(newcomers_beside(scene, suspect)) < then.of
    })
}

/// How many stand beside it, of its role, that are known to be new.
fn newcomers_beside(scene: &Scene<'_>, suspect: &Suspect) -> usize {
    let is_beside = |one: &&Suspect| {
        one.id != suspect.id
            && one.portrait.role == suspect.portrait.role
            && scene.tree.parent(one.id) == scene.tree.parent(suspect.id)
    };
    let is_new = |one: &&Suspect| {
        has_new_id(scene, one) || has_new_test_id(scene, one) || is_called_after_one_that_was(scene, one)
    };
    scene.suspects.iter().filter(is_beside).filter(is_new).count()
}

/// Whether its label is one that was recorded, with words added, and was nobody's: in another language nobody would be called
/// so who was there.
fn is_called_after_one_that_was(scene: &Scene<'_>, one: &Suspect) -> bool {
    let now = &one.portrait.tidy_name;
    let labels: Vec<String> = scene.then.others.iter().map(|other| tidy(&other.name)).collect();
    let then = || labels.iter().chain([&scene.portrait().tidy_name]);
    then().all(|label| label != now) && then().any(|label| label.len() < now.len() && extends(label, now))
}

/// Whether it is known to be new where the element had no id: it has one that nobody had.
pub(super) fn has_come_with_an_id(scene: &Scene<'_>, suspect: &Suspect) -> bool {
    scene.then.id.is_empty() && has_new_id(scene, suspect)
        || scene.then.test_id.is_empty() && has_new_test_id(scene, suspect)
}

/// Where ids stay what they were, one that nobody had belongs to somebody who was not there.
fn has_new_id(scene: &Scene<'_>, one: &Suspect) -> bool {
    let Portrait { id, .. } = &one.portrait;
    scene.survival.of(Kind::Identifier) >= MOST
        && !id.is_empty()
        && scene.then.id != *id
        && scene.then.others.iter().all(|other| other.id != *id)
}

/// The same of ids for tests.
fn has_new_test_id(scene: &Scene<'_>, one: &Suspect) -> bool {
    let Portrait { test_id, .. } = &one.portrait;
    scene.survival.of(Kind::TestId) >= MOST
        && !test_id.is_empty()
        && scene.then.test_id != *test_id
        && scene.then.others.iter().all(|other| other.test_id != *test_id)
}

/// Whether the label of another one was that of the element with words added, and no label has a word in common with this one's:
/// what is one word in one language is hardly two in another. Where such a one has kept its label, nothing is known of how it
/// would be called.
pub(super) fn has_no_namesake_any_more(scene: &Scene<'_>, suspect: &Suspect) -> bool {
    let (then, now) = (&scene.portrait().folded_name, &suspect.portrait.folded_name);
    let labels: Vec<String> = scene.then.others.iter().map(|other| folded(&other.name)).collect();
    let mut namesakes = labels.iter().filter(|label| extends(then, label)).peekable();
    let is_kept = |label: &String| scene.suspects.iter().any(|one| one.portrait.folded_name == *label);
    let mut others = scene.suspects.iter().filter(|one| one.id != suspect.id);
    namesakes.peek().is_some()
        && !namesakes.any(is_kept)
        && !others.any(|one| share_a_word(now, &one.portrait.folded_name))
}

/// Whether two labels have a word in common that is not one of the little ones, which all labels may have.
fn share_a_word(one: &str, other: &str) -> bool {
    fn words(label: &str) -> impl Iterator<Item = &str> {
        label.split_whitespace().filter(|word| word.chars().count() >= WORD)
    }
    words(one).any(|word| words(other).any(|another| word == another))
}

#[cfg(test)]
mod tests {
    use deskhand_model::{Handle, NodeData, Role, Tree, TreeBuilder};

    use super::*;
    use crate::heal::fingerprint::Fingerprint;

    /// A window with a column of check boxes that have these names and ids.
    fn column(boxes: &[(&str, &str)]) -> Tree {
        let mut builder = TreeBuilder::new();
        let mut add = |role| builder.add(NodeData::new(Handle::new(String::new()), role, "".into()));
        let (app, window) = (add(Role::Application), add(Role::Window));
        let numbers: Vec<usize> = boxes.iter().map(|_| add(Role::Checkbox)).collect();
        builder.link(app, window);
        for (number, (name, id)) in numbers.into_iter().zip(boxes) {
            builder.link(window, number);
            let node = builder.node_mut(number);
            (node.name, node.id) = ((*name).into(), (*id).into());
        }
        builder.build().unwrap()
    }

    /// What is found of the one that bears this name now, where the element was called *Subscribe*.
    fn found(
        what: fn(&Scene<'_>, &Suspect) -> bool,
        then: &[(&str, &str)],
        now: &[(&str, &str)],
        name: &str,
    ) -> bool {
        let (then, now) = (column(then), column(now));
        let subscribe = Fingerprint::of(&then, then.with_name("Subscribe")[0]);
        let scene = Scene::new(&subscribe, &now, &|| false).unwrap();
        let suspect = scene.suspects.iter().find(|one| one.id == now.with_name(name)[0]).unwrap();
        what(&scene, suspect)
    }

    const THEN: &[(&str, &str)] = &[
        ("Subscribe", ""),
        ("Validate", "validate"),
        ("Preview", "preview"),
        ("Archive", "archive"),
        ("Encrypt", ""),
    ];

    #[track_caller]
    fn check_fewer(now: &[(&str, &str)], name: &str, expected: bool) {
        assert_eq!(found(has_fewer_beside_it, THEN, now, name), expected, "{now:?}");
    }

    #[test]
    fn who_moved_up_has_fewer_beside_it() {
        let [validate, preview, archive] =
            [("Valider", "validate"), ("Aperçu", "preview"), ("Archiver", "archive")];
        check_fewer(&[("Chiffrer", ""), validate, preview, archive], "Chiffrer", true);
        check_fewer(&[("S'abonner", ""), validate, preview, archive, ("Chiffrer", "")], "S'abonner", false);
    }

    #[test]
    fn a_newcomer_does_not_make_up_for_one_that_is_gone() {
        let [validate, preview, archive] =
            [("Valider", "validate"), ("Aperçu", "preview"), ("Archiver", "archive")];
        let newcomer = ("Nouveau", "new");
        check_fewer(&[("Chiffrer", ""), validate, preview, archive, newcomer], "Chiffrer", true);
        let all = [("S'abonner", ""), validate, preview, archive, ("Chiffrer", ""), newcomer];
        check_fewer(&all, "S'abonner", false);
    }

    #[test]
    fn who_is_called_after_one_that_was_there_is_a_newcomer_in_another_language() {
        let then = [("Leave", ""), ("Subscribe", ""), ("Subscribe…", ""), ("Encrypt", "")];
        let fewer = |now: &[(&str, &str)]| found(has_fewer_beside_it, &then, now, "Sortir");
        let kept = ("Subscribe…", "");
        assert!(fewer(&[("Subscribe… as", ""), ("Sortir", ""), kept, ("Chiffrer", "")]));
        assert!(!fewer(&[("Sortir", ""), ("S'abonner", ""), kept, ("Chiffrer", "")]));
        assert!(!fewer(&[("Subscribe… as", ""), ("Sortir", ""), kept, ("Chiffrer", ""), ("Copier", "")]));
    }

    #[test]
    fn where_ids_are_new_nobody_is_known_to_be_a_newcomer() {
        let renewed =
            [("S'abonner", ""), ("Valider", "1"), ("Aperçu", "2"), ("Archiver", "3"), ("Chiffrer", "")];
        check_fewer(&renewed, "S'abonner", false);
    }

    #[test]
    fn who_has_an_id_that_nobody_had_has_come() {
        let kept =
            [("Validate", "validate"), ("Preview", "preview"), ("Archive", "archive"), ("Encrypt", "")];
        let came = |first: (&str, &str), rest: &[(&str, &str)]| {
            let now = [&[first], rest].concat();
            found(has_come_with_an_id, THEN, &now, first.0)
        };
        assert!(came(("Quick subscribe", "subscribe-2"), &kept));
        assert!(!came(("Quick subscribe", ""), &kept));
        let renewed = [("Validate", "1"), ("Preview", "2"), ("Archive", "3"), ("Encrypt", "")];
        assert!(!came(("Quick subscribe", "4"), &renewed), "all have new ones");
    }

    #[test]
    fn labels_with_a_word_in_common_have_one_in_any_language() {
        let then = [("Subscribe", ""), ("Subscribe 2", ""), ("Encrypt", "")];
        let lost = |now: &[(&str, &str)], name| found(has_no_namesake_any_more, &then, now, name);
        assert!(lost(&[("Chiffrer", ""), ("S'abonner 2", ""), ("Archiver", "")], "Chiffrer"));
        assert!(!lost(&[("S'abonner", ""), ("S'abonner 2", ""), ("Chiffrer", "")], "S'abonner"));
        assert!(
            !lost(&[("S'abonner", ""), ("Subscribe 2", ""), ("Chiffrer", "")], "S'abonner"),
            "not translated"
        );
        let reworded = [("S'abonner tout", ""), ("S'abonner vite", ""), ("Chiffrer", "")];
        assert!(!lost(&reworded, "S'abonner tout"));
        let alone = [("Subscribe", ""), ("Encrypt", "")];
        let now = [("S'abonner", ""), ("Chiffrer", "")];
        assert!(!found(has_no_namesake_any_more, &alone, &now, "S'abonner"), "it never had one");
    }
}
