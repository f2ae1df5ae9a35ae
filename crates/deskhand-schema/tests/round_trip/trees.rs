//! Trees and what is found in them.

use std::sync::Arc;
use std::time::Duration;

use deskhand_engine::{self as engine, ports::ReadPath};
use deskhand_model::{
    App, AppId, Candidate, Fields, Handle, Health, NodeData, NodeId, Query, Role, Toolkit, Tree, TreeBuilder,
};
use deskhand_schema::{Document, Matches, Snapshot, SnapshotChunks};
use proptest::prelude::*;
use serde_json::json;

use crate::{sample, through_json};

/// Everything that a snapshot holds, for comparing.
fn told(snapshot: &engine::Snapshot) -> (String, Vec<(Option<NodeId>, NodeData)>) {
    let engine::Snapshot { app, tree, path, direct, calls, rounds, took, age } = snapshot;
    let rest = format!("{app:?} {path:?} {direct} {calls} {rounds} {took:?} {age:?} {:?}", tree.gaps());
    (rest, tree.ids().map(|id| (tree.parent(id), tree.node(id).clone())).collect())
}

fn chunks(snapshot: &engine::Snapshot) -> Vec<Vec<u8>> {
    SnapshotChunks::new(snapshot.clone()).collect::<Result<_, _>>().unwrap()
}

fn of(tree: Tree) -> engine::Snapshot {
    engine::Snapshot {
        app: App {
            id: AppId::new("app"),
            name: "app".to_owned(),
            pid: Some(7),
            executable: None,
            desktop_id: None,
            toolkit: Toolkit::default(),
            health: Health::Responding,
        },
        tree: Arc::new(tree),
        path: ReadPath::Walk,
        direct: false,
        calls: 1,
        rounds: 1,
        took: Duration::from_millis(5),
        age: Duration::ZERO,
    }
}

fn node(name: &str, role: Role) -> NodeData {
    let mut node = NodeData::new(Handle::new(name), role, role.name().into());
    node.name = name.into();
    node.known = Fields::ROLE | Fields::NAME;
    node
}

/// app(one(a, b), two(c))
fn small() -> Tree {
    let mut builder = TreeBuilder::new();
    for (name, role, above) in [
        ("app", Role::Application, None),
        ("one", Role::Window, Some(0)),
        ("a", Role::Button, Some(1)),
        ("b", Role::Button, Some(1)),
        ("two", Role::Window, Some(0)),
        ("c", Role::Button, Some(4)),
    ] {
        let number = builder.add(node(name, role));
        if let Some(above) = above {
            builder.link(above, number);
        }
    }
    builder.build().unwrap()
}

fn found(tree: Tree, ids: &[NodeId]) -> engine::Found {
    let snapshot = of(tree);
    let element = |&id: &NodeId| {
        let mut data = snapshot.tree.node(id).clone();
        data.description = "complete".into();
        data.known = Fields::ALL;
        engine::Element { app: snapshot.app.clone(), tree: snapshot.tree.clone(), id, data, healed: None }
    };
    engine::Found { elements: ids.iter().map(element).collect(), snapshot }
}

fn json_of(snapshot: &engine::Snapshot) -> serde_json::Value {
    serde_json::from_slice(&chunks(snapshot).concat()).unwrap()
}

fn path(element: &engine::Element) -> String {
    Candidate::describe(&element.tree, element.id, 1.0).path
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_tree_reads_back(snapshot in sample::snapshot()) {
        let text = chunks(&snapshot).concat();
        let read: Snapshot = serde_json::from_slice(&text).unwrap();
        prop_assert_eq!(told(&engine::Snapshot::try_from(read).unwrap()), told(&snapshot));
    }

    #[test]
    fn the_pieces_of_a_tree_are_its_document(snapshot in sample::snapshot()) {
        let pieces = json_of(&snapshot);
        let read: Document<Snapshot> = serde_json::from_value(pieces.clone()).unwrap();
        prop_assert_eq!(serde_json::to_value(Document::new(read.body)).unwrap(), pieces);
    }

    #[test]
    fn what_was_found_reads_back(
        snapshot in sample::snapshot(),
        picks in proptest::collection::vec((any::<prop::sample::Index>(), sample::node()), 0..5),
    ) {
        let tree = &snapshot.tree;
        let elements: Vec<engine::Element> = picks
            .into_iter()
            .map(|(pick, data)| {
                let id = NodeId(pick.index(tree.len()) as u32);
                let data = NodeData { handle: tree.node(id).handle.clone(), ..data };
                engine::Element { app: snapshot.app.clone(), tree: tree.clone(), id, data, healed: None }
            })
            .collect();
        let found = engine::Found { snapshot: snapshot.clone(), elements };
        let matches: Matches = through_json(&Matches::from_found(&Query::parse("x").unwrap(), &found));
        let read = engine::Found::try_from(matches).unwrap();

        prop_assert_eq!(read.elements.len(), found.elements.len());
        for (read, written) in read.elements.iter().zip(&found.elements) {
            prop_assert_eq!(&read.data, &written.data);
            prop_assert_eq!(read.tree.node(read.id), written.tree.node(written.id));
            prop_assert_eq!(path(read), path(written));
        }
        prop_assert_eq!(told(&read.snapshot).0, told(&snapshot).0);
    }
}

