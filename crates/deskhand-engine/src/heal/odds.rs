//! How much a grade speaks for two elements being the same: likelihoods.
//!
//! There are four stories about an element of the current tree and a recorded one. It is the *same*: then most things
//! agree, apart from what has changed for everybody ([`Survival`]). It is a *stranger*: then things agree by chance, as
//! often as they do for all the elements of this tree. It is a *twin*, made to look nearly the same. Or it is a
//! *successor*: something else that was put into the place of one that is gone. The latter two are rare, but without
//! them every near miss would look like a find.

use super::evidence::{Grade, Grades, Kind};
use super::survival::Survival;

/// How likely an unknown element is to be a twin, and to be a successor.
const TWIN: f64 = 0.04;
const SUCCESSOR: f64 = 0.01;

/// How many sightings an assumption about strangers is worth.
const WORTH: f64 = 2.0;

/// The likelihoods of the grades same, nearly and different.
#[derive(Clone, Copy)]
struct Likely {
    same: f64,
    nearly: f64,
    different: f64,
}

impl Likely {
    const fn of(self, grade: Grade) -> f64 {
        match grade {
            Grade::Unknown => 1.0,
            Grade::Same => self.same,
            Grade::Nearly => self.nearly,
            Grade::Different => self.different,
        }
    }
}

const fn likely(same: f64, nearly: f64) -> Likely {
    Likely { same, nearly, different: 1.0 - same - nearly }
}

/// For the same element: how likely a thing stays when not everybody's has changed, and of the rest, how much is nearly
/// the same.
const fn kept(kind: Kind) -> (f64, f64) {
    match kind {
        Kind::TestId => (0.97, 0.0),
        Kind::Identifier => (0.85, 0.0),
        Kind::Label => (0.7, 0.35),
        Kind::Description => (0.85, 0.3),
        Kind::Role => (0.97, 1.0),
        Kind::Path => (0.7, 0.75),
        Kind::Neighbours => (0.75, 0.6),
        Kind::Window => (0.9, 0.3),
        Kind::Position => (0.7, 0.4),
        Kind::Size => (0.7, 0.6),
        Kind::Visual => (0.8, 0.5),
    }
}

fn same(kind: Kind, survival: &Survival) -> Likely {
    let (kept, nearly) = kept(kind);
    let stays = kept * survival.of(kind);
    likely(stays, (1.0 - stays) * nearly)
}

/// For a stranger, before any was seen.
const fn stranger(kind: Kind) -> Likely {
    match kind {
        Kind::TestId | Kind::Identifier => likely(0.005, 0.0),
        Kind::Label => likely(0.01, 0.02),
        Kind::Description => likely(0.1, 0.02),
        Kind::Role | Kind::Window => likely(0.5, 0.4),
        Kind::Path => likely(0.03, 0.4),
        Kind::Neighbours => likely(0.03, 0.2),
        Kind::Position => likely(0.03, 0.1),
        Kind::Size => likely(0.2, 0.3),
        Kind::Visual => likely(0.05, 0.05),
    }
}

/// For a twin. It has no id of the other's, its label is nearly the same, and it stands nearby as often as not.
const fn twin(kind: Kind) -> Likely {
    match kind {
        Kind::TestId | Kind::Identifier => likely(0.005, 0.0),
        Kind::Label => likely(0.15, 0.75),
        Kind::Description => likely(0.3, 0.3),
        Kind::Role | Kind::Window => likely(0.95, 0.05),
        Kind::Path => likely(0.35, 0.55),
        Kind::Neighbours => likely(0.35, 0.45),
        Kind::Position => likely(0.35, 0.4),
        Kind::Size => likely(0.4, 0.4),
        Kind::Visual => likely(0.4, 0.3),
    }
}

/// How often each grade was given to the elements of the current tree.
#[derive(Clone, Debug)]
pub(super) struct Rates {
    counts: [[usize; 4]; Kind::ALL.len()],
    all: usize,
}

impl Rates {
    /// `unseen` elements were not compared because nothing about them agrees.
    pub(super) fn new<'g>(seen: impl Iterator<Item = &'g Grades>, unseen: usize) -> Rates {
        let mut rates = Rates { counts: [[0; 4]; Kind::ALL.len()], all: unseen };
        for grades in seen {
            rates.all += 1;
            for (kind, grade) in grades.iter() {
                rates.counts[kind as usize][grade as usize] += 1;
            }
        }
        rates
    }

    /// How likely a stranger has this grade; the element in question is not counted.
    fn stranger(&self, kind: Kind, grade: Grade) -> f64 {
        let seen = self.counts[kind as usize][grade as usize].saturating_sub(1) as f64;
        (seen + WORTH * stranger(kind).of(grade)) / (self.all.saturating_sub(1) as f64 + WORTH)
    }
}

/// How much more likely these grades are for the same element than for any other.
pub(super) fn odds(grades: &Grades, survival: &Survival, rates: &Rates) -> f64 {
    let (mut for_same, mut for_stranger, mut for_twin, mut for_successor) = (1.0, 1.0, 1.0, 1.0);
    for (kind, grade) in grades.iter().filter(|(_, grade)| *grade != Grade::Unknown) {
        let same = same(kind, survival).of(grade);
        let by_chance = rates.stranger(kind, grade);
        // That something differs never speaks for anybody, however rare the difference is.
        let by_chance = if grade == Grade::Different { by_chance.max(same) } else { by_chance };
        for_same *= same;
        for_stranger *= by_chance;
        for_twin *= twin(kind).of(grade);
        for_successor *= match kind {
            Kind::Path | Kind::Neighbours | Kind::Window | Kind::Position | Kind::Role => same,
            _ => by_chance,
        };
    }
    let otherwise =
        (1.0 - TWIN - SUCCESSOR) * for_stranger + TWIN * for_twin + SUCCESSOR * for_successor;
    for_same / otherwise.max(f64::MIN_POSITIVE)
}
