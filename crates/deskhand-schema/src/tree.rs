//! Trees: elements within elements.

use deskhand_engine::Snapshot;
use deskhand_model::NodeId;
use schemars::JsonSchema;
use serde::Serialize;

use crate::receipt::milliseconds;
use crate::{App, Body, Element, Outline};

/// An element with what is inside of it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Node {
    /// What is known of it.
    #[serde(flatten)]
    pub element: Element,
    /// How many levels below the root it is.
    pub depth: usize,
    /// Whether it has children that are left out because they lie too deep.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub truncated: bool,
    /// What is inside of it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<Node>,
}

/// An application's elements, and what it cost to read them.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Tree {
    /// The application.
    pub app: App,
    /// The application's own node; its windows are its children.
    pub root: Node,
    /// How many nodes this document holds.
    pub nodes: usize,
    /// Whether part of the application's content is missing: cut at a depth, at a number of nodes, or by time.
    pub truncated: bool,
    /// Links to elements that were somewhere else in the tree already, and were left out.
    pub repeated: usize,
    /// Elements that the application dropped or failed to describe while it was read.
    pub unreadable: usize,
    /// By which way it was read.
    pub path: String,
    /// Whether a direct connection to the application was used.
    pub direct: bool,
    /// Calls to the application.
    pub calls: u64,
    /// Calls that had to wait for the answer to an earlier one.
    pub rounds: u64,
    /// How long the reading took, in milliseconds.
    pub took_ms: f64,
}

impl Body for Tree {
    const KIND: &'static str = "tree";
}

impl Tree {
    /// The part of a snapshot that `outline` shows. `outline` must be of the snapshot's own tree.
    pub fn from_snapshot(snapshot: &Snapshot, outline: &Outline<'_>) -> Tree {
        let gaps = outline.tree().gaps();
        Tree {
            app: App::from(&snapshot.app),
            root: nest(outline),
            nodes: outline.ids().count(),
            truncated: outline.is_truncated(),
            repeated: gaps.repeated,
            unreadable: gaps.unreadable,
            path: snapshot.path.name().to_owned(),
            direct: snapshot.direct,
            calls: snapshot.calls,
            rounds: snapshot.rounds,
            took_ms: milliseconds(snapshot.took),
        }
    }
}

/// Puts every shown node into its parent. Backwards, each node is complete when it is handed to its parent.
fn nest(outline: &Outline<'_>) -> Node {
    let tree = outline.tree();
    let mut waiting: Vec<Vec<Node>> = vec![Vec::new(); tree.len()];
    let build = |id: NodeId, mut children: Vec<Node>| {
        children.reverse();
        Node {
            element: Element::from(tree.node(id)),
            depth: tree.depth(id),
            truncated: outline.is_cut_at(id),
            children,
        }
    };
    for id in outline.ids().rev() {
        if let Some(parent) = tree.parent(id) {
            let children = std::mem::take(&mut waiting[id.index()]);
            waiting[parent.index()].push(build(id, children));
        }
    }
    build(NodeId::ROOT, std::mem::take(&mut waiting[NodeId::ROOT.index()]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OutlineOptions;
    use crate::outline::tests::sample;

    fn names(node: &Node) -> String {
        let inner: Vec<String> = node.children.iter().map(names).collect();
        if inner.is_empty() {
            node.element.name.clone()
        } else {
            format!("{}({})", node.element.name, inner.join(", "))
        }
    }

    #[test]
    fn children_are_nested_in_their_order() {
        let tree = sample();
        let root = nest(&Outline::new(&tree, &OutlineOptions::default()));
        assert_eq!(names(&root), "app(win(left(press me), right(words)))");
    }

    #[test]
    fn the_node_at_the_cut_says_so() {
        let tree = sample();
        let root = nest(&Outline::new(&tree, &OutlineOptions { interactive: false, depth: Some(1) }));
        assert_eq!(names(&root), "app(win)");
        assert!(root.children[0].truncated && !root.truncated);
    }
}
