//! A mirror of the windows of a display, kept by the X server's events.
//!
//! A thread with a connection of its own listens to the root window and to every window that is listed. Events only mark
//! what has to be asked again; that is done when somebody wants to know, or at once while somebody follows the changes.

mod barrier;
mod feed;
mod frames;
mod handle;
mod keeper;
mod live;
mod marks;
mod outline;
mod refresh;
mod registry;
mod settle;
mod touches;

pub(super) use barrier::pass as pass_barrier;
pub(in super::super) use handle::Mirror;
pub(super) use outline::Outline;
