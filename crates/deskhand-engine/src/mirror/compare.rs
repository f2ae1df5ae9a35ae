//! What is different between two trees of one application, in words. Pure.

use std::collections::HashMap;
use std::fmt::Debug;

use deskhand_model::{Candidate, Fields, Handle, NodeData, NodeId, Tree};

/// What the live tree shows otherwise than a new reading, as far as these fields go; one sentence each.
pub(crate) fn differences(live: &Tree, read: &Tree, fields: Fields) -> Vec<String> {
    let mut told = Vec::new();
    let mut pairs = vec![(NodeId::ROOT, NodeId::ROOT)];
    while let Some((own, other)) = pairs.pop() {
        let place = || Candidate::describe(read, other, 1.0).path;
        told.extend(
            in_fields(live.node(own), read.node(other), fields).map(|what| format!("{}: {what}", place())),
        );
        pairs.extend(in_children(live, own, read, other, &mut told));
    }
    told
}

fn in_fields(live: &NodeData, read: &NodeData, fields: Fields) -> impl Iterator<Item = String> + use<> {
    let compared = [
        (Fields::ROLE, said("role", live.role, read.role)),
        (Fields::NAME, said("name", &live.name, &read.name)),
        (Fields::DESCRIPTION, said("description", &live.description, &read.description)),
        (Fields::ID, said("id", &live.id, &read.id)),
        (Fields::STATES, said("states", live.states, read.states)),
        (Fields::ACTIONS, said("actions", live.actions, read.actions)),
        (Fields::BOUNDS, said("bounds", live.bounds, read.bounds)),
        (Fields::VALUE, said("value", live.value, read.value)),
        (Fields::TEXT, said("text", &live.text, &read.text)),
        (Fields::ATTRIBUTES, said("attributes", &live.attributes, &read.attributes)),
    ];
    compared.into_iter().filter(move |(field, _)| fields.contains(*field)).filter_map(|(_, said)| said)
}

fn said<T: PartialEq + Debug>(what: &str, live: T, read: T) -> Option<String> {
    (live != read).then(|| format!("its {what} is {read:?}, and the live tree says {live:?}"))
}

/// Compares the children of two nodes, and returns those that are to be compared in turn.
fn in_children(
    live: &Tree,
    own: NodeId,
    read: &Tree,
    other: NodeId,
    told: &mut Vec<String>,
) -> Vec<(NodeId, NodeId)> {
    let known: HashMap<&Handle, NodeId> =
        live.children(own).map(|child| (&live.node(child).handle, child)).collect();
    let mut pairs = Vec::new();
    for child in read.children(other) {
        match known.get(&read.node(child).handle) {
            Some(&same) => pairs.push((same, child)),
            None => told.push(format!(
                "{} is there, and the live tree lacks it",
                Candidate::describe(read, child, 1.0).path
            )),
        }
    }
    if pairs.len() < known.len() {
        let there: Vec<NodeId> = pairs.iter().map(|(same, _)| *same).collect();
        for gone in live.children(own).filter(|child| !there.contains(child)) {
            let place = Candidate::describe(live, gone, 1.0).path;
            told.push(format!("{place} is gone, and the live tree still shows it"));
        }
    }
    if !pairs.is_sorted() {
        let place = Candidate::describe(read, other, 1.0).path;
        told.push(format!("{place}: its children are in another order than in the live tree"));
    }
    pairs
}

#[cfg(test)]
mod tests {
    use deskhand_model::{Role, State, TreeBuilder};

    use super::*;

    /// A list of items with these handles; the first character of each is its name.
    fn list(items: &[&str]) -> Tree {
        let mut builder = TreeBuilder::new();
        let root = builder.add(NodeData::new(Handle::new("list"), Role::List, "list".into()));
        for item in items {
            let mut node = NodeData::new(Handle::new(*item), Role::ListItem, "list item".into());
            node.name = item[..1].into();
            let item = builder.add(node);
            builder.link(root, item);
        }
        builder.build().unwrap()
    }

    fn check(live: &Tree, read: &Tree, expected: &[&str]) {
        let told = differences(live, read, Fields::NAME | Fields::STATES);
        assert_eq!(told.len(), expected.len(), "{told:?}");
        for (told, expected) in told.iter().zip(expected) {
            assert!(told.contains(expected), "{told}");
        }
    }

    #[test]
    fn equal_trees_differ_in_nothing() {
        check(&list(&["a", "b"]), &list(&["a", "b"]), &[]);
    }

    #[test]
    fn what_came_went_and_moved_is_named() {
        check(&list(&["a"]), &list(&["a", "b"]), &["\"b\" is there"]);
        check(&list(&["a", "b"]), &list(&["b"]), &["\"a\" is gone"]);
        check(&list(&["a", "b"]), &list(&["b", "a"]), &["another order"]);
        check(&list(&["a1"]), &list(&["a2"]), &["\"a\" is there", "\"a\" is gone"]);
    }

    #[test]
    fn only_fields_that_are_kept_are_compared() {
        let live = list(&["a", "b"]);
        let read = live.map(|id, node| {
            if id == NodeId(1) {
                node.states.insert(State::Checked);
                node.description = "not kept".into();
            }
        });
        check(&live, &read, &["its states"]);
    }
}
