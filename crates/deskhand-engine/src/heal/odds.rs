//! How much a grade speaks for two elements being the same: likelihoods.
//!
//! There are four stories about an element of the current tree and a recorded one. It is the *same*: then most things
//! agree, apart from what has changed for everybody ([`Survival`]). It is a *stranger*: then things agree by chance, as
//! often as they do for all the elements of this tree. It is a *twin*, made to look nearly the same. Or it is a
//! *successor*: something else that was put into the place of one that is gone. The latter two are rare, but without
//! them every near miss would look like a find. They agree in this or that; one that agrees in half of everything
//! ([`Share`]) is hardly ever one of them, and one that agrees in less is hardly ever the element.

use super::evidence::{Grade, Grades, Kind};
use super::share::Share;
use super::survival::Survival;

/// How many twins, and how many successors, one expects among all elements that come into question.
const TWINS: f64 = 0.2;
const SUCCESSORS: f64 = 0.01;

/// How many more successors there are where nobody's name is what it was.
const UNRECOGNISED: f64 = 0.4;

/// How many of those stand on the very way of the one that is gone: one less stands there, unless somebody new came.
const MADE_UP_FOR: f64 = 0.15;

/// How much rarer twins and successors are that agree in at least half of the evidence.
const CONVINCING: f64 = 0.01;

/// How much more likely an element is the same when all the evidence agrees than when half of it does.
const COMPLETE: f64 = 100.0;

/// How much less likely it is the same when less than half of it agrees.
const POOR: f64 = 0.01;

/// How likely it is that an element was moved to another place in the tree or in the window: then its path, its
/// neighbours and its position are lost together.
const MOVED: f64 = 0.2;

/// How likely an element that had no id gets one.
const GAINED: f64 = 0.15;

/// How much of what is not the same is not there at all: more often an id is changed than dropped.
const LOST: f64 = 0.3;

/// Fewer elements than this are taken for this many.
const FEWEST: usize = 10;

/// How many sightings an assumption about strangers is worth.
const WORTH: f64 = 20.0;

/// The likelihoods of the grades.
#[derive(Clone, Copy)]
struct Likely {
    same: f64,
    nearly: f64,
    different: f64,
    lost: f64,
}

impl Likely {
    const fn of(self, grade: Grade) -> f64 {
        match grade {
            Grade::Unknown => 1.0,
            Grade::Same => self.same,
            Grade::Nearly => self.nearly,
            Grade::Different => self.different,
            Grade::Lost => self.lost,
        }
    }
}

/// What is neither the same nor nearly so is different, or lost.
const fn likely(same: f64, nearly: f64) -> Likely {
    let rest = 1.0 - same - nearly;
    Likely { same, nearly, different: rest * (1.0 - LOST), lost: rest * LOST }
}

/// For the same element: how likely a thing stays when not everybody's has changed, and of the rest, how much is nearly
/// the same.
const fn kept(kind: Kind) -> (f64, f64) {
    match kind {
        Kind::TestId => (0.97, 0.0),
        Kind::Identifier => (0.85, 0.0),
        Kind::Label => (0.7, 0.35),
        Kind::Namesake => (0.97, 0.0),
        Kind::Description => (0.85, 0.3),
        Kind::Role => (0.97, 1.0),
        Kind::Path => (0.8, 0.8),
        Kind::Neighbours => (0.8, 0.7),
        Kind::Window => (0.9, 0.3),
        Kind::Position => (0.8, 0.6),
        Kind::Size => (0.6, 0.5),
        Kind::Visual => (0.8, 0.5),
    }
}

/// For an element that was moved: what its surroundings tell. `None` for what it takes along.
const fn moved(kind: Kind) -> Option<Likely> {
    match kind {
        Kind::Path => Some(likely(0.02, 0.5)),
        Kind::Neighbours => Some(likely(0.03, 0.25)),
        Kind::Position => Some(likely(0.05, 0.15)),
        _ => None,
    }
}

fn same(kind: Kind, survival: &Survival) -> Likely {
    if matches!(kind, Kind::TestId | Kind::Identifier) {
        // Nearly the same is here one that was added, and that happens to who had none.
        return Likely { nearly: GAINED, ..likely(kept(kind).0 * survival.of(kind), 0.0) };
    }
    let (kept, nearly) = kept(kind);
    let stays = kept * survival.of(kind);
    likely(stays, (1.0 - stays) * nearly)
}

