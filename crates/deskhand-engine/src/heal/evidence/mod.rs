//! Evidence: in what an element of the current tree agrees with one that was recorded. Pure.

mod beside;
mod place;
mod way;

use deskhand_model::Size;

pub(super) use place::{Moves, NEAR};

use super::portrait::Portrait;
use super::text::nearly;

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    TestId,
    Identifier,
    Label,
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
    pub(super) const ALL: [Kind; 11] = [
        Kind::TestId,
        Kind::Identifier,
        Kind::Label,
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
}

impl Grade {
    /// As a number from 0 to 1.
    pub(super) const fn agreement(self) -> Option<f64> {
        match self {
            Grade::Unknown => None,
            Grade::Same => Some(1.0),
            Grade::Nearly => Some(0.5),
            Grade::Different => Some(0.0),
        }
    }
}

/// The grades of one comparison, by [`Kind`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grades([Grade; Kind::ALL.len()]);

impl Grades {
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
    let mut grades = Grades([Grade::Unknown; Kind::ALL.len()]);
    grades.set(Kind::TestId, same_id(&then.test_id, &now.test_id));
    grades.set(Kind::Identifier, same_id(&then.id, &now.id));
    grades.set(Kind::Label, same_text(&then.folded_name, &now.folded_name));
    grades.set(Kind::Description, same_text(&then.folded_description, &now.folded_description));
    grades.set(Kind::Role, if then.role == now.role { Grade::Same } else { Grade::Nearly });
    grades.set(Kind::Path, way::compare(&then.path, &now.path));
    grades.set(Kind::Neighbours, beside::compare(then, now, ground.survives));
    grades.set(Kind::Window, same_window(then, now, ground));
    grades.set(Kind::Position, ground.moves.compare(then.bounds, now.bounds, ground.windows));
    grades.set(Kind::Size, place::same_size(then.bounds, now.bounds));
    grades
}

/// An id that was not set tells nothing; one that is no longer set is not the same.
fn same_id(then: &str, now: &str) -> Grade {
    match then {
        "" => Grade::Unknown,
        id if id == now => Grade::Same,
        _ => Grade::Different,
    }
}

/// No text is a text like any other: what had none agrees with what has none.
fn same_text(then: &str, now: &str) -> Grade {
    if then == now {
        Grade::Same
    } else if nearly(then, now) {
        Grade::Nearly
    } else {
        Grade::Different
    }
}

fn same_window(then: &Portrait, now: &Portrait, ground: &Ground<'_>) -> Grade {
    match (&then.window, &now.window) {
        (Some(then), Some(now)) if ground.several_windows => same_text(then, now),
        _ => Grade::Unknown,
    }
}
