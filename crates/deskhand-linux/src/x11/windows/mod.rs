//! Windows by X11 and EWMH: the list, its changes, and what can be done to windows.

mod change;
mod facts;
mod manager;
mod mirror;
mod placement;
mod port;
pub(super) mod properties;
mod record;
mod title;
mod unmanaged;

pub(super) use manager::Manager;
pub(super) use mirror::Mirror;
