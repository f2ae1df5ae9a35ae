//! What forbids to take an element, however likely it is. Pure.
//!
//! Odds are about how applications change; they know nothing of what a click does. Where the only thing that agrees is the
//! place, another element may simply stand there now, and pressing it cannot be undone.

use deskhand_model::Role;

use super::evidence::{Grade, Grades, Kind};
use super::scene::{Scene, Suspect};
use super::text::{folded, nearly, tidy};

/// From this share on, what was recorded around the element counts as still there.
const MOST: f64 = 0.6;

/// How many of the others have to be there still, for a window of another title to be the same one.
const COMPANY: usize = 3;

/// Words that turn a label into its opposite or warn of a loss: English, German, French, Spanish.
const WARNINGS: &[&str] = &[
    "cancel",
    "clear",
    "delete",
    "destroy",
    "discard",
    "don't",
    "dont",
    "erase",
    "format",
    "never",
    "no",
    "not",
    "quit",
    "remove",
    "reset",
    "uninstall",
    "wipe",
    "without",
    "abbrechen",
    "entfernen",
    "kein",
    "keine",
    "löschen",
    "nicht",
    "nie",
    "ohne",
    "verwerfen",
    "annuler",
    "effacer",
    "jamais",
    "pas",
    "sans",
    "supprimer",
    "borrar",
    "cancelar",
    "descartar",
    "eliminar",
    "nunca",
    "sin",
];

/// Why `suspect` must not be taken; `None` when nothing speaks against it.
pub(super) fn objection(scene: &Scene<'_>, suspect: &Suspect) -> Option<&'static str> {
    let grades = &suspect.grades;
    if !scene.share(suspect).is_half() {
        return Some("less than half of the evidence agrees");
    }
    if !is_known_otherwise(grades) && is_called_as_another(scene, suspect) {
        return Some("another one was called that, and it may be that one");
    }
    if grades.of(Kind::Label) == Grade::Same || is_known_otherwise(grades) {
        return None;
    }
    if is_nameless_now(grades) {
        return Some("its label is another one, and it has neither id nor description any more");
    }
    if warns(&scene.portrait().folded_name, &suspect.portrait.folded_name) {
        return Some("its label now warns of a loss, or says the opposite");
    }
    if grades.of(Kind::Label) != Grade::Different {
        return None;
    }
    if only_stands_there(grades) {
        return Some("nothing but its place and its looks agree");
    }
    let labels_stay = scene.survival.of(Kind::Label) >= MOST;
    if labels_stay && has_another_id(scene, grades) {
        return Some("its label and its id are others, and those around it have kept theirs");
    }
    if labels_stay && is_item(scene.then.role) {
        return Some("items are told apart by their labels, and this is another one");
    }
    if is_in_another_window(scene, suspect) {
        return Some("its label is another one, and so is the title of its window");
    }
    None
}

/// Whether another one that was recorded had the label that this one has. Where the element had it as well, the label does
/// not tell them apart, and standing at its place or between its neighbours has to.
fn is_called_as_another(scene: &Scene<'_>, suspect: &Suspect) -> bool {
    let label = &suspect.portrait.tidy_name;
    let is_shared = !label.is_empty() && scene.then.others.iter().any(|other| tidy(&other.name) == *label);
    let at_its_place =
        [Kind::Neighbours, Kind::Position].iter().any(|&kind| suspect.grades.of(kind) == Grade::Same);
    is_shared && (*label != scene.portrait().tidy_name || !at_its_place)
}

/// Whether it had a name of its own beside its label, an id or a description, and has none any more. Applications give other ids
/// and other descriptions; they seldom take them away.
fn is_nameless_now(grades: &Grades) -> bool {
    let own = [Kind::TestId, Kind::Identifier, Kind::Description].map(|kind| grades.of(kind));
    own.contains(&Grade::Lost) && own.iter().all(|grade| matches!(grade, Grade::Lost | Grade::Unknown))
}

/// Whether it is known by nothing but where it is and how it looks: another one may have moved up.
fn only_stands_there(grades: &Grades) -> bool {
    !matches!(grades.of(Kind::Neighbours), Grade::Same | Grade::Nearly)
}

/// Whether something else than place and label says that it is the element.
fn is_known_otherwise(grades: &Grades) -> bool {
    [Kind::TestId, Kind::Identifier, Kind::Description].iter().any(|&kind| grades.of(kind) == Grade::Same)
}

/// Whether it has an id that is not the one it had, while those of others stayed.
fn has_another_id(scene: &Scene<'_>, grades: &Grades) -> bool {
    [Kind::TestId, Kind::Identifier]
        .iter()
        .any(|&kind| grades.of(kind) == Grade::Different && scene.survival.of(kind) >= MOST)
}

/// Whether elements of this role stand for things, so that another label is another thing.
fn is_item(role: Role) -> bool {
    matches!(
        role,
        Role::ListItem | Role::ListBoxOption | Role::TreeItem | Role::Row | Role::Cell | Role::GridCell
    )
}

/// Whether its window has another title, and next to nobody whom one knows.
fn is_in_another_window(scene: &Scene<'_>, suspect: &Suspect) -> bool {
    let then = folded(&scene.then.window);
    let now = folded(&scene.tree.node(scene.tree.window_of(suspect.id)).name);
    if then.is_empty() || then == now || nearly(&then, &now) {
        return false;
    }
    let is_here = |name: &str, id: &str| {
        !name.is_empty() && !scene.tree.with_name(name).is_empty()
            || !id.is_empty() && !scene.tree.with_id(id).is_empty()
    };
    scene.then.others.iter().filter(|other| is_here(&other.name, &other.id)).count() < COMPANY
}

/// Whether a label has such a word where the former one had none.
fn warns(then: &str, now: &str) -> bool {
    let has = |label: &str| {
        let mut words = label.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’');
        words.any(|word| WARNINGS.contains(&word.replace('’', "'").as_str()))
    };
    has(now) && !has(then)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grades(set: &[(Kind, Grade)]) -> Grades {
        let mut grades = Grades::unknown();
        set.iter().for_each(|&(kind, grade)| grades.set(kind, grade));
        grades
    }

    #[test]
    fn an_element_is_nameless_that_lost_everything_it_was_known_by() {
        assert!(is_nameless_now(&grades(&[(Kind::Description, Grade::Lost)])));
        assert!(is_nameless_now(&grades(&[
            (Kind::Identifier, Grade::Lost),
            (Kind::Description, Grade::Lost)
        ])));
        assert!(!is_nameless_now(&grades(&[])), "it never had a name");
        let renamed = [(Kind::Identifier, Grade::Different), (Kind::Description, Grade::Lost)];
        assert!(!is_nameless_now(&grades(&renamed)), "it has another id");
    }

    #[test]
    fn what_stands_between_its_neighbours_does_not_only_stand_there() {
        assert!(only_stands_there(&grades(&[(Kind::Position, Grade::Same)])));
        assert!(!only_stands_there(&grades(&[(Kind::Neighbours, Grade::Nearly)])));
    }

    #[test]
    fn a_label_warns_when_the_former_one_did_not() {
        for (then, now) in [
            ("save", "delete everything"),
            ("save", "don’t save"),
            ("keep backups", "never keep backups"),
            ("speichern", "nicht speichern"),
        ] {
            assert!(warns(then, now), "{then} -> {now}");
        }
        for (then, now) in
            [("save", "store"), ("cancel", "never mind"), ("note", "notes"), ("delete", "remove")]
        {
            assert!(!warns(then, now), "{then} -> {now}");
        }
    }
}