/// For a stranger, before any was seen.
const fn stranger(kind: Kind) -> Likely {
    match kind {
        Kind::TestId | Kind::Identifier => likely(0.005, 0.4),
        Kind::Label => likely(0.004, 0.03),
        Kind::Namesake => likely(0.5, 0.0),
        Kind::Description => likely(0.01, 0.1),
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
        Kind::TestId | Kind::Identifier => likely(0.005, 0.4),
        Kind::Label => likely(0.15, 0.75),
        Kind::Namesake => likely(0.5, 0.0),
        Kind::Description => likely(0.3, 0.3),
        Kind::Role | Kind::Window => likely(0.95, 0.05),
        Kind::Path => likely(0.35, 0.55),
        Kind::Neighbours => likely(0.35, 0.45),
        Kind::Position => likely(0.35, 0.4),
        Kind::Size => likely(0.4, 0.4),
        Kind::Visual => likely(0.4, 0.3),
    }
}

/// How many grades there are.
const GRADES: usize = 5;

/// How often each grade was given to the elements of the current tree.
#[derive(Clone, Debug)]
pub(super) struct Rates {
    counts: [[usize; GRADES]; Kind::ALL.len()],
    all: usize,
}

impl Rates {
    /// `unseen` elements were not compared because nothing about them agrees.
    pub(super) fn new<'g>(seen: impl Iterator<Item = &'g Grades>, unseen: usize) -> Rates {
        let mut rates = Rates { counts: [[0; GRADES]; Kind::ALL.len()], all: unseen };
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

/// How much more likely these grades are for the same element than for any other. `share` is how much of all evidence
/// agrees, where all of it was recorded.
pub(super) fn odds(grades: &Grades, survival: &Survival, rates: &Rates, share: Option<Share>) -> f64 {
    let mut stayed = 1.0 - MOVED;
    let mut went = MOVED;
    let each = 1.0 / rates.all.max(FEWEST) as f64;
    // Where everybody is called otherwise, whoever moves up into the place of one that is gone is not recognised.
    let made_up_for = if grades.of(Kind::Path) == Grade::Same { MADE_UP_FOR } else { 1.0 };
    let unrecognised = UNRECOGNISED * made_up_for * (1.0 - survival.of(Kind::Label));
    // Who is called after another one convinces nobody.
    let convinces = grades.of(Kind::Namesake) != Grade::Different;
    let (rarer, weight) = match share {
        Some(share) if !share.is_half() => (1.0, POOR),
        Some(_) if !convinces => (1.0, 1.0),
        Some(share) => (CONVINCING, COMPLETE.powf(share.beyond_half())),
        None => (CONVINCING, 1.0),
    };
    let mut twin_likely = TWINS * rarer * each;
    let mut successor_likely = (SUCCESSORS * rarer + unrecognised) * each;
    let mut stranger_likely = 1.0 - twin_likely - successor_likely;
    for (kind, grade) in grades.iter().filter(|(_, grade)| *grade != Grade::Unknown) {
        let same = same(kind, survival).of(grade);
        let by_chance = rates.stranger(kind, grade);
        // That something differs never speaks for anybody, however rare the difference is.
        let by_chance =
            if matches!(grade, Grade::Different | Grade::Lost) { by_chance.max(same) } else { by_chance };
        stayed *= same;
        went *= moved(kind).map_or(same, |moved| moved.of(grade));
        stranger_likely *= by_chance;
        twin_likely *= twin(kind).of(grade);
        successor_likely *= match kind {
            Kind::Namesake => twin(kind).of(grade),
            Kind::Path | Kind::Neighbours | Kind::Window | Kind::Position | Kind::Role => same,
            _ => by_chance,
        };
    }
    weight * (stayed + went) / (stranger_likely + twin_likely + successor_likely).max(f64::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The odds of one that is called otherwise, as everybody is, with this grade of its way.
    fn odds_on(way: Grade) -> f64 {
        let mut grades = Grades::unknown();
        for (kind, grade) in [
            (Kind::Label, Grade::Different),
            (Kind::Role, Grade::Same),
            (Kind::Path, way),
            (Kind::Neighbours, Grade::Same),
            (Kind::Position, Grade::Same),
        ] {
            grades.set(kind, grade);
        }
        let rates = Rates::new([grades].iter(), 20);
        odds(&grades, &Survival::none_kept(), &rates, None)
    }

    #[test]
    fn who_moved_up_leaves_one_less_on_its_way() {
        let (same, nearly) = (odds_on(Grade::Same), odds_on(Grade::Nearly));
        assert!(same > 4.0 * nearly, "{same} and {nearly}");
    }
}
