//! Windows by X11 and EWMH: the list, and what can be done to them.

mod change;
mod facts;
mod list;
mod manager;
mod placement;
mod port;
pub(super) mod properties;
mod title;
mod unmanaged;

pub(super) use manager::Manager;
