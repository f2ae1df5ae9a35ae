//! What forbids to take an element, however likely it is. Pure.
//!
//! Odds are about how applications change; they know nothing of what a click does. Where the only thing that agrees is the
//! place, another element may simply stand there now, and pressing it cannot be undone.

use deskhand_model::Role;

use super::evidence::{Grade, Grades, Kind};
use super::fingerprint::Other;
use super::scene::{Scene, Suspect};
use super::successor::{has_come_with_an_id, has_fewer_beside_it, has_no_namesake_any_more};
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
    if !scene.share(suspect).is_half() && !is_named_twice(scene, suspect) {
        return Some("less than half of the evidence agrees");
    }
    if !is_named(grades) && grades.of(Kind::Visual) == Grade::Different {
        return Some("its label is another one, and another one looks as it did");
    }
    if !is_known_otherwise(scene, grades) && is_called_as_another(scene, suspect) {
        return Some("another one was called that, and it may be that one");
    }
    if !is_known_otherwise(scene, grades) && is_called_after_another(grades) {
        return Some("its label is that of another one that was there, with words added");
    }
    if is_another(scene, suspect) {
        return Some("it has the id or the description of another one that was there");
    }
    if grades.of(Kind::Label) != Grade::Same && has_come_with_an_id(scene, suspect) {
        return Some("its label is another one, and it had no id, where this one has one that nobody had");
    }
    if !is_named(grades) && another_kept_more(scene, suspect) {
        return Some("its label is another one, and another one has kept more of the evidence");
    }
    if !is_named(grades) && is_described_as_one_that_is_gone(scene, suspect) {
        return Some("its label is another one, and one of those that were described so is gone");
    }
    if grades.of(Kind::Description) == Grade::Lost && !is_only_one_called_so(scene, suspect) {
        return Some("it had a description, and this one has none and is not the only one called so");
    }
    if has_no_id_any_more(grades) && scene.tells_ids() && !is_only_one_called_so(scene, suspect) {
        return Some("it had an id, and this one has none although others have theirs");
    }
    if grades.of(Kind::Label) == Grade::Same || is_known_otherwise(scene, grades) {
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
    if !labels_stay && !alone_looks_so(scene, suspect) {
        // Nobody is known by a name, and place alone tells only where it was.
        if has_fewer_beside_it(scene, suspect) {
            return Some("everybody is called otherwise and one less stands there: it may have moved up");
        }
        if has_no_namesake_any_more(scene, suspect) {
            return Some(
                "everybody is called otherwise, and no label has a word in common with it, as one had",
            );
        }
    }
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

/// Whether another one that was recorded had the label that this one has, dots at its end or not. Where the element had it as
/// well, the label does not tell them apart, and standing at its place or between its neighbours has to.
fn is_called_as_another(scene: &Scene<'_>, suspect: &Suspect) -> bool {
    let (now, then) = (&suspect.portrait, scene.portrait());
    let others = || scene.then.others.iter();
    let is_shared = |label: &str| !label.is_empty() && others().any(|other| tidy(&other.name) == label);
    let is_shared_but_for_dots = |label: &str| others().any(|other| folded(&other.name) == label);
    // What stands beside tells rows apart; a place, only where that does not contradict it.
    let at_its_place = match suspect.grades.of(Kind::Neighbours) {
        Grade::Same => true,
        Grade::Nearly | Grade::Unknown => suspect.grades.of(Kind::Position) == Grade::Same,
        Grade::Different | Grade::Lost => false,
    };
    let at_its_place = at_its_place || keeps_its_nearest(scene, suspect);
    is_shared(&now.tidy_name) && (now.tidy_name != then.tidy_name || !at_its_place)
        || now.folded_name != then.folded_name
            && !now.folded_name.is_empty()
            && is_shared_but_for_dots(&now.folded_name)
}

/// Whether its label is nothing like the element's, and that of another one with words added, or nearly so: it has to do with that
/// one, however much it stands and looks as the element did.
fn is_called_after_another(grades: &Grades) -> bool {
    [Kind::Label, Kind::Namesake].iter().all(|&kind| grades.of(kind) == Grade::Different)
}

/// Whether what stood next to the element stands next to this one, on the same side and in the same container, and nothing else is
/// called so: a row is known by what stands in it, wherever it went.
fn keeps_its_nearest(scene: &Scene<'_>, suspect: &Suspect) -> bool {
    let (then, now) = (scene.portrait(), &suspect.portrait);
    let is_beside = |name: &str| match scene.tree.with_name(name) {
        [only] => scene.tree.parent(*only) == scene.tree.parent(suspect.id),
        _ => false,
    };
    let sides = [(&then.before, &now.before), (&then.after, &now.after)];
    let mut nearest = sides.into_iter().filter_map(|(then, now)| then.first().zip(now.first()));
    nearest.any(|(then, now)| !then.name.is_empty() && then.name == now.name && is_beside(&now.name))
}

/// Whether another one that was recorded had its id, or its description where that is not the element's as well.
fn is_another(scene: &Scene<'_>, suspect: &Suspect) -> bool {
    let (now, then) = (&suspect.portrait, scene.portrait());
    let others = || scene.then.others.iter();
    let is_told = |now: &str, then: &str| !now.is_empty() && now != then;
    is_told(&now.id, &then.id) && others().any(|other| other.id == now.id)
        || is_told(&now.test_id, &then.test_id) && others().any(|other| other.test_id == now.test_id)
        || is_told(&now.folded_description, &then.folded_description)
            && others().any(|other| folded(&other.description) == now.folded_description)
}

/// Whether it has the element's description, another one had that as well, and is nowhere else by its label or its id: then
/// this may be either of the two, unless it stands exactly where the element stood.
fn is_described_as_one_that_is_gone(scene: &Scene<'_>, suspect: &Suspect) -> bool {
    let described = &scene.portrait().folded_description;
    let others = scene.suspects.iter().filter(|one| one.id != suspect.id).map(|one| &one.portrait);
    let is_there = |other: &Other| {
        let (name, id) = (folded(&other.name), &other.id);
        others
            .clone()
            .any(|one| !name.is_empty() && one.folded_name == name || !id.is_empty() && one.id == *id)
    };
    suspect.grades.of(Kind::Description) == Grade::Same
        && !stands_where_it_stood(&suspect.grades)
        && scene.then.others.iter().any(|other| folded(&other.description) == *described && !is_there(other))
}

/// Whether it is on the very way, between the same neighbours.
fn stands_where_it_stood(grades: &Grades) -> bool {
    [Kind::Path, Kind::Neighbours].iter().all(|&kind| grades.of(kind) == Grade::Same)
}

/// Whether it has the id of the element, and its label but for dots, or its own description: who is named so twice need not have
/// kept where it was.
fn is_named_twice(scene: &Scene<'_>, suspect: &Suspect) -> bool {
    let (now, then) = (&suspect.portrait, scene.portrait());
    let is_same = |kind: Kind| suspect.grades.of(kind) == Grade::Same;
    let has_its_label = !then.folded_name.is_empty() && now.folded_name == then.folded_name;
    (is_same(Kind::TestId) || is_same(Kind::Identifier))
        && (has_its_label || is_same(Kind::Description) && !is_described_as_others(scene))
}

/// Whether there is one that has kept more of what was known of the element, and is nobody else who was there.
fn another_kept_more(scene: &Scene<'_>, suspect: &Suspect) -> bool {
    let kept = scene.share(suspect).kept;
    let kept_more = |one: &&Suspect| one.id != suspect.id && scene.share(one).kept > kept;
    let is_known = |one: &Suspect| {
        is_another(scene, one) || is_called_as_another(scene, one) && !more_are_called_so(scene, one)
    };
    scene.suspects.iter().filter(kept_more).any(|one| !is_known(one))
}

/// Whether more have its label now than had it then: one of them at least is somebody else.
fn more_are_called_so(scene: &Scene<'_>, suspect: &Suspect) -> bool {
    let label = &suspect.portrait.tidy_name;
    let then = scene.then.others.iter().filter(|other| tidy(&other.name) == *label).count();
    let now = scene.suspects.iter().filter(|one| one.portrait.tidy_name == *label).count();
    now > then + usize::from(*label == scene.portrait().tidy_name)
}

/// Whether it had an id and has none. Applications give other ids; where they take them away, they do so everywhere.
fn has_no_id_any_more(grades: &Grades) -> bool {
    [Kind::TestId, Kind::Identifier].iter().any(|&kind| grades.of(kind) == Grade::Lost)
}

/// Whether its label is still that of the element, and nobody else's.
fn is_only_one_called_so(scene: &Scene<'_>, suspect: &Suspect) -> bool {
    let label = &suspect.portrait.tidy_name;
    *label == scene.portrait().tidy_name
        && scene.suspects.iter().filter(|one| one.portrait.tidy_name == *label).count() == 1
}

/// Whether it had a name of its own beside its label, an id or a description, and has none any more. Applications give other ids
/// and other descriptions; they seldom take them away.
fn is_nameless_now(grades: &Grades) -> bool {
    let own = [Kind::TestId, Kind::Identifier, Kind::Description].map(|kind| grades.of(kind));
    own.contains(&Grade::Lost) && own.iter().all(|grade| matches!(grade, Grade::Lost | Grade::Unknown))
}

/// Whether it is known by nothing but where it is and how it looks: another one may have moved up. Where nobody is left to
/// stand beside, the picture on it has to be the same, on the very way.
fn only_stands_there(grades: &Grades) -> bool {
    let is_same = |kind: Kind| grades.of(kind) == Grade::Same;
    match grades.of(Kind::Neighbours) {
        Grade::Same | Grade::Nearly => false,
        Grade::Unknown => !(is_same(Kind::Path) && is_same(Kind::Visual)),
        Grade::Different | Grade::Lost => true,
    }
}

/// Whether it looks as the element did, and nobody else does nearly so: who moved up would bear a picture of its own.
fn alone_looks_so(scene: &Scene<'_>, suspect: &Suspect) -> bool {
    let look = |one: &Suspect| one.grades.of(Kind::Visual);
    let mut others = scene.suspects.iter().filter(|one| one.id != suspect.id);
    look(suspect) == Grade::Same && !others.any(|one| matches!(look(one), Grade::Same | Grade::Nearly))
}

/// Whether its label or its id says that it is the element. Without, it is known by where it is and by what one can read of
/// many, and a picture may tell better.
pub(super) fn is_named(grades: &Grades) -> bool {
    [Kind::Label, Kind::TestId, Kind::Identifier].iter().any(|&kind| grades.of(kind) == Grade::Same)
}

/// Whether something else than place and label says that it is the element. A description that another one had as well tells
/// them apart as little as a label does.
fn is_known_otherwise(scene: &Scene<'_>, grades: &Grades) -> bool {
    let is_same = |kind: Kind| grades.of(kind) == Grade::Same;
    is_same(Kind::TestId)
        || is_same(Kind::Identifier)
        || is_same(Kind::Description) && !is_described_as_others(scene)
}

/// Whether another one had the description of the element.
fn is_described_as_others(scene: &Scene<'_>) -> bool {
    let described = &scene.portrait().folded_description;
    scene.then.others.iter().any(|other| folded(&other.description) == *described)
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
    use deskhand_model::{Handle, NodeData, Tree, TreeBuilder};

    use super::*;
    use crate::heal::fingerprint::Fingerprint;

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
    fn an_id_that_is_another_one_is_not_lost() {
        assert!(has_no_id_any_more(&grades(&[(Kind::Identifier, Grade::Lost)])));
        assert!(has_no_id_any_more(&grades(&[(Kind::TestId, Grade::Lost), (Kind::Identifier, Grade::Same)])));
        assert!(!has_no_id_any_more(&grades(&[(Kind::Identifier, Grade::Different)])));
        assert!(!has_no_id_any_more(&grades(&[])), "it never had one");
    }

    /// A window with a row of buttons that have these names and descriptions.
    fn row(buttons: &[(&str, &str)]) -> Tree {
        let mut builder = TreeBuilder::new();
        let mut add = |role| builder.add(NodeData::new(Handle::new(String::new()), role, "".into()));
        let (app, window) = (add(Role::Application), add(Role::Window));
        let numbers: Vec<usize> = buttons.iter().map(|_| add(Role::Button)).collect();
        builder.link(app, window);
        for (number, (name, description)) in numbers.into_iter().zip(buttons) {
            builder.link(window, number);
            let node = builder.node_mut(number);
            (node.name, node.description) = ((*name).into(), (*description).into());
        }
        builder.build().unwrap()
    }

    #[test]
    fn who_has_the_description_of_another_one_is_that_one() {
        let then = row(&[("About", "About (Advanced)"), ("Back", "Back (Tasks)")]);
        let about = Fingerprint::of(&then, then.with_name("About")[0]);
        let is_another = |now: &Tree| {
            let scene = Scene::new(&about, now, &|| false).unwrap();
            is_another(&scene, &scene.suspects[0])
        };
        assert!(is_another(&row(&[("Previous", "Back (Tasks)")])));
        assert!(!is_another(&row(&[("Previous", "Tasks")])), "nobody was described so");
        assert!(!is_another(&row(&[("Info", "About (Advanced)")])), "it is described as ever");
    }

    /// Why the one with this name is not taken for the element that was called so.
    fn objection_to(
        then: &[(&str, &str)],
        old: &str,
        now: &[(&str, &str)],
        new: &str,
    ) -> Option<&'static str> {
        let (then, now) = (row(then), row(now));
        let fingerprint = Fingerprint::of(&then, then.with_name(old)[0]);
        let scene = Scene::new(&fingerprint, &now, &|| false).unwrap();
        objection(&scene, scene.suspects.iter().find(|one| one.id == now.with_name(new)[0]).unwrap())
    }

    #[test]
    fn dots_do_not_make_another_one_the_element() {
        let then = [("Open", ""), ("Remember", ""), ("Remember all", ""), ("Undo", "")];
        let why = |now: &str| objection_to(&then, "Remember", &[("Open", ""), (now, ""), ("Undo", "")], now);
        assert!(why("Remember all…").is_some_and(|why| why.starts_with("another one was called that")));
        assert_eq!(why("Remember…"), None);
    }

    #[test]
    fn who_is_called_after_another_one_is_not_taken_for_its_place() {
        let then = [("Open", ""), ("About", ""), ("Quick start", ""), ("Undo", ""), ("Redo", "")];
        let why = |now: &str| {
            objection_to(&then, "About", &[("Open", ""), (now, ""), ("Undo", ""), ("Redo", "")], now)
        };
        assert!(why("Quick start all").is_some_and(|why| why.contains("with words added")));
        assert_eq!(why("Info"), None);
    }

    #[test]
    fn a_shared_description_is_that_of_either_as_long_as_one_is_missing() {
        let described = "Where you live";
        let then = [("Open", ""), ("City", described), ("My city", described), ("Undo", "")];
        let gone = [("Open", ""), ("Town", described), ("Undo", "")];
        let why = objection_to(&then, "City", &gone, "Town");
        assert!(why.is_some_and(|why| why.contains("described so is gone")), "{why:?}");
        let both = [("Open", ""), ("Town", described), ("My city", ""), ("Undo", "")];
        assert_eq!(objection_to(&then, "City", &both, "Town"), None);
    }

    #[test]
    fn of_several_that_are_called_so_one_with_a_description_does_not_lose_it() {
        let then = [("Mail", ""), ("Show", "Shows mail"), ("News", ""), ("Show", ""), ("Undo", "")];
        let now = [("Mail", ""), ("Show", ""), ("News", ""), ("Show", "More"), ("Undo", "")];
        let why = objection_to(&then, "Show", &now, "Show");
        assert!(why.is_some_and(|why| why.contains("this one has none")), "{why:?}");
        let only = [("Mail", ""), ("Show", ""), ("News", ""), ("Undo", "")];
        assert_eq!(objection_to(&then, "Show", &only, "Show"), None);
    }

    #[test]
    fn rows_are_told_apart_by_what_stands_in_them_and_not_by_their_place() {
        let then = [("Mail", ""), ("Show", ""), ("News", ""), ("Show", ""), ("Undo", ""), ("Redo", "")];
        let turned = [("News", ""), ("Show", ""), ("Mail", ""), ("Show", ""), ("Undo", ""), ("Redo", "")];
        let called = |neighbours: Grade| {
            let (then, now) = (row(&then), row(&turned));
            let show = Fingerprint::of(&then, then.with_name("Show")[0]);
            let mut scene = Scene::new(&show, &now, &|| false).unwrap();
            let first = now.with_name("Show")[0];
            let suspect = scene.suspects.iter_mut().find(|one| one.id == first).unwrap();
            suspect.grades.set(Kind::Position, Grade::Same);
            suspect.grades.set(Kind::Neighbours, neighbours);
            is_called_as_another(&scene, scene.suspects.iter().find(|one| one.id == first).unwrap())
        };
        assert!(called(Grade::Different));
        assert!(!called(Grade::Nearly));
        assert!(!called(Grade::Unknown));
    }

    #[test]
    fn who_is_named_twice_may_be_anywhere() {
        let described = "Shows help";
        let then = [("Open", ""), ("Help", described), ("Undo", ""), ("Redo", "")];
        let twice = |now: &str, shared: &str, id: Grade| {
            let (then, now) =
                (row(&[&then[..], &[("Quick help", shared)]].concat()), row(&[(now, described)]));
            let help = Fingerprint::of(&then, then.with_name("Help")[0]);
            let mut scene = Scene::new(&help, &now, &|| false).unwrap();
            scene.suspects[0].grades.set(Kind::Identifier, id);
            is_named_twice(&scene, &scene.suspects[0])
        };
        assert!(twice("Assistance", "", Grade::Same), "its id and its description");
        assert!(twice("Help…", described, Grade::Same), "its id and its label");
        assert!(!twice("Assistance", described, Grade::Same), "another one was described so");
        assert!(!twice("Help…", "", Grade::Different), "it has another id");
    }

    #[test]
    fn a_row_is_known_by_what_stands_next_to_it() {
        let then = row(&[("Mail", ""), ("Show", ""), ("News", ""), ("Show", "")]);
        let show = Fingerprint::of(&then, then.with_name("Show")[0]);
        let keeps = |names: &[(&str, &str)], nth: usize| {
            let now = row(names);
            let scene = Scene::new(&show, &now, &|| false).unwrap();
            let id = now.with_name("Show")[nth];
            keeps_its_nearest(&scene, scene.suspects.iter().find(|one| one.id == id).unwrap())
        };
        let turned = [("News", ""), ("Show", ""), ("Mail", ""), ("Show", "")];
        assert!(!keeps(&turned, 0));
        assert!(keeps(&turned, 1));
        let doubled = [("Mail", ""), ("Show", ""), ("Mail", ""), ("Show", "")];
        assert!(!keeps(&doubled, 0), "two are called so");
    }

    #[test]
    fn who_is_called_otherwise_gives_way_to_one_that_kept_more() {
        let described = "Shows a grid";
        let then = row(&[("Open", ""), ("Grid", described), ("Undo", ""), ("Redo", ""), ("Cut", "")]);
        let grid = Fingerprint::of(&then, then.with_name("Grid")[0]);
        let gives_way = |now: &Tree, name: &str| {
            let scene = Scene::new(&grid, now, &|| false).unwrap();
            let one = scene.suspects.iter().find(|one| one.id == now.with_name(name)[0]).unwrap();
            another_kept_more(&scene, one)
        };
        let both = row(&[("Open", ""), ("Grids", described), ("Undo", ""), ("Redo", ""), ("Net", described)]);
        assert!(gives_way(&both, "Net"), "it is elsewhere");
        assert!(!gives_way(&both, "Grids"));
        let known = row(&[("Undo", described), ("Open", ""), ("Redo", ""), ("Net", described)]);
        assert!(!gives_way(&known, "Net"), "the other one is known to be another");
        let shared = row(&[("Open", ""), ("Cut", described), ("Undo", ""), ("Redo", ""), ("Net", described)]);
        assert!(!gives_way(&shared, "Net"), "the other one is the only one called so");
        let doubled = row(&[
            ("Open", ""),
            ("Cut", described),
            ("Undo", ""),
            ("Redo", ""),
            ("Cut", ""),
            ("Net", described),
        ]);
        assert!(gives_way(&doubled, "Net"), "one of the two is somebody else");
    }

    #[test]
    fn a_label_or_an_id_names_an_element_and_a_description_does_not() {
        assert!(is_named(&grades(&[(Kind::Label, Grade::Same)])));
        assert!(is_named(&grades(&[(Kind::Label, Grade::Different), (Kind::Identifier, Grade::Same)])));
        assert!(!is_named(&grades(&[(Kind::Label, Grade::Nearly), (Kind::Description, Grade::Same)])));
    }

    #[test]
    fn who_bears_another_picture_is_not_taken_for_its_place() {
        let then = row(&[("Open", ""), ("Rotate", ""), ("Undo", "")]);
        let rotate = Fingerprint::of(&then, then.with_name("Rotate")[0]);
        let now = row(&[("Open", ""), ("Print", ""), ("Undo", "")]);
        let objection_to = |look: Grade| {
            let mut scene = Scene::new(&rotate, &now, &|| false).unwrap();
            let print = now.with_name("Print")[0];
            scene.note_looks(&[(print, look)]);
            objection(&scene, scene.suspects.iter().find(|one| one.id == print).unwrap())
        };
        assert_eq!(objection_to(Grade::Same), None);
        assert!(objection_to(Grade::Different).is_some_and(|why| why.contains("another one looks")));
    }

    #[test]
    fn a_picture_that_two_bear_is_nobodys() {
        let then = row(&[("Rotate", ""), ("Print", "")]);
        let rotate = Fingerprint::of(&then, then.with_name("Rotate")[0]);
        let now = row(&[("Drehen", ""), ("Drucken", "")]);
        let alone = |looks: [Grade; 2]| {
            let mut scene = Scene::new(&rotate, &now, &|| false).unwrap();
            let seen = ["Drehen", "Drucken"].map(|name| now.with_name(name)[0]);
            scene.note_looks(&[(seen[0], looks[0]), (seen[1], looks[1])]);
            alone_looks_so(&scene, scene.suspects.iter().find(|one| one.id == seen[0]).unwrap())
        };
        assert!(alone([Grade::Same, Grade::Different]));
        assert!(!alone([Grade::Same, Grade::Nearly]));
        assert!(!alone([Grade::Nearly, Grade::Different]));
    }

    #[test]
    fn what_stands_between_its_neighbours_does_not_only_stand_there() {
        assert!(only_stands_there(&grades(&[(Kind::Position, Grade::Same)])));
        assert!(!only_stands_there(&grades(&[(Kind::Neighbours, Grade::Nearly)])));
        let pictured = [(Kind::Path, Grade::Same), (Kind::Visual, Grade::Same)];
        assert!(!only_stands_there(&grades(&pictured)));
        assert!(only_stands_there(&grades(&pictured[..1])));
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
