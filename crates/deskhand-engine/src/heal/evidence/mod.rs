//! Evidence: in what an element of the current tree agrees with one that was recorded. Pure.

mod beside;
mod place;
mod way;

use deskhand_model::Size;

pub(super) use place::Moves;

use super::portrait::Portrait;
use super::text::{extends, nearly};

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    TestId,
    Identifier,
    Label,
    /// Whose label it is that the label is most like.
    Namesake,
    Description,
    Role,
    Path,
    Neighbours,
    Window,
    Position,
    Size,
    Visual,
}

impl Kind {
    pub(super) const ALL: [Kind; 12] = [
        Kind::TestId,
        Kind::Identifier,
        Kind::Label,
        Kind::Namesake,
        Kind::Description,
        Kind::Role,
        Kind::Path,
        Kind::Neighbours,
        Kind::Window,
        Kind::Position,
        Kind::Size,
        Kind::Visual,
    ];

    /// The name in reports.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Kind::TestId => "test_id",
            Kind::Identifier => "id",
            Kind::Label => "name",
            Kind::Namesake => "namesake",
            Kind::Description => "description",
            Kind::Role => "role",
            Kind::Path => "path",
            Kind::Neighbours => "neighbours",
            Kind::Window => "window",
            Kind::Position => "position",
            Kind::Size => "size",
            Kind::Visual => "look",
        }
    }
}

/// How far two elements agree in one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Grade {
    /// Nothing can be said.
    Unknown,
    Same,
    Nearly,
    Different,
    /// It was there and is there no more.
    Lost,
}

impl Grade {
    /// As a number from 0 to 1.
    pub(super) const fn agreement(self) -> Option<f64> {
        match self {
            Grade::Unknown => None,
            Grade::Same => Some(1.0),
            Grade::Nearly => Some(0.5),
            Grade::Different | Grade::Lost => Some(0.0),
        }
    }
}

/// The grades of one comparison, by [`Kind`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grades([Grade; Kind::ALL.len()]);

impl Grades {
    /// Before anything was compared.
    pub(super) const fn unknown() -> Grades {
        Grades([Grade::Unknown; Kind::ALL.len()])
    }

    pub(super) fn of(&self, kind: Kind) -> Grade {
        self.0[kind as usize]
    }

    pub(super) fn set(&mut self, kind: Kind, grade: Grade) {
        self.0[kind as usize] = grade;
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (Kind, Grade)> + '_ {
        Kind::ALL.into_iter().zip(self.0)
    }
}

/// What both sides of every comparison stand in.
pub(super) struct Ground<'s> {
    /// Whether the folded name, or the identifier, of a recorded neighbour is still somewhere.
    pub(super) survives: &'s dyn Fn(&super::fingerprint::Neighbour) -> bool,
    /// How things have moved since.
    pub(super) moves: &'s Moves,
    /// How large the window was, and is.
    pub(super) windows: (Option<Size>, Option<Size>),
    /// Whether there is more than one window to be in.
    pub(super) several_windows: bool,
}

/// Compares `now` with how an element looked `then`.
pub(super) fn compare(then: &Portrait, now: &Portrait, ground: &Ground<'_>) -> Grades {
    let mut grades = Grades::unknown();
    grades.set(Kind::TestId, same_id(&then.test_id, &now.test_id));
    grades.set(Kind::Identifier, same_id(&then.id, &now.id));
    grades.set(Kind::Label, same_label(then, now));
    grades.set(Kind::Description, same_description(then, now));
    grades.set(Kind::Role, if then.role == now.role { Grade::Same } else { Grade::Nearly });
    grades.set(Kind::Path, way::compare(&then.path, &now.path));
    grades.set(Kind::Neighbours, beside::compare(then, now, ground.survives));
    grades.set(Kind::Window, same_window(then, now, ground));
    grades.set(Kind::Position, ground.moves.compare(then.bounds, now.bounds, ground.windows));
    grades.set(Kind::Size, same_size(then, now));
    grades
}

/// That neither has an id tells nothing. One that was not set before can have been added.
fn same_id(then: &str, now: &str) -> Grade {
    match (then, now) {
        ("", "") => Grade::Unknown,
        ("", _) => Grade::Nearly,
        (_, "") => Grade::Lost,
        (then, now) if then == now => Grade::Same,
        _ => Grade::Different,
    }
}

/// Dots at the end are what tells `Save` from `Save…`, so they make a label only nearly the same.
fn same_label(then: &Portrait, now: &Portrait) -> Grade {
    match (then.tidy_name.as_str(), now.tidy_name.as_str()) {
        ("", "") => return Grade::Unknown,
        (then, now) if then == now => return Grade::Same,
        (_, "") => return Grade::Lost,
        _ => {}
    }
    match same_text(&then.folded_name, &now.folded_name) {
        Grade::Different if extends(&then.folded_name, &now.folded_name) => Grade::Nearly,
        Grade::Same => Grade::Nearly,
        grade => grade,
    }
}

/// As with ids, one that was not there before can have been added. One that says the label has changed with the label.
fn same_description(then: &Portrait, now: &Portrait) -> Grade {
    match (then.folded_description.as_str(), now.folded_description.as_str()) {
        ("", "") => Grade::Unknown,
        ("", _) => Grade::Nearly,
        (_, "") => Grade::Lost,
        (was, is) => match same_text(was, is) {
            Grade::Different if follows_the_label(then, now) => Grade::Nearly,
            grade => grade,
        },
    }
}

/// Whether the description is the former one with the new label in place of the former.
fn follows_the_label(then: &Portrait, now: &Portrait) -> bool {
    let (was, is) = (&then.folded_name, &now.folded_name);
    !was.is_empty()
        && !is.is_empty()
        && then.folded_description.replacen(was.as_str(), is, 1) == now.folded_description
}

fn same_text(then: &str, now: &str) -> Grade {
    if then == now {
        Grade::Same
    } else if nearly(then, now) {
        Grade::Nearly
    } else {
        Grade::Different
    }
}

/// Another label takes another width, so that the size tells nothing where the label has changed.
fn same_size(then: &Portrait, now: &Portrait) -> Grade {
    if then.tidy_name == now.tidy_name { place::same_size(then.bounds, now.bounds) } else { Grade::Unknown }
}

fn same_window(then: &Portrait, now: &Portrait, ground: &Ground<'_>) -> Grade {
    match (&then.window, &now.window) {
        (Some(then), Some(now)) if ground.several_windows => same_text(then, now),
        _ => Grade::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use deskhand_model::{Handle, NodeData, NodeId, Role, TreeBuilder};

    use super::*;
    use crate::heal::portrait::Gallery;

    fn button(name: &str, description: &str) -> Portrait {
        let mut builder = TreeBuilder::new();
        let mut node = NodeData::new(Handle::new("b".to_owned()), Role::Button, "push button".into());
        (node.name, node.description) = (name.into(), description.into());
        builder.add(node);
        let tree = builder.build().unwrap();
        Gallery::new(&tree).portrait(NodeId::ROOT)
    }

    #[test]
    fn a_description_that_says_the_label_changes_with_it() {
        let preview = button("Preview", "Preview (Advanced)");
        let described = |now: &Portrait| same_description(&preview, now);
        assert_eq!(described(&button("Aperçu", "Aperçu (Advanced)")), Grade::Nearly);
        assert_eq!(described(&button("Aperçu", "Aperçu (Members)")), Grade::Different);
        assert_eq!(described(&button("", "Members")), Grade::Different);
    }
}
