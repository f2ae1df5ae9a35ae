//! Descriptions and windows, on trees and questions that nobody thought of.

use proptest::prelude::*;

use crate::{Counting, Description, Handle, NodeData, NodeId, Query, Role, Tree, TreeBuilder};

const ROLES: &[Role] = &[Role::Window, Role::Button, Role::Text, Role::Group];
const NAMES: &[&str] = &["", "Save", "save", "Save All", "Öffnen", "öffnen", "OK"];
const IDS: &[&str] = &["", "a", "b"];

/// An element to be: its level, and its role, name and id by their numbers.
type Seed = (usize, usize, usize, usize);

/// A tree with every element at the level that it wants, or as far down as there is something above it.
fn grown(seeds: &[Seed]) -> Tree {
    let mut builder = TreeBuilder::new();
    let mut path = vec![builder.add(NodeData::new(Handle::new("root"), Role::Application, "app".into()))];
    for (number, &(level, role, name, id)) in seeds.iter().enumerate() {
        let mut node = NodeData::new(Handle::new(format!("n{number}")), ROLES[role], "".into());
        node.name = NAMES[name].into();
        node.id = IDS[id].into();
        path.truncate(level.max(1));
        let place = builder.add(node);
        builder.link(*path.last().expect("the root stays"), place);
        path.push(place);
    }
    builder.build().expect("there is a root")
}

fn seeds() -> impl Strategy<Value = Vec<Seed>> {
    let seed = (1..5usize, 0..ROLES.len(), 0..NAMES.len(), 0..IDS.len());
    proptest::collection::vec(seed, 0..30)
}

fn descriptions() -> impl Strategy<Value = Description> {
    let role = proptest::option::of(proptest::sample::select(ROLES));
    let label =
        proptest::option::of(proptest::sample::select(vec!["", "save", "Save", "all", "ÖFF", "none"]));
    let id = proptest::option::of(proptest::sample::select(vec!["a", "b", "c"]));
    let counting = prop::sample::select(vec![Counting::Widgets, Counting::Elements, Counting::All]);
    (role, label, id, counting).prop_map(|(role, label, id, counting)| Description {
        role,
        label: label.map(str::to_owned),
        id: id.map(str::to_owned),
        counting,
    })
}

/// Whether everything that the description says is true of the element.
fn fits(description: &Description, node: &NodeData) -> bool {
    let name = node.name.to_lowercase();
    description.role.is_none_or(|role| node.role == role)
        && description.label.as_ref().is_none_or(|label| name.contains(&label.to_lowercase()))
        && description.id.as_ref().is_none_or(|id| *node.id == **id)
}

/// The top-level element that an element is in or is.
fn window_of(tree: &Tree, id: NodeId) -> Option<NodeId> {
    std::iter::once(id).chain(tree.ancestors(id)).find(|&above| tree.depth(above) == 1)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_match_is_what_was_described_and_where_it_was_asked_for(
        seeds in seeds(),
        description in descriptions(),
        wanted in proptest::collection::vec(0..4usize, 0..3),
    ) {
        let tree = grown(&seeds);
        let windows: Vec<NodeId> = tree.children(NodeId::ROOT).collect();
        let wanted: Vec<NodeId> = wanted.iter().filter_map(|&number| windows.get(number).copied()).collect();
        let handles = wanted.iter().map(|&id| tree.node(id).handle.clone());
        let query = Query::describing(description.clone()).inside(handles);

        let found = query.matches(&tree).expect("a description is never too hard");

        prop_assert!(found.is_sorted_by(|a, b| a < b), "{found:?}");
        for &id in &found {
            prop_assert!(fits(&description, tree.node(id)), "{:?}", tree.node(id));
            prop_assert!(window_of(&tree, id).is_some_and(|window| wanted.contains(&window)));
        }
        let candidates = tree.ids().filter(|&id| {
            let is_element = tree.depth(id) > 1 || description.role.is_some() || description.id.is_some();
            is_element && fits(&description, tree.node(id))
                && window_of(&tree, id).is_some_and(|window| wanted.contains(&window))
        });
        let candidates: Vec<NodeId> = candidates.collect();
        if description.counting == Counting::All {
            prop_assert_eq!(found, candidates);
        } else {
            prop_assert!(found.len() == 1 || found == candidates, "one that is meant, or all: {:?}", found);
        }
    }

    #[test]
    fn the_windows_together_hold_what_the_whole_holds(seeds in seeds(), role in 0..ROLES.len()) {
        let tree = grown(&seeds);
        let query = Query::parse(&format!("role:{}", ROLES[role])).expect("a query");
        let whole = query.matches(&tree).expect("matches");
        let mut parts: Vec<NodeId> = Vec::new();
        for window in tree.children(NodeId::ROOT) {
            let inside = query.clone().inside([tree.node(window).handle.clone()]);
            prop_assert_eq!(inside.source(), query.source());
            parts.extend(inside.matches(&tree).expect("matches"));
        }
        prop_assert_eq!(parts, whole);
    }
}

#[test]
fn inside_of_no_window_there_is_nothing() {
    let tree = grown(&[(1, 0, 6, 1), (2, 1, 1, 1)]);
    for query in ["Save", "role:button", "button[name=Save]", "//button"] {
        let query = Query::parse(query).expect(query);
        assert_eq!(query.matches(&tree).expect("matches").len(), 1, "{query:?}");
        assert!(query.inside([]).matches(&tree).expect("matches").is_empty());
    }
}

#[test]
fn a_query_inside_of_a_window_needs_the_tree_as_it_is() {
    let query = Query::parse("role:button").expect("a query");
    assert_eq!(query.only_roles(), Some(vec![Role::Button]));
    assert_eq!(query.inside([Handle::new("n0")]).only_roles(), None, "windows are not in a list of buttons");
}
