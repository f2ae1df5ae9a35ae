//! Finding nodes by what they are, without walking the tree. Each index is built when it is first asked for.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, OnceLock};

use super::arena::Tree;
use crate::{Handle, NodeData, NodeId, Role};

/// Nodes by one of their properties, in tree order. Copies of a tree share it until one of them changes.
type Index<K> = OnceLock<Arc<HashMap<K, Vec<NodeId>>>>;

/// The indexes of one tree.
#[derive(Clone, Debug, Default)]
pub(super) struct Indexes {
    by_role: Index<Role>,
    by_name: Index<Arc<str>>,
    by_id: Index<Arc<str>>,
    by_handle: OnceLock<Arc<HashMap<Handle, NodeId>>>,
}

impl Indexes {
    pub(super) fn with_role(&self, tree: &Tree, role: Role) -> &[NodeId] {
        let index = self.by_role.get_or_init(|| build(tree, |node| Some(node.role)));
        index.get(&role).map_or(&[], Vec::as_slice)
    }

    pub(super) fn with_name(&self, tree: &Tree, name: &str) -> &[NodeId] {
        let index = self.by_name.get_or_init(|| build(tree, |node| text(&node.name)));
        index.get(name).map_or(&[], Vec::as_slice)
    }

    pub(super) fn with_id(&self, tree: &Tree, id: &str) -> &[NodeId] {
        let index = self.by_id.get_or_init(|| build(tree, |node| text(&node.id)));
        index.get(id).map_or(&[], Vec::as_slice)
    }

    pub(super) fn with_handle(&self, tree: &Tree, handle: &Handle) -> Option<NodeId> {
        let index = self.by_handle.get_or_init(|| {
            let mut index = HashMap::with_capacity(tree.len());
            for id in tree.ids() {
                index.entry(tree.node(id).handle.clone()).or_insert(id);
            }
            Arc::new(index)
        });
        index.get(handle).copied()
    }

    /// The node at `id` is `new` from now on, and was `old`.
    pub(super) fn replaced(&mut self, id: NodeId, old: &NodeData, new: &NodeData) {
        moved(&mut self.by_role, id, Some(old.role), Some(new.role));
        moved(&mut self.by_name, id, text(&old.name), text(&new.name));
        moved(&mut self.by_id, id, text(&old.id), text(&new.id));
        if old.handle != new.handle {
            // Another node may have had the same handle and not be listed.
            self.by_handle = OnceLock::new();
        }
    }
}

/// The text as a key; there is none for an empty one.
fn text(text: &Arc<str>) -> Option<Arc<str>> {
    (!text.is_empty()).then(|| text.clone())
}

fn build<K: Eq + Hash>(tree: &Tree, key: impl Fn(&NodeData) -> Option<K>) -> Arc<HashMap<K, Vec<NodeId>>> {
    let mut index: HashMap<K, Vec<NodeId>> = HashMap::new();
    for id in tree.ids() {
        if let Some(key) = key(tree.node(id)) {
            index.entry(key).or_default().push(id);
        }
    }
    Arc::new(index)
}

/// Moves a node from one key to another in an index that was built. One that is shared with a copy of the tree is given
/// up instead: building it again, if it is ever needed, costs no more than copying it.
fn moved<K: Eq + Hash>(index: &mut Index<K>, id: NodeId, from: Option<K>, to: Option<K>) {
    if from == to {
        return;
    }
    let Some(shared) = index.get_mut() else { return };
    let Some(own) = Arc::get_mut(shared) else {
        *index = OnceLock::new();
        return;
    };
    if let Some(from) = from
        && let Some(ids) = own.get_mut(&from)
    {
        ids.retain(|&other| other != id);
        if ids.is_empty() {
            own.remove(&from);
        }
    }
    if let Some(to) = to {
        let ids = own.entry(to).or_default();
        let place = ids.partition_point(|&other| other < id);
        ids.insert(place, id);
    }
}
