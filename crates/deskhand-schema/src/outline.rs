//! Which nodes of a tree are shown: all of them, or only the ones that people operate with the way to them.

use deskhand_model::{NodeId, Tree};

/// Deepest level that is shown. Readers of nested JSON give up somewhere beyond this, and a tree drawn that wide
/// helps nobody; a cut there is flagged like every other one.
pub const DEPTH_LIMIT: usize = 250;

/// What to show of a tree.
#[derive(Clone, Copy, Debug, Default)]
pub struct OutlineOptions {
    /// Only elements that people operate, and what contains them.
    pub interactive: bool,
    /// Levels below the root; never more than [`DEPTH_LIMIT`].
    pub depth: Option<usize>,
}

/// The part of a tree that is shown.
#[derive(Debug)]
pub struct Outline<'a> {
    tree: &'a Tree,
    shown: Vec<bool>,
    depth: usize,
}

impl<'a> Outline<'a> {
    /// Picks the nodes of `tree` that `options` ask for.
    pub fn new(tree: &'a Tree, options: &OutlineOptions) -> Outline<'a> {
        let depth = options.depth.unwrap_or(DEPTH_LIMIT).min(DEPTH_LIMIT);
        let mut shown = vec![!options.interactive; tree.len()];
        shown[NodeId::ROOT.index()] = true;
        if options.interactive {
            // Children come after their parents, so walking backwards hands each "there is one below" upwards.
            for id in tree.ids().rev() {
                let wanted = shown[id.index()] || tree.node(id).is_interactive();
                shown[id.index()] = wanted;
                if let (true, Some(parent)) = (wanted, tree.parent(id)) {
                    shown[parent.index()] = true;
                }
            }
        }
        for id in tree.ids() {
            shown[id.index()] &= tree.depth(id) <= depth;
        }
        Outline { tree, shown, depth }
    }

    /// The tree that it is a part of.
    pub fn tree(&self) -> &'a Tree {
        self.tree
    }

    /// Whether this node is shown.
    pub fn shows(&self, id: NodeId) -> bool {
        self.shown[id.index()]
    }

    /// The shown nodes in tree order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = NodeId> + '_ {
        self.tree.ids().filter(|&id| self.shows(id))
    }

    /// Whether the node has children that are left out because they lie too deep.
    pub fn is_cut_at(&self, id: NodeId) -> bool {
        self.shows(id) && self.tree.depth(id) == self.depth && self.tree.children(id).next().is_some()
    }

    /// Whether anything is left out because it lies too deep, or was not even read.
    pub fn is_truncated(&self) -> bool {
        self.tree.gaps().is_truncated() || self.tree.ids().any(|id| self.is_cut_at(id))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use deskhand_model::{Handle, NodeData, Role, TreeBuilder};

    use super::*;

    /// window(group(button), group(label))
    pub(crate) fn sample() -> Tree {
        let mut builder = TreeBuilder::new();
        let nodes = [
            (Role::Application, "app", None),
            (Role::Window, "win", Some(0)),
            (Role::Group, "left", Some(1)),
            (Role::Button, "press me", Some(2)),
            (Role::Group, "right", Some(1)),
            (Role::Text, "words", Some(4)),
        ];
        for (role, name, parent) in nodes {
            let mut node = NodeData::new(Handle::new(name), role, role.name().into());
            node.name = name.into();
            let number = builder.add(node);
            if let Some(parent) = parent {
                builder.link(parent, number);
            }
        }
        builder.build().unwrap()
    }

    fn shown(tree: &Tree, options: OutlineOptions) -> Vec<String> {
        Outline::new(tree, &options).ids().map(|id| tree.node(id).name.to_string()).collect()
    }

    #[test]
    fn interactive_keeps_the_way_to_what_people_operate() {
        let options = OutlineOptions { interactive: true, depth: None };
        assert_eq!(shown(&sample(), options), ["app", "win", "left", "press me"]);
    }

    #[test]
    fn a_cut_by_depth_is_flagged_where_it_happens() {
        let tree = sample();
        let outline = Outline::new(&tree, &OutlineOptions { interactive: false, depth: Some(2) });
        assert_eq!(outline.ids().count(), 4);
        assert!(outline.is_truncated());
        assert!(outline.is_cut_at(NodeId(2)) && !outline.is_cut_at(NodeId(1)));
        assert!(!Outline::new(&tree, &OutlineOptions::default()).is_truncated());
    }

    #[test]
    fn a_tree_without_an_end_is_cut_at_the_limit() {
        let mut builder = TreeBuilder::new();
        let node = || NodeData::new(Handle::new("x"), Role::Group, "panel".into());
        let mut above = builder.add(node());
        for _ in 0..100_000 {
            let below = builder.add(node());
            builder.link(above, below);
            above = below;
        }
        let tree = builder.build().unwrap();
        let outline = Outline::new(&tree, &OutlineOptions::default());
        assert_eq!(outline.ids().count(), DEPTH_LIMIT + 1);
        assert!(outline.is_truncated());
    }
}
