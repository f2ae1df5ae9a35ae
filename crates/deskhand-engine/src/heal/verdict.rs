//! The outcome of one healing: which element it is, by which strategy, or why none is taken.

use deskhand_model::NodeId;

use super::evidence::{Grade, Grades, Kind};
use super::judge::judge;
use super::objection::{is_named, objection};
use super::outcome::Clue;
use super::portrait::Portrait;
use super::scene::{Scene, Suspect};
use super::strategies::way;
use super::strategy::Strategy;

/// How many times as sure as of the second one has to be of the first.
const CLEARLY: f64 = 4.0;

/// An element with how sure it is that it is the one.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Accused {
    pub(super) id: NodeId,
    pub(super) confidence: f64,
    pub(super) clues: Vec<Clue>,
}

/// What came of looking.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Verdict {
    /// What it most likely is.
    pub(super) best: Option<Accused>,
    /// What came second.
    pub(super) rival: Option<Accused>,
    /// Whether the label or the id of the best is what it was.
    pub(super) is_named: bool,
    /// The strategy that found the best, when that is sure enough.
    pub(super) by: Option<Strategy>,
    /// Why the best is not taken although it is sure enough.
    pub(super) objection: Option<&'static str>,
}

impl Verdict {
    /// Whether the second does not come near the best.
    pub(super) fn is_clear(&self) -> bool {
        let confidence = |accused: &Option<Accused>| accused.as_ref().map_or(0.0, |one| one.confidence);
        confidence(&self.best) >= CLEARLY * confidence(&self.rival)
    }

    /// The best when it is called otherwise, taken or not: a picture can still tell who it is.
    pub(super) fn contestable(&self) -> Option<NodeId> {
        self.best.as_ref().filter(|_| !self.is_named).map(|best| best.id)
    }
}

/// Decides by these strategies, which are tried in their own order.
pub(super) fn decide(scene: &Scene<'_>, strategies: &[Strategy], threshold: f64) -> Verdict {
    let judged = judge(scene);
    let accused = |place: usize| {
        judged.get(place).map(|&(suspect, confidence)| accuse(scene, &scene.suspects[suspect], confidence))
    };
    let (best, rival) = (accused(0), accused(1));
    let sure = best.as_ref().filter(|best| {
        let second = rival.as_ref().map_or(0.0, |rival| rival.confidence);
        best.confidence >= threshold && best.confidence >= CLEARLY * second
    });
    let suspect = judged.first().map(|&(place, _)| &scene.suspects[place]);
    let is_named = suspect.is_some_and(|suspect| is_named(&suspect.grades));
    let objection = sure.and(suspect).and_then(|suspect| objection(scene, suspect));
    let by = sure.filter(|_| objection.is_none()).and_then(|best| {
        let allowed = Strategy::ALL.iter().filter(|strategy| strategies.contains(strategy));
        allowed.copied().find(|strategy| way(*strategy).nominate(scene).contains(&best.id))
    });
    Verdict { best, rival, is_named, by, objection }
}

fn accuse(scene: &Scene<'_>, suspect: &Suspect, confidence: f64) -> Accused {
    Accused { id: suspect.id, confidence, clues: clues(scene.portrait(), &suspect.portrait, &suspect.grades) }
}

fn clues(then: &Portrait, now: &Portrait, grades: &Grades) -> Vec<Clue> {
    let clue = |(kind, grade): (Kind, Grade)| {
        let agreement = grade.agreement()?;
        let told = told(kind, grade, then, now)?;
        Some(Clue { kind: kind.name().to_owned(), agreement, told })
    };
    grades.iter().filter_map(clue).collect()
}

/// The two sides in words. Nothing where neither has anything.
fn told(kind: Kind, grade: Grade, then: &Portrait, now: &Portrait) -> Option<String> {
    let texts = |then: &str, now: &str| match (then, now) {
        ("", "") => None,
        (then, now) if then == now => Some(format!("still {now:?}")),
        ("", now) => Some(format!("{now:?} had none")),
        (then, "") => Some(format!("none was {then:?}")),
        (then, now) => Some(format!("{now:?} was {then:?}")),
    };
    let how = |same: &str, nearly: &str, different: &str| {
        let words = match grade {
            Grade::Unknown => return None,
            Grade::Same => same,
            Grade::Nearly => nearly,
            Grade::Different | Grade::Lost => different,
        };
        Some(words.to_owned())
    };
    match kind {
        Kind::TestId => texts(&then.test_id, &now.test_id),
        Kind::Identifier => texts(&then.id, &now.id),
        Kind::Label => texts(&then.name, &now.name),
        Kind::Namesake => how("called after it", "called after it", "called after another one"),
        Kind::Description => texts(&then.description, &now.description),
        Kind::Role => texts(then.role.name(), now.role.name()),
        Kind::Path => how("the same way through the tree", "much of the way is the same", "another way"),
        Kind::Neighbours => {
            how("between the same neighbours", "near the same neighbours", "other neighbours")
        }
        Kind::Window => how("in the same window", "in a window of nearly that title", "in another window"),
        Kind::Position => how("at the same place", "within 50 pixels of its place", "at another place"),
        Kind::Size => how("of the same size", "of nearly the same size", "of another size"),
        Kind::Visual => how("looks the same", "looks much the same", "does not look so"),
    }
}
