//! What is different between two readings, in words.

use std::collections::HashMap;

use deskhand_model::{Candidate, Handle, NodeData, NodeId, State, StateSet, Tree};

/// Most elements that are listed.
const LISTED: usize = 5;

/// The elements that are different, each with the way in which it is.
pub(super) fn differences(before: &Tree, now: &Tree) -> Vec<Candidate> {
    let (old, new) = (places(before), places(now));
    let is_new = |id: NodeId| !old.contains_key(&now.node(id).handle);
    let is_gone = |id: NodeId| !new.contains_key(&before.node(id).handle);
    let changed = now.ids().filter_map(|id| {
        let words = match old.get(&now.node(id).handle) {
            None if now.parent(id).is_some_and(is_new) => Vec::new(),
            None => vec!["came"],
            Some(&then) => {
                let mut words = changes(before.node(then), now.node(id));
                if is_reordered(before, then, now, id) {
                    words.push("order of children");
                }
                words
            }
        };
        (!words.is_empty()).then(|| described(now, id, &words))
    });
    let gone = before.ids().filter(|&id| is_gone(id) && !before.parent(id).is_some_and(is_gone));
    changed.chain(gone.map(|id| described(before, id, &["went"]))).take(LISTED).collect()
}

fn places(tree: &Tree) -> HashMap<&Handle, NodeId> {
    tree.ids().map(|id| (&tree.node(id).handle, id)).collect()
}

fn described(tree: &Tree, id: NodeId, words: &[&str]) -> Candidate {
    let differences = words.iter().map(|&word| word.to_owned()).collect();
    Candidate { differences, ..Candidate::describe(tree, id, 1.0) }
}

/// What a fingerprint would tell apart.
fn changes(before: &NodeData, now: &NodeData) -> Vec<&'static str> {
    let number = |node: &NodeData| node.value.map(|value| value.current.to_bits());
    [
        ("role", before.role != now.role),
        ("name", before.name != now.name),
        ("states", lasting(before.states) != lasting(now.states)),
        ("value", number(before) != number(now)),
        ("text", before.text != now.text),
    ]
    .into_iter()
    .filter_map(|(word, differs)| differs.then_some(word))
    .collect()
}

/// States without those that say who has the focus.
fn lasting(mut states: StateSet) -> StateSet {
    states.remove(State::Focused);
    states.remove(State::Active);
    states
}

/// Whether the children that are there in both readings are in another order or have another parent.
fn is_reordered(before: &Tree, then: NodeId, now: &Tree, id: NodeId) -> bool {
    let children = |tree: &Tree, id| -> Vec<Handle> {
        tree.children(id).map(|child| tree.node(child).handle.clone()).collect()
    };
    let (old, new) = (children(before, then), children(now, id));
    if old == new {
        return false;
    }
    let (kept_old, kept_new): (Vec<_>, Vec<_>) = (
        old.iter().filter(|handle| new.contains(handle)).collect(),
        new.iter().filter(|handle| old.contains(handle)).collect(),
    );
    kept_old != kept_new
}
