//! Which window of the window system a top-level element of an application is. Pure.
//!
//! The two views have no name in common unless the platform tells one through accessibility, so they are joined by
//! what both tell. In this order:
//!
//! 1. the window's number, where accessibility can tell it;
//! 2. the pairs that were certain before;
//! 3. one window and one element of a process belong together;
//! 4. the assignment that costs least over all windows of the process, by the distance of the outlines (with what the
//!    toolkit draws around them taken out), the titles and who has the keyboard.
//!
//! Every match says by which evidence and how sure. A join that is not certain is no join: acting on the wrong
//! window is worse than not acting.

mod assign;
mod join;
mod joins;
mod outline;
mod owned;
mod perfect;
mod scale;
#[cfg(test)]
mod tests;
mod unique;

pub(crate) use join::{Bridge, Known};
pub(crate) use joins::{Join, Joins, Match};
pub(crate) use owned::Owned;
