//! An application's accessibility tree: an immutable arena in tree order.
//!
//! Nodes are stored so that a subtree is one contiguous run; "is it below" is a comparison of two numbers and
//! walking needs no pointers. Indexes by role, name and id are built on first use.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use crate::{NodeData, NodeId, Role};

/// A node with its place in the tree.
#[derive(Clone, Debug)]
struct Node {
    /// What is known about the element.
    data: NodeData,
    parent: Option<NodeId>,
    /// First node after this one's subtree.
    end: u32,
    depth: u32,
}

/// Why a tree does not hold everything that the application has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gaps {
    /// The reading stopped at this number of nodes.
    pub node_limit: Option<usize>,
    /// Nodes at this depth were not opened.
    pub depth_limit: Option<usize>,
    /// Time ran out before all was read.
    pub out_of_time: bool,
    /// Children that were also somebody's ancestor or somebody else's child; they were left out.
    pub repeated: usize,
    /// Nodes that the application dropped or failed to describe while it was read.
    pub unreadable: usize,
}

impl Gaps {
    /// Whether the tree lacks part of the application's content.
    pub fn is_truncated(&self) -> bool {
        self.node_limit.is_some() || self.depth_limit.is_some() || self.out_of_time
    }
}

/// One application's elements at one moment. Cheap to share behind an `Arc`; never changes.
#[derive(Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    gaps: Gaps,
    by_role: OnceLock<HashMap<Role, Vec<NodeId>>>,
    by_name: OnceLock<HashMap<Arc<str>, Vec<NodeId>>>,
    by_id: OnceLock<HashMap<Arc<str>, Vec<NodeId>>>,
}

impl Tree {
    /// The number of nodes; at least one, the root.
    #[expect(clippy::len_without_is_empty, reason = "a tree is never empty")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// What the reading had to leave out.
    pub fn gaps(&self) -> &Gaps {
        &self.gaps
    }

    /// The node at `id`. Ids of another tree give a node that has nothing to do with them, or a panic.
    pub fn node(&self, id: NodeId) -> &NodeData {
        &self.nodes[id.index()].data
    }

    /// The node at `id`, or `None` when the tree has fewer nodes.
    pub fn get(&self, id: NodeId) -> Option<&NodeData> {
        self.nodes.get(id.index()).map(|node| &node.data)
    }

    /// All ids in tree order: a node before its children, siblings from first to last.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// The node above `id`.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.nodes[id.index()].parent
    }

    /// How many nodes are above `id`.
    pub fn depth(&self, id: NodeId) -> usize {
        self.nodes[id.index()].depth as usize
    }

    /// The nodes directly below `id`.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let end = self.nodes[id.index()].end;
        let first = id.0 + 1;
        std::iter::successors((first < end).then_some(NodeId(first)), move |child| {
            let next = self.nodes[child.index()].end;
            (next < end).then_some(NodeId(next))
        })
    }

    /// The nodes below `id` at any depth, in tree order; `id` itself is not among them.
    pub fn descendants(
        &self,
        id: NodeId,
    ) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
        (id.0 + 1..self.nodes[id.index()].end).map(NodeId)
    }

    /// The nodes above `id`, nearest first.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.parent(id), |&above| self.parent(above))
    }

    /// Whether `inner` is somewhere below `outer`.
    pub fn is_below(&self, inner: NodeId, outer: NodeId) -> bool {
        inner.0 > outer.0 && inner.0 < self.nodes[outer.index()].end
    }

    /// The top-level surface that `id` is in: the root's child on the path to it (or the root itself).
    pub fn window_of(&self, id: NodeId) -> NodeId {
        let mut at = id;
        while let Some(above) = self.parent(at) {
            if above == NodeId::ROOT {
                return at;
            }
            at = above;
        }
        at
    }

    /// Ids of all nodes with this role, in tree order.
    pub fn with_role(&self, role: Role) -> &[NodeId] {
        let index = self.by_role.get_or_init(|| {
            let mut index: HashMap<Role, Vec<NodeId>> = HashMap::new();
            for id in self.ids() {
                index.entry(self.node(id).role).or_default().push(id);
            }
            index
        });
        index.get(&role).map_or(&[], Vec::as_slice)
    }

    /// Ids of all nodes with exactly this name, in tree order.
    pub fn with_name(&self, name: &str) -> &[NodeId] {
        let index = self.by_name.get_or_init(|| self.index_text(|node| &node.name));
        index.get(name).map_or(&[], Vec::as_slice)
    }

    /// Ids of all nodes with exactly this developer-set id, in tree order.
    pub fn with_id(&self, id: &str) -> &[NodeId] {
        let index = self.by_id.get_or_init(|| self.index_text(|node| &node.id));
        index.get(id).map_or(&[], Vec::as_slice)
    }

    fn index_text(&self, text: impl Fn(&NodeData) -> &Arc<str>) -> HashMap<Arc<str>, Vec<NodeId>> {
        let mut index: HashMap<Arc<str>, Vec<NodeId>> = HashMap::new();
        for id in self.ids() {
            let key = text(self.node(id));
            if !key.is_empty() {
                index.entry(key.clone()).or_default().push(id);
            }
        }
        index
    }

    /// The same tree with every node passed through `change`. The shape stays.
    #[must_use]
    pub fn map(&self, mut change: impl FnMut(NodeId, &mut NodeData)) -> Tree {
        let mut nodes = self.nodes.clone();
        for (index, node) in nodes.iter_mut().enumerate() {
            change(NodeId(index as u32), &mut node.data);
        }
        Tree::from_nodes(nodes, self.gaps.clone())
    }

    fn from_nodes(nodes: Vec<Node>, gaps: Gaps) -> Tree {
        Tree { nodes, gaps, by_role: OnceLock::new(), by_name: OnceLock::new(), by_id: OnceLock::new() }
    }
}

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
        let root = waiting.first_mut()?.take()?;
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
            laid.push(Node { data, parent: Some(parent), end: 0, depth });
            path.push((child, place, 0));
        }
        Some(Tree::from_nodes(laid, gaps))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Handle;

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