#[test]
fn of_a_tree_only_the_way_to_what_was_found_is_sent() {
    let query = Query::parse("a").unwrap();
    let matches = Matches::from_found(&query, &found(small(), &[NodeId(5), NodeId(4)]));
    let handles: Vec<&str> = matches.snapshot.nodes.iter().map(|node| node.handle.as_str()).collect();
    assert_eq!(handles, ["app", "two", "c"]);
    assert_eq!(matches.elements.iter().map(|found| found.node).collect::<Vec<_>>(), [2, 1]);
    let none = Matches::from_found(&query, &found(small(), &[]));
    assert_eq!(none.snapshot.nodes.len(), 1, "the application itself");
}

#[test]
fn the_one_element_that_was_found_reads_back() {
    let element = found(small(), &[NodeId(3)]).elements.remove(0);
    let matches: Matches = through_json(&Matches::from_element(&Query::parse("b").unwrap(), &element));
    assert_eq!(matches.query, "b");
    let read = engine::Element::try_from(matches.clone()).unwrap();
    assert_eq!((&read.app, &read.data, path(&read)), (&element.app, &element.data, path(&element)));
    for count in [0, 2] {
        let elements = vec![matches.elements[0].clone(); count];
        let error = engine::Element::try_from(Matches { elements, ..matches.clone() }).unwrap_err();
        assert!(error.message().contains(&format!("{count} elements")), "{error}");
    }
}

#[test]
fn a_tree_that_makes_no_sense_is_an_error_and_no_panic() {
    let node = |parent: Option<u32>| match parent {
        Some(parent) => json!({"handle": "h", "parent": parent, "element": {"role": "button"}}),
        None => json!({"handle": "h", "element": {"role": "button"}}),
    };
    for (parents, reason) in [
        (&[][..], "has no nodes"),
        (&[Some(0)], "the first node of the tree has a parent"),
        (&[None, None], "node 1 of the tree has no parent"),
        (&[None, Some(1)], "node 1 of the tree is said to be in node 1"),
        (&[None, Some(2), Some(0)], "node 1 of the tree is said to be in node 2"),
        (&[None, Some(u32::MAX)], "node 1 of the tree is said to be in node 4294967295"),
        (&[None, Some(0), Some(0), Some(1)], "node 3 of the tree is said to be in node 1"),
    ] {
        let mut json = json_of(&of(small()));
        json["nodes"] = parents.iter().map(|parent| node(*parent)).collect();
        let read: Snapshot = serde_json::from_value(json).unwrap();
        let error = engine::Snapshot::try_from(read).unwrap_err();
        assert!(error.message().contains(reason), "{error}");
    }
}

#[test]
fn a_match_outside_of_the_tree_is_an_error() {
    let mut matches = Matches::from_found(&Query::parse("a").unwrap(), &found(small(), &[NodeId(2)]));
    matches.elements[0].node = 3;
    let error = engine::Found::try_from(matches).unwrap_err();
    assert!(error.message().contains("node 3 of a tree with 3"), "{error}");
}

#[test]
fn fields_are_written_once_unless_a_node_has_others() {
    let tree = small().map(|id, node| {
        if id == NodeId(2) {
            node.known = Fields::NONE;
        }
    });
    let json = json_of(&of(tree));
    assert_eq!(json["fields"], json!(["role", "name"]));
    let own: Vec<Option<&serde_json::Value>> =
        json["nodes"].as_array().unwrap().iter().map(|node| node.get("fields")).collect();
    assert_eq!(own, [None, None, Some(&json!([])), None, None, None]);
}

#[test]
fn a_tree_of_any_depth_is_written_in_small_pieces_and_reads_back() {
    let mut builder = TreeBuilder::new();
    for number in 0..100_000 {
        builder.add(node(&format!("node {number}"), Role::Group));
        if number > 0 {
            builder.link(number - 1, number);
        }
    }
    let snapshot = of(builder.build().unwrap());
    let pieces = chunks(&snapshot);
    assert!(pieces.len() > 50, "{}", pieces.len());
    assert!(pieces.iter().all(|piece| piece.len() < 70_000));
    let read: Snapshot = serde_json::from_slice(&pieces.concat()).unwrap();
    let read = engine::Snapshot::try_from(read).unwrap();
    assert_eq!(read.tree.depth(NodeId(99_999)), 99_999);
}
