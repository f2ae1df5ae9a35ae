//! For applications: declare what you are doing, so that a test waits exactly as long as it must.
//!
//! An application that links this says when it is busy. `deskhand wait APP --idle` then gets its answer from the
//! application, about a millisecond after the last piece of work has ended, instead of guessing from the outside.
//!
//! ```no_run
//! // In main, once:
//! let installed = deskhand_idle::Idle::install();
//!
//! // Wherever work begins that outlives the handler which began it:
//! let task = deskhand_idle::task("save");
//! std::thread::spawn(move || {
//!     // … save …
//!     drop(task);
//! });
//! ```
//!
//! - Work has a name: [`task`], [`timer`] and [`request`] give a value that ends it when dropped. Where that does not
//!   fit there are pairs of calls: [`timer_started`] and [`timer_fired`], [`request_began`] and [`request_ended`],
//!   [`busy`] and [`idle`].
//! - [`set_probe`] makes the main loop part of it: the application is idle when nothing is declared *and* its main loop
//!   has run dry after that.
//! - Nothing here can fail in a way that the application would notice. Ends without a beginning are ignored, names of
//!   any length are cut, a fork starts afresh, and without [`Idle::install`] nobody listens.
//!
//! The same as a C library: `include/deskhand-idle.h`, with `include/deskhand-idle-glib.h` for programs with a GLib
//! main loop; and for Python: `python/deskhand_idle.py`.

mod bell;
pub mod c;
mod declare;
mod install;
mod ledger;
mod probe;
mod process;
mod server;
mod state;
mod sys;

pub use declare::{
    Task, busy, idle, is_busy, request, request_began, request_ended, task, timer, timer_fired, timer_started,
};
pub use install::{Idle, uninstall};
pub use probe::{Probe, clear_probe, set_probe};
