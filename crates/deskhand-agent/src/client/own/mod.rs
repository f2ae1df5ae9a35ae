//! The desktop behind an agent of ours, through its extensions: everything that a session can.

mod events;
mod session;
mod sse;

pub(super) use session::OwnSession;
