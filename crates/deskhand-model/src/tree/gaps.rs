//! What a reading had to leave out.

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
