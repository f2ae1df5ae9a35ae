//! Live trees: what an application looks like, kept by what it tells of its changes.

mod options;

pub use options::{MirrorOptions, Mirroring};
