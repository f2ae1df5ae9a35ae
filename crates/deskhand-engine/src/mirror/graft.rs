//! Putting what was read again into a live tree. Pure.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use deskhand_model::{Branch, ErrorKind, Handle, NodeId, Tree};

use super::fetch::{Fetched, Grown};
use crate::detail::merged;
use crate::ports::Told;

/// Puts the parts into the tree; who holds it sees nothing of that. Returns what has to be read because of what was seen.
/// A tree in which nothing is different stays the very same.
pub(crate) fn graft(tree: &mut Arc<Tree>, fetched: Fetched) -> Told {
    let mut more = Told::default();
    for (id, answer) in fetched.nodes {
        match answer {
            Ok(data) => {
                let node = merged(tree.node(id).clone(), data, fetched.fields);
                if node != *tree.node(id) {
                    Arc::make_mut(tree).replace(id, node);
                }
            }
            Err(error) if error.kind() == ErrorKind::ElementGone => ask_above(tree, id, &mut more),
            Err(_) => more.anything = true,
        }
    }
    let mut new: HashSet<Handle> = HashSet::new();
    // From the last to the first: numbers before a change stay what they were.
    for (id, grown) in fetched.below.into_iter().rev() {
        match grown {
            Grown::All(part) => {
                note(&part, &mut new);
                Arc::make_mut(tree).splice(id, &part);
            }
            Grown::Children(children) => {
                for part in children.iter().filter_map(|(_, part)| part.as_ref()) {
                    note(part, &mut new);
                }
                if !regrow(tree, id, &children) {
                    more.anything = true;
                }
            }
            Grown::Gone => ask_above(tree, id, &mut more),
            Grown::Unknown => more.anything = true,
        }
    }
    if appears_twice(tree, &new) {
        // It moved, and only one of its two places was told.
        more.anything = true;
    }
    more
}

/// An element is gone: what is below the one above it?
fn ask_above(tree: &Tree, id: NodeId, more: &mut Told) {
    match tree.parent(id) {
        Some(above) => {
            more.children.insert(tree.node(above).handle.clone());
        }
        None => more.anything = true,
    }
}

/// Puts the children of a node together anew. Says whether all that should be there were.
fn regrow(tree: &mut Arc<Tree>, id: NodeId, children: &[(Handle, Option<Arc<Tree>>)]) -> bool {
    let own: HashMap<&Handle, NodeId> =
        tree.children(id).map(|child| (&tree.node(child).handle, child)).collect();
    let branches: Option<Vec<Branch<'_>>> = children
        .iter()
        .map(|(handle, new)| match new {
            Some(new) => Some(Branch::New(new)),
            None => own.get(handle).copied().map(Branch::Kept),
        })
        .collect();
    let Some(branches) = branches else { return false };
    let same = |(branch, child): (&Branch<'_>, NodeId)| matches!(branch, Branch::Kept(id) if *id == child);
    let is_as_before = branches.len() == own.len() && branches.iter().zip(tree.children(id)).all(same);
    if !is_as_before {
        Arc::make_mut(tree).regrow(id, &branches);
    }
    true
}

fn note(part: &Tree, new: &mut HashSet<Handle>) {
    new.extend(part.ids().map(|id| part.node(id).handle.clone()));
}

fn appears_twice(tree: &Tree, new: &HashSet<Handle>) -> bool {
    let mut seen = HashSet::with_capacity(new.len());
    !new.is_empty()
        && tree
            .ids()
            .map(|id| &tree.node(id).handle)
            .any(|handle| new.contains(handle) && !seen.insert(handle))
}
