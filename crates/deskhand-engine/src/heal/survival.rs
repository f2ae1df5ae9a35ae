//! How much of what was recorded is still there: whether everybody has changed, or only the one that is looked for.

use std::collections::HashSet;

use deskhand_model::{NodeId, Tree};

use super::evidence::{Kind, Moves};
use super::fingerprint::{Fingerprint, Neighbour};
use super::portrait::{place_in_window, test_id};
use super::text::folded;

/// What one expects without having seen anything, and how many sightings that is worth.
const EXPECTED: f64 = 0.75;
const WORTH: f64 = 2.0;

/// What there is in the current tree, by value.
pub(super) struct Present {
    names: HashSet<String>,
    descriptions: HashSet<String>,
    ids: HashSet<String>,
    test_ids: HashSet<String>,
}

impl Present {
    pub(super) fn new(tree: &Tree) -> Present {
        let texts = |text: &dyn Fn(NodeId) -> String| -> HashSet<String> {
            tree.ids().map(text).filter(|text| !text.is_empty()).collect()
        };
        Present {
            names: texts(&|id| folded(&tree.node(id).name)),
            descriptions: texts(&|id| folded(&tree.node(id).description)),
            ids: texts(&|id| tree.node(id).id.to_string()),
            test_ids: texts(&|id| test_id(tree.node(id)).to_owned()),
        }
    }

    /// Whether anything has an id.
    pub(super) fn tells_ids(&self) -> bool {
        !self.ids.is_empty() || !self.test_ids.is_empty()
    }

    /// Whether a recorded neighbour is still somewhere.
    pub(super) fn has(&self, neighbour: &Neighbour) -> bool {
        self.ids.contains(&neighbour.id) || self.names.contains(&folded(&neighbour.name))
    }
}

/// The share of recorded values, those of the element itself left out, that are still there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Survival {
    names: f64,
    descriptions: f64,
    ids: f64,
    test_ids: f64,
    places: f64,
}

impl Survival {
    pub(super) fn new(then: &Fingerprint, now: &Present, moves: &Moves) -> Survival {
        let neighbours = || then.before.iter().chain(&then.after);
        // The last step is the element itself.
        let steps = || then.path.iter().rev().skip(1);
        let names = neighbours()
            .map(|neighbour| &neighbour.name)
            .chain(steps().map(|step| &step.name))
            .chain(then.others.iter().map(|other| &other.name));
        let ids = neighbours()
            .map(|neighbour| &neighbour.id)
            .chain(steps().map(|step| &step.id))
            .chain(then.others.iter().map(|other| &other.id));
        let descriptions = then.others.iter().map(|other| folded(&other.description));
        let test_ids = then.others.iter().map(|other| other.test_id.clone());
        let (kept, all) = moves.kept();
        Survival {
            names: share(names.map(|name| folded(name)), &now.names),
            descriptions: share(descriptions, &now.descriptions),
            ids: share(ids.cloned(), &now.ids),
            test_ids: share(test_ids, &now.test_ids),
            places: estimate(kept, all),
        }
    }

    /// Everybody's names, ids and descriptions are others.
    #[cfg(test)]
    pub(super) const fn none_kept() -> Survival {
        Survival { names: 0.1, descriptions: 0.1, ids: 0.1, test_ids: 0.1, places: 0.9 }
    }

    /// How likely it is that what is compared has survived what happened to everybody.
    pub(super) fn of(&self, kind: Kind) -> f64 {
        match kind {
            Kind::TestId => self.test_ids,
            Kind::Identifier => self.ids,
            Kind::Label => self.names,
            // Who translates the names translates the descriptions too.
            Kind::Description => self.descriptions.min(self.names.max(0.5)),
            Kind::Position => self.places,
            _ => 1.0,
        }
    }
}

fn share(recorded: impl Iterator<Item = String>, present: &HashSet<String>) -> f64 {
    let recorded: HashSet<String> = recorded.filter(|value| !value.is_empty()).collect();
    let kept = recorded.iter().filter(|value| present.contains(*value)).count();
    estimate(kept, recorded.len())
}

fn estimate(kept: usize, all: usize) -> f64 {
    (kept as f64 + WORTH * EXPECTED) / (all as f64 + WORTH)
}

/// The recorded others that can be recognised beyond doubt, with where each was and where it is.
pub(super) fn moves(then: &Fingerprint, tree: &Tree) -> Moves {
    let only = |ids: &[NodeId]| match ids {
        [only] => Some(*only),
        _ => None,
    };
    let recognised = |value: &str, found: &[NodeId], alike: usize| {
        (!value.is_empty() && alike == 1).then(|| only(found)).flatten()
    };
    Moves::new(then.others.iter().filter_map(|other| {
        let same_id = then.others.iter().filter(|one| one.id == other.id).count();
        let same_name = then.others.iter().filter(|one| one.name == other.name).count()
            + usize::from(then.name == other.name);
        let now = recognised(&other.id, tree.with_id(&other.id), same_id)
            .or_else(|| recognised(&other.name, tree.with_name(&other.name), same_name))?;
        Some((other.bounds?, place_in_window(tree, now)?))
    }))
}
