//! Private desktops as values: an X server, a session bus, an accessibility bus and a window manager of their own.
//!
//! [`PrivateDesktopHost`] starts one in a fraction of a second, [`PrivateDesktop`] runs programs on it, and when that
//! value is dropped, or its owner is killed, everything that ran on it is gone: processes, sockets, files. A small
//! supervisor process sees to that. [`Registry`] gives long-lived desktops a name for other processes of the user.
//! [`Guests`] are programs on a desktop that is there anyway, which leave as little behind.
#![cfg(target_os = "linux")]

mod accessibility;
mod base;
mod desktop;
mod embedded;
mod environment;
mod frames;
mod guests;
mod host;
mod launch;
mod link;
mod program;
mod random;
mod registry;
mod requirements;
mod start;
#[cfg(test)]
#[path = "../supervisor/main.rs"]
#[expect(dead_code, reason = "a program of its own; here only for its tests and for lints")]
mod supervisor;
mod window_manager;
mod xauthority;

pub use desktop::PrivateDesktop;
pub use guests::Guests;
pub use host::PrivateDesktopHost;
pub use launch::ProgramOutput;
pub use program::check as check_program;
pub use registry::{NamedDesktop, Registration, Registry};
