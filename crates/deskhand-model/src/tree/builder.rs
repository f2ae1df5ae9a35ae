//! Laying out nodes as a tree.

use std::sync::Arc;

use super::arena::{Node, Tree};
use super::gaps::Gaps;
use crate::{NodeData, NodeId};

/// Collects nodes in whatever order a provider learns of them and lays them out as a [`Tree`].
#[derive(Debug, Default)]
pub struct TreeBuilder {
    nodes: Vec<NodeData>,
    children: Vec<Vec<usize>>,
    gaps: Gaps,
}

impl TreeBuilder {
    /// An empty builder.
    pub fn new() -> TreeBuilder {
        TreeBuilder::default()
    }

    /// Adds a node and returns its number in this builder. The first one is the root.
    pub fn add(&mut self, node: NodeData) -> usize {
        self.nodes.push(node);
        self.children.push(Vec::new());
        self.nodes.len() - 1
    }

    /// Makes `child` the next child of `parent`.
    pub fn link(&mut self, parent: usize, child: usize) {
        self.children[parent].push(child);
    }

    /// The node with this number.
    pub fn node_mut(&mut self, number: usize) -> &mut NodeData {
        &mut self.nodes[number]
    }

    /// How many nodes were added.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing was added yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Notes what the reading had to leave out.
    pub fn gaps_mut(&mut self) -> &mut Gaps {
        &mut self.gaps
    }

    /// Lays out everything reachable from the first node. A node that is linked twice, or linked into its own
    /// subtree, stays at the first place in tree order; the other links are counted in [`Gaps::repeated`].
    /// `None` when no node was added.
    pub fn build(self) -> Option<Tree> {
        let TreeBuilder { nodes, children, mut gaps } = self;
        let mut waiting: Vec<Option<NodeData>> = nodes.into_iter().map(Some).collect();
        let mut laid: Vec<Node> = Vec::with_capacity(waiting.len());
        let root = Arc::new(waiting.first_mut()?.take()?);
        laid.push(Node { data: root, parent: None, end: 0, depth: 0 });

        // The path from the root: (number in the builder, place in the tree, next child to visit).
        let mut path: Vec<(usize, usize, usize)> = vec![(0, 0, 0)];
        while let Some((number, place, next)) = path.last_mut() {
            let Some(&child) = children[*number].get(*next) else {
                laid[*place].end = laid.len() as u32;
                path.pop();
                continue;
            };
            *next += 1;
            let Some(data) = waiting.get_mut(child).and_then(Option::take) else {
                gaps.repeated += 1;
                continue;
            };
            let parent = NodeId(*place as u32);
            let depth = path.len() as u32;
            let place = laid.len();
            laid.push(Node { data: Arc::new(data), parent: Some(parent), end: 0, depth });
            path.push((child, place, 0));
        }
        Some(Tree::from_nodes(laid, gaps))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Handle, Role};

    fn node(name: &str) -> NodeData {
        let mut node = NodeData::new(Handle::new(name), Role::Group, "panel".into());
        node.name = name.into();
        node
    }

    /// root(a(b, c), d)
    fn sample() -> Tree {
        let mut builder = TreeBuilder::new();
        let [root, d, a, c, b] = ["root", "d", "a", "c", "b"].map(|name| builder.add(node(name)));
        for (parent, child) in [(root, a), (a, b), (a, c), (root, d)] {
            builder.link(parent, child);
        }
        builder.build().unwrap()
    }

    fn names(tree: &Tree, ids: impl IntoIterator<Item = NodeId>) -> String {
        ids.into_iter().map(|id| tree.node(id).name.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn nodes_come_in_tree_order_whatever_the_order_of_adding() {
        let tree = sample();
        assert_eq!(names(&tree, tree.ids()), "root a b c d");
        assert_eq!(names(&tree, tree.children(NodeId::ROOT)), "a d");
        assert_eq!(names(&tree, tree.descendants(NodeId(1))), "b c");
        assert_eq!(names(&tree, tree.ancestors(NodeId(3))), "a root");
        assert_eq!(tree.depth(NodeId(3)), 2);
    }

    #[test]
    fn a_window_is_the_child_of_the_root_on_the_path() {
        let tree = sample();
        assert_eq!(names(&tree, [tree.window_of(NodeId(3))]), "a");
        assert_eq!(names(&tree, [tree.window_of(NodeId(4))]), "d");
        assert_eq!(tree.window_of(NodeId::ROOT), NodeId::ROOT);
    }

    #[test]
    fn cycles_and_second_parents_are_cut_and_counted() {
        let mut builder = TreeBuilder::new();
        let [root, a, b] = ["root", "a", "b"].map(|name| builder.add(node(name)));
        for (parent, child) in [(root, a), (a, b), (b, a), (b, root), (root, b), (a, a)] {
            builder.link(parent, child);
        }
        let tree = builder.build().unwrap();
        assert_eq!(names(&tree, tree.ids()), "root a b");
        assert_eq!(tree.gaps().repeated, 4);
    }

    #[test]
    fn a_very_deep_tree_does_not_overflow_the_stack() {
        let mut builder = TreeBuilder::new();
        let mut above = builder.add(node("root"));
        for _ in 0..200_000 {
            let below = builder.add(node("x"));
            builder.link(above, below);
            above = below;
        }
        let tree = builder.build().unwrap();
        assert_eq!(tree.depth(NodeId(200_000)), 200_000);
    }

    #[test]
    fn the_name_index_finds_every_bearer_in_order() {
        let tree = sample();
        assert_eq!(tree.with_name("c"), [NodeId(3)]);
        assert_eq!(tree.with_name("nobody"), []);
        assert_eq!(tree.with_role(Role::Group).len(), 5);
    }
}
