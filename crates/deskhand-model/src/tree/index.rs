//! Finding nodes by what they are, without walking the tree. Each index is built when it is first asked for.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::sync::{Arc, OnceLock};

use super::arena::{Node, Tree};
use crate::{Handle, NodeData, NodeId, Role};

/// Nodes by one of their properties, in tree order. Copies of a tree share it until one of them changes.
type Index<K> = OnceLock<Arc<HashMap<K, Vec<NodeId>>>>;

/// The indexes of one tree.
#[derive(Clone, Debug, Default)]
pub(super) struct Indexes {
    by_role: Index<Role>,
    by_name: Index<Arc<str>>,
    by_id: Index<Arc<str>>,
    by_handle: OnceLock<Arc<Handles>>,
}

/// Nodes by their handles.
#[derive(Clone, Debug, Default)]
struct Handles {
    /// The first in tree order of those with the same handle.
    first: HashMap<Handle, NodeId>,
    /// Whether some handle stands for several nodes, which no honest application has.
    repeated: bool,
}

impl Handles {
    fn add(&mut self, handle: &Handle, id: NodeId) {
        match self.first.entry(handle.clone()) {
            Entry::Occupied(_) => self.repeated = true,
            Entry::Vacant(place) => {
                place.insert(id);
            }
        }
    }
}

/// A run of nodes that stands in the place of another.
#[derive(Clone, Copy)]
pub(super) struct Graft<'a> {
    /// Where both begin.
    pub(super) start: u32,
    /// What stood there.
    pub(super) old: &'a [Node],
    /// What stands there now.
    pub(super) new: &'a [Node],
}

impl Graft<'_> {
    /// Where a node that stood behind the run is now.
    fn moved(&self, id: NodeId) -> NodeId {
        let grown = (self.new.len() as u32).wrapping_sub(self.old.len() as u32);
        NodeId(id.0.wrapping_add(grown))
    }

    fn is_before(&self, id: NodeId) -> bool {
        id.0 < self.start
    }

    fn is_behind(&self, id: NodeId) -> bool {
        id.0 >= self.start + self.old.len() as u32
    }

    /// What stands there now, with its places.
    fn arrived(&self) -> impl Iterator<Item = (NodeId, &NodeData)> {
        (self.start..).map(NodeId).zip(self.new.iter().map(|node| &*node.data))
    }
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
            let mut index = Handles::default();
            index.first.reserve(tree.len());
            for id in tree.ids() {
                index.add(&tree.node(id).handle, id);
            }
            Arc::new(index)
        });
        index.first.get(handle).copied()
    }

    /// One run of nodes stands in the place of another from now on, and everything behind it has moved.
    pub(super) fn grafted(&mut self, graft: Graft<'_>) {
        regrown(&mut self.by_role, graft, |node| Some(node.role));
        regrown(&mut self.by_name, graft, |node| text(&node.name));
        regrown(&mut self.by_id, graft, |node| text(&node.id));
        let Some(shared) = self.by_handle.get_mut() else { return };
        let Some(own) = Arc::get_mut(shared).filter(|own| !own.repeated) else {
            self.by_handle = OnceLock::new();
            return;
        };
        for node in graft.old {
            own.first.remove(&node.data.handle);
        }
        for id in own.first.values_mut().filter(|id| !graft.is_before(**id)) {
            *id = graft.moved(*id);
        }
        for (id, node) in graft.arrived() {
            own.add(&node.handle, id);
        }
        if own.repeated {
            // Which of them comes first is for a new look at all of them.
            self.by_handle = OnceLock::new();
        }
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

/// Takes what is gone out of an index that was built, moves what stands behind it and puts in what has come.
fn regrown<K: Eq + Hash>(index: &mut Index<K>, graft: Graft<'_>, key: impl Fn(&NodeData) -> Option<K>) {
    let Some(shared) = index.get_mut() else { return };
    let Some(own) = Arc::get_mut(shared) else {
        *index = OnceLock::new();
        return;
    };
    for key in graft.old.iter().filter_map(|node| key(&node.data)) {
        if let Some(ids) = own.get_mut(&key) {
            let first = ids.partition_point(|&id| graft.is_before(id));
            let last = ids.partition_point(|&id| !graft.is_behind(id));
            ids.drain(first..last);
            if ids.is_empty() {
                own.remove(&key);
            }
        }
    }
    for ids in own.values_mut() {
        let behind = ids.partition_point(|&id| graft.is_before(id));
        for id in &mut ids[behind..] {
            *id = graft.moved(*id);
        }
    }
    let mut arrived: HashMap<K, Vec<NodeId>> = HashMap::new();
    for (id, node) in graft.arrived() {
        if let Some(key) = key(node) {
            arrived.entry(key).or_default().push(id);
        }
    }
    for (key, new) in arrived {
        let ids = own.entry(key).or_default();
        let place = ids.partition_point(|&id| graft.is_before(id));
        ids.splice(place..place, new);
    }
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
