//! Live trees: what an application looks like, kept by what it tells of its changes.
//!
//! A question goes through [`Mirrored`], which finds the application's [`Live`] tree. That takes in what was told, asks
//! [`need`](need::need) what is missing for this question, has it read ([`fetch`]) and put in its place ([`graft`]), and
//! answers with the tree, which nobody changes any more once it was handed out.

mod asked;
mod check;
mod compare;
mod ear;
mod fetch;
mod graft;
mod live;
mod mask;
mod mirrored;
mod need;
mod options;
mod plan;
mod shelf;
mod tally;

pub use check::MirrorCheck;
pub(crate) use ear::Ear;
pub(crate) use mirrored::Mirrored;
pub use options::{MirrorOptions, Mirroring};
pub use tally::MirrorStats;
