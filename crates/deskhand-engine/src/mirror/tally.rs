//! What a live tree cost and saved.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use deskhand_model::{NodeData, Tree};

use super::plan::Parts;

/// Counts of one live tree.
#[derive(Default)]
pub(crate) struct Tally {
    whole: AtomicU64,
    nodes_read: AtomicU64,
    parts_read: AtomicU64,
    answers: AtomicU64,
}

/// What there is to say of one application's live tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MirrorStats {
    /// How many elements it has.
    pub nodes: usize,
    /// About how much memory they take.
    pub bytes: usize,
    /// How often the whole application was read.
    pub whole_readings: u64,
    /// How many single elements were read because they changed.
    pub elements_read: u64,
    /// How many subtrees were read because they changed.
    pub parts_read: u64,
    /// How many questions were answered without a reading of the whole.
    pub answers: u64,
    /// How many changes the application told of.
    pub changes_told: u64,
}

impl Tally {
    pub(super) fn read_whole(&self) {
        self.whole.fetch_add(1, Relaxed);
    }

    pub(super) fn updated(&self, parts: &Parts) {
        self.nodes_read.fetch_add(parts.nodes.len() as u64, Relaxed);
        self.parts_read.fetch_add(parts.below.len() as u64, Relaxed);
    }

    pub(super) fn answered(&self) {
        self.answers.fetch_add(1, Relaxed);
    }

    /// The counts, of a tree as it is now.
    pub(super) fn shown(&self, tree: Option<&Tree>, changes_told: u64) -> MirrorStats {
        MirrorStats {
            nodes: tree.map_or(0, Tree::len),
            bytes: tree.map_or(0, weight),
            whole_readings: self.whole.load(Relaxed),
            elements_read: self.nodes_read.load(Relaxed),
            parts_read: self.parts_read.load(Relaxed),
            answers: self.answers.load(Relaxed),
            changes_told,
        }
    }
}

/// About how many bytes a tree takes, without its indexes. Texts that are shared count each time.
fn weight(tree: &Tree) -> usize {
    tree.ids().map(|id| node_weight(tree.node(id))).sum()
}

fn node_weight(node: &NodeData) -> usize {
    /// Place in the tree, and the counts of the shared node.
    const PLACE: usize = 40;
    let texts = [&node.name, &node.description, &node.id].map(|text| text.len()).iter().sum::<usize>();
    let attributes: usize = node.attributes.iter().map(|(key, value)| 32 + key.len() + value.len()).sum();
    let text = node.text.as_ref().map_or(0, |text| text.len());
    PLACE + size_of::<NodeData>() + node.handle.as_str().len() + texts + text + attributes
}
