//! Waiting until an application has come to rest: by its own word where it gives one, else by its silence, else by
//! readings of its tree that do not differ any more.

mod declared;
mod difference;
mod idleness;
mod options;
mod readings;
mod silence;
mod unrest;
mod waiting;

pub use idleness::{IdleStrategy, Idleness};
pub use options::IdleOptions;
