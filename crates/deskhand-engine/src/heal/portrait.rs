//! How one element looks in a tree, in the terms that fingerprints are made of. Pure.

use std::collections::HashMap;

use deskhand_model::{NodeData, NodeId, Point, Rect, Role, Size, Tree};

use super::fingerprint::{Neighbour, Step};
use super::text::{folded, tidy};

/// How many neighbours are kept on each side.
const NEIGHBOURS: usize = 4;

/// Attributes that carry an id for tests, where a toolkit passes them on.
const TEST_IDS: &[&str] = &["data-testid", "data-test-id", "data-test", "data-cy", "testid", "test-id"];

/// How an element looks.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Portrait {
    pub(super) role: Role,
    pub(super) name: String,
    pub(super) tidy_name: String,
    pub(super) folded_name: String,
    pub(super) description: String,
    pub(super) folded_description: String,
    pub(super) test_id: String,
    pub(super) id: String,
    /// The folded title of its window; nothing when that was not kept.
    pub(super) window: Option<String>,
    /// The way to it; nothing when that was not kept.
    pub(super) path: Vec<Step>,
    pub(super) before: Vec<Neighbour>,
    pub(super) after: Vec<Neighbour>,
    /// In the coordinates of its window.
    pub(super) bounds: Option<Rect>,
}

/// A tree that portraits are made in.
pub(super) struct Gallery<'t> {
    pub(super) tree: &'t Tree,
    /// Everything with a name or an identifier, in tree order.
    told: Vec<NodeId>,
    /// Of every node, which one it is among how many siblings of its role.
    ranks: Vec<(u32, u32)>,
}

impl<'t> Gallery<'t> {
    pub(super) fn new(tree: &'t Tree) -> Gallery<'t> {
        let speaks = |node: &NodeData| !node.name.is_empty() || !node.id.is_empty();
        let told = tree.ids().filter(|&id| speaks(tree.node(id))).collect();
        Gallery { tree, told, ranks: ranks(tree) }
    }

    /// The portrait of the node at `id`.
    pub(super) fn portrait(&self, id: NodeId) -> Portrait {
        let node = self.tree.node(id);
        let window = self.tree.window_of(id);
        Portrait {
            role: node.role,
            name: node.name.to_string(),
            tidy_name: tidy(&node.name),
            folded_name: folded(&node.name),
            description: node.description.to_string(),
            folded_description: folded(&node.description),
            test_id: test_id(node).to_owned(),
            id: node.id.to_string(),
            window: Some(folded(&self.tree.node(window).name)),
            path: self.path(id),
            before: self.before(id),
            after: self.after(id),
            bounds: place_in_window(self.tree, id),
        }
    }

    /// The steps from the child of the window down to the node.
    fn path(&self, id: NodeId) -> Vec<Step> {
        let above = std::iter::once(id).chain(self.tree.ancestors(id));
        let mut path: Vec<Step> =
            above.take_while(|&at| self.tree.depth(at) > 1).map(|at| self.step(at)).collect();
        path.reverse();
        path
    }

    fn step(&self, id: NodeId) -> Step {
        let node = self.tree.node(id);
        let (nth, of) = self.rank(id);
        Step { role: node.role, name: node.name.to_string(), id: node.id.to_string(), nth, of }
    }

    /// How many of its siblings with the same role come before it, and how many there are with itself.
    pub(super) fn rank(&self, id: NodeId) -> (usize, usize) {
        let (nth, of) = self.ranks[id.index()];
        (nth as usize, of as usize)
    }

    /// What comes before it in its window; what it is in does not count.
    fn before(&self, id: NodeId) -> Vec<Neighbour> {
        let at = self.told.partition_point(|&told| told < id);
        let window = self.tree.window_of(id);
        let inside = self.told[..at].iter().rev().take_while(|&&told| told > window);
        inside
            .filter(|&&told| !self.tree.is_below(id, told))
            .take(NEIGHBOURS)
            .map(|&told| self.neighbour(told))
            .collect()
    }

    /// What comes after it in its window; what is in it does not count.
    fn after(&self, id: NodeId) -> Vec<Neighbour> {
        let at = self.told.partition_point(|&told| told <= id || self.tree.is_below(told, id));
        let window = self.tree.window_of(id);
        let inside = self.told[at..].iter().take_while(|&&told| self.tree.is_below(told, window));
        inside.take(NEIGHBOURS).map(|&told| self.neighbour(told)).collect()
    }

    fn neighbour(&self, id: NodeId) -> Neighbour {
        let node = self.tree.node(id);
        Neighbour { name: node.name.to_string(), id: node.id.to_string() }
    }
}

/// The ranks of all nodes, counted in one go: a list can have very many siblings.
fn ranks(tree: &Tree) -> Vec<(u32, u32)> {
    let mut ranks = vec![(0, 1); tree.len()];
    for parent in tree.ids() {
        let mut counts: HashMap<Role, u32> = HashMap::new();
        for child in tree.children(parent) {
            let count = counts.entry(tree.node(child).role).or_default();
            ranks[child.index()].0 = *count;
            *count += 1;
        }
        for child in tree.children(parent) {
            ranks[child.index()].1 = counts.get(&tree.node(child).role).copied().unwrap_or(1);
        }
    }
    ranks
}

/// The id for tests that the toolkit passes on, or an empty text.
pub(super) fn test_id(node: &NodeData) -> &str {
    TEST_IDS.iter().find_map(|key| node.attribute(key)).unwrap_or_default()
}

/// Where the node is in the coordinates of its window; worked out from the window's own place where the toolkit tells
/// only that.
pub(super) fn place_in_window(tree: &Tree, id: NodeId) -> Option<Rect> {
    let node = tree.node(id);
    node.window_bounds.or_else(|| {
        let Point { x, y } = tree.node(tree.window_of(id)).bounds?.origin();
        Some(node.bounds?.translated(Point { x: x.saturating_neg(), y: y.saturating_neg() }))
    })
}

/// How large the window of the node is.
pub(super) fn window_size(tree: &Tree, id: NodeId) -> Option<Size> {
    let window = tree.node(tree.window_of(id));
    window.window_bounds.or(window.bounds).map(Rect::size).filter(|size| size.width > 0 && size.height > 0)
}
