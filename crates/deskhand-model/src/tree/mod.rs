//! An application's accessibility tree: an arena in tree order.
//!
//! Nodes are stored so that a subtree is one contiguous run; "is it below" is a comparison of two numbers and
//! walking needs no pointers. Indexes by role, name, id and handle are built on first use. Who holds a tree behind an
//! `Arc` sees it unchanged for good: changes are made to a copy, which shares what it can.

mod arena;
mod builder;
mod gaps;
mod index;
mod patch;

pub use arena::Tree;
pub use builder::TreeBuilder;
pub use gaps::Gaps;
pub use patch::Branch;
