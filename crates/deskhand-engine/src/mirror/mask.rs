//! Knowing no more of a tree than is kept up to date.

use std::sync::Arc;

use deskhand_model::{Fields, NodeData, Tree};

use crate::detail::merged;

/// The tree with only these fields known. Bulk readings tell more than they are asked for; what is not told when it
/// changes would grow old unseen.
pub(crate) fn masked(tree: Arc<Tree>, fields: Fields) -> Arc<Tree> {
    let knows_more = |node: &NodeData| !node.known.without(fields).is_empty();
    if !tree.ids().any(|id| knows_more(tree.node(id))) {
        return tree;
    }
    Arc::new(tree.map(|_, node| {
        if knows_more(node) {
            *node = only(node, fields);
        }
    }))
}

/// The node with only these fields known.
fn only(node: &NodeData, fields: Fields) -> NodeData {
    let bare = NodeData::new(node.handle.clone(), node.role, node.platform_role.clone());
    let known = node.known & fields;
    NodeData { known, ..merged(bare, node.clone(), fields) }
}

#[cfg(test)]
mod tests {
    use deskhand_model::{Handle, NodeId, Rect, Role, TreeBuilder};

    use super::*;

    fn tree() -> Arc<Tree> {
        let mut node = NodeData::new(Handle::new("h"), Role::Button, "push button".into());
        node.name = "Save".into();
        node.bounds = Some(Rect::new(1, 2, 3, 4));
        node.known |= Fields::NAME | Fields::BOUNDS;
        let mut builder = TreeBuilder::new();
        builder.add(node);
        Arc::new(builder.build().unwrap())
    }

    #[test]
    fn what_is_not_kept_is_not_known() {
        let masked = masked(tree(), Fields::ROLE | Fields::NAME);
        let node = masked.node(NodeId::ROOT);
        assert_eq!((node.role, &*node.name, node.bounds), (Role::Button, "Save", None));
        assert_eq!(node.known, Fields::ROLE | Fields::NAME);
    }

    #[test]
    fn a_tree_that_knows_no_more_is_left_as_it_is() {
        let tree = tree();
        assert!(Arc::ptr_eq(&masked(tree.clone(), Fields::ALL), &tree));
    }
}
