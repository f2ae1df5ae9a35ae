//! What is fair: which kinds of evidence there are of a widget, and which of them still lead to it.
//!
//! The same rules as those of `fixtures/mutant`, stated in its README. What counts is what is to be seen in the end, not
//! what was done.

use deskhand_model::{NodeId, Role, Tree};

use super::super::fingerprint::Neighbour;
use super::super::portrait::{Gallery, Portrait};
use super::super::text::folded;

/// What has moved further than this is somewhere else, in pixels.
const NEAR: u32 = 50;

/// What has changed its size by more than this looks different, in pixels.
const SLACK: u32 = 4;

/// How many neighbours on each side count.
const REACH: usize = 2;

/// How much of the evidence of one element leads to another one, which may be the same.
pub(super) struct Kept {
    pub(super) kinds: usize,
    pub(super) kept: usize,
}

impl Kept {
    /// Of the evidence of `element` in `then`, what leads to `candidate` in `now`.
    pub(super) fn new(then: &Tree, element: NodeId, now: &Tree, candidate: NodeId) -> Kept {
        let (old, new) = (Gallery::new(then).portrait(element), Gallery::new(now).portrait(candidate));
        let told = |old: &str, same: bool| (!old.is_empty()).then_some(same);
        let kinds = [
            told(&old.name, old.folded_name == new.folded_name),
            told(&old.id, old.id == new.id),
            told(&old.test_id, old.test_id == new.test_id),
            told(&old.description, old.folded_description == new.folded_description),
            Some(steps(&old) == steps(&new)),
            Some(keeps_company(&old, &new)),
            Some(is_near(&old, &new)),
            Some(looks_the_same(&old, &new)),
        ];
        let kinds = || kinds.into_iter().flatten();
        Kept { kinds: kinds().count(), kept: kinds().filter(|same| *same).count() }
    }

    pub(super) fn is_half(&self) -> bool {
        2 * self.kept >= self.kinds
    }
}

fn steps(portrait: &Portrait) -> Vec<(Role, usize)> {
    portrait.path.iter().map(|step| (step.role, step.nth)).collect()
}

fn keeps_company(old: &Portrait, new: &Portrait) -> bool {
    let same = |a: &Neighbour, b: &Neighbour| {
        !a.id.is_empty() && a.id == b.id || !a.name.is_empty() && folded(&a.name) == folded(&b.name)
    };
    let (mut all, mut stayed) = (0, 0);
    for (was, is) in [(&old.before, &new.before), (&old.after, &new.after)] {
        for neighbour in was.iter().take(REACH) {
            all += 1;
            stayed += usize::from(is.iter().take(REACH).any(|other| same(neighbour, other)));
        }
    }
    2 * stayed >= all
}

fn is_near(old: &Portrait, new: &Portrait) -> bool {
    old.bounds.zip(new.bounds).is_some_and(|(was, is)| {
        let (was, is) = (was.center(), is.center());
        was.x.abs_diff(is.x).max(was.y.abs_diff(is.y)) <= NEAR
    })
}

/// What is written on it is how it looks.
fn looks_the_same(old: &Portrait, new: &Portrait) -> bool {
    old.name == new.name
        && old.bounds.zip(new.bounds).is_some_and(|(was, is)| {
            was.width.abs_diff(is.width).max(was.height.abs_diff(is.height)) <= SLACK
        })
}
