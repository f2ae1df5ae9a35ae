//! How many live trees there are, and how far they are trusted.

use std::time::Duration;

/// Whether live trees are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mirroring {
    /// No: every question reads the application anew.
    Off,
    /// Yes, from the second reading of an application on: who looks only once pays nothing for it.
    #[default]
    On,
    /// Yes, and each answer is compared with a new reading of the application. A difference is logged as an error, and
    /// the new reading counts. For finding out whether an application tells of all its changes.
    Checked,
}

/// Settings of live trees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MirrorOptions {
    /// Whether there are any.
    pub mode: Mirroring,
    /// How many applications have one at most; the one that was not used for the longest time goes first.
    pub most: usize,
    /// How old the last full reading may be where an application does not tell of every change; any age when not given.
    pub max_age: Option<Duration>,
}

impl Default for MirrorOptions {
    fn default() -> MirrorOptions {
        MirrorOptions { mode: Mirroring::default(), most: 8, max_age: None }
    }
}
