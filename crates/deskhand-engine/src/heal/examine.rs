//! One look for what a fingerprint means in a tree. Pure.

use deskhand_model::{NodeId, Tree};

use super::evidence::Grade;
use super::fingerprint::Fingerprint;
use super::scene::{OutOfTime, Scene};
use super::strategy::Strategy;
use super::verdict::{Verdict, decide};

/// What is asked.
pub(super) struct Question<'q> {
    pub(super) then: &'q Fingerprint,
    pub(super) tree: &'q Tree,
    /// The strategies that may name it.
    pub(super) strategies: &'q [Strategy],
    /// Least confidence.
    pub(super) threshold: f64,
    /// What a picture told, when somebody looked.
    pub(super) seen: Option<Seen<'q>>,
}

/// What a picture told of the elements that are named here.
#[derive(Clone, Copy)]
pub(super) enum Seen<'q> {
    /// It was looked for everywhere and is where these stand.
    Spotted(&'q [(NodeId, Grade)]),
    /// These were compared with how it looked.
    Compared(&'q [(NodeId, Grade)]),
}

/// Looks for it; `None` when the time ran out.
pub(super) fn examine(question: &Question<'_>, out_of_time: OutOfTime<'_>) -> Option<Verdict> {
    let mut scene = Scene::new(question.then, question.tree, out_of_time)?;
    match question.seen {
        Some(Seen::Spotted(at)) => scene.note_sightings(at),
        Some(Seen::Compared(looks)) => scene.note_looks(looks),
        None => {}
    }
    let verdict = decide(&scene, question.strategies, question.threshold);
    (!out_of_time()).then_some(verdict)
}
