//! The same interface without `async`: every call returns when it is done. One runtime serves all of it; it starts with
//! the first call.
//!
//! ```no_run
//! use deskhand::DesktopOptions;
//! use deskhand::blocking::Desktop;
//!
//! # fn example() -> deskhand::Result<()> {
//! let desktop = Desktop::start(DesktopOptions::default())?;
//! desktop.launch(["kcalc"])?;
//! desktop.app("kcalc").locate("role:button title:1").press()?;
//! # Ok(())
//! # }
//! ```

mod application;
#[cfg(target_os = "linux")]
mod desktop;
mod observation;
mod runtime;
mod target;

pub use application::Application;
#[cfg(target_os = "linux")]
pub use desktop::Desktop;
pub use observation::{Observation, Reader};
pub use target::Target;
