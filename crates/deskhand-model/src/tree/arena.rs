//! The nodes of a tree, one after the other in tree order, and the ways through them.

use std::sync::Arc;

use super::gaps::Gaps;
use super::index::Indexes;
use crate::{Handle, NodeData, NodeId, Role};

/// A node with its place in the tree.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// What is known about the element. Copies of a tree share it.
    pub(super) data: Arc<NodeData>,
    pub(super) parent: Option<NodeId>,
    /// First node after this one's subtree.
    pub(super) end: u32,
    pub(super) depth: u32,
}

/// One application's elements at one moment. Cheap to share behind an `Arc` and cheap to copy: copies share their nodes.
#[derive(Clone, Debug)]
pub struct Tree {
    pub(super) nodes: Vec<Node>,
    pub(super) gaps: Gaps,
    pub(super) indexes: Indexes,
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
        self.nodes.get(id.index()).map(|node| &*node.data)
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
        self.indexes.with_role(self, role)
    }

    /// Ids of all nodes with exactly this name, in tree order.
    pub fn with_name(&self, name: &str) -> &[NodeId] {
        self.indexes.with_name(self, name)
    }

    /// Ids of all nodes with exactly this developer-set id, in tree order.
    pub fn with_id(&self, id: &str) -> &[NodeId] {
        self.indexes.with_id(self, id)
    }

    /// The node of the element that `handle` refers to; the first in tree order, should there be several.
    pub fn with_handle(&self, handle: &Handle) -> Option<NodeId> {
        self.indexes.with_handle(self, handle)
    }

    /// The same tree with every node passed through `change`. The shape stays.
    #[must_use]
    pub fn map(&self, mut change: impl FnMut(NodeId, &mut NodeData)) -> Tree {
        let mut nodes = self.nodes.clone();
        for (index, node) in nodes.iter_mut().enumerate() {
            change(NodeId(index as u32), Arc::make_mut(&mut node.data));
        }
        Tree::from_nodes(nodes, self.gaps.clone())
    }

    pub(super) fn from_nodes(nodes: Vec<Node>, gaps: Gaps) -> Tree {
        Tree { nodes, gaps, indexes: Indexes::default() }
    }
}
