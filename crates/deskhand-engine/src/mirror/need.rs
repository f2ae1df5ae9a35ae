//! Whether a live tree is good enough for a question. Pure.

use std::time::Duration;

use deskhand_model::{Fields, NodeId, Tree};

use super::asked::Asked;
use super::live::Kept;
use super::plan::{Parts, Plan, plan};
use crate::ports::{Freshness, Telling, Told};

/// What a question needs.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// Nothing but the tree.
    Nothing,
    /// These parts of the application.
    Parts(Parts),
    /// All of the application.
    Whole,
}

/// What has to be read to answer from the tree that is `kept`.
pub(crate) fn need(kept: Option<&Kept>, pending: &Told, asked: &Asked<'_>, telling: Telling) -> Need {
    let Some(kept) = kept.filter(|kept| kept.fields.contains(asked.request.fields)) else {
        return Need::Whole;
    };
    if is_too_old(kept, asked) || (!telling.structure && is_doubtful(kept, asked)) {
        return Need::Whole;
    }
    let waits = |id, fields| can_wait(&kept.tree, id, fields, asked);
    match plan(&kept.tree, pending, kept.fields, telling, waits) {
        Plan::Nothing => Need::Nothing,
        Plan::Parts(parts) => Need::Parts(parts),
        Plan::Whole => Need::Whole,
    }
}

/// Whether the question is about others: about roles that the element does not have, when only its words are different, and
/// nothing is below it, so that it is on nobody's path. It is read when somebody asks for everything.
pub(crate) fn can_wait(tree: &Tree, id: NodeId, fields: Fields, asked: &Asked<'_>) -> bool {
    let words = Fields::NAME | Fields::DESCRIPTION;
    asked.request.only_roles.as_ref().is_some_and(|roles| !roles.contains(&tree.node(id).role))
        && words.contains(fields)
        && tree.descendants(id).len() == 0
}

/// Whether somebody wants a reading that began after the question.
fn is_too_old(kept: &Kept, asked: &Asked<'_>) -> bool {
    asked.wants_it_now() && kept.began <= asked.at
}

/// Where what is told is only a hint: whether there was a hint, or silence for too long. An answer that nobody confirms
/// must not be older than the last hint.
fn is_doubtful(kept: &Kept, asked: &Asked<'_>) -> bool {
    let age = asked.clock.now().since(kept.began);
    let exceeds = |limit: Option<Duration>| limit.is_some_and(|limit| age > limit);
    let stirred = match asked.request.freshness {
        Freshness::Told => false,
        Freshness::Current => kept.stirred,
        Freshness::NoOlderThan(limit) => kept.stirred || (!limit.is_zero() && age > limit),
    };
    stirred || exceeds(asked.max_age)
}
