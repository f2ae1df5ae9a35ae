//! Live trees: what an application looks like, kept by what it tells of its changes.

mod ear;
mod live;
mod mirrored;
mod options;
mod shelf;

pub(crate) use ear::Ear;
pub(crate) use mirrored::Mirrored;
pub use options::{MirrorOptions, Mirroring};
