//! The contract's meaning on a session: which window and element a request means, and what to do with it.

mod act;
mod asking;
mod change;
mod choose;
mod deadline;
mod debug;
mod elements;
mod health;
mod info;
mod inspect;
mod left_out;
mod place;
mod reading;
mod snapshot;
mod wait;
mod windows;

pub(crate) use act::{focus, press, set_value, show_menu};
pub(crate) use change::{window_close, window_focus, window_minimize, window_move, window_resize};
pub(crate) use debug::{DebugRequest, DebugResponse, debug_ax};
pub(crate) use health::{Pulse, health};
pub(crate) use inspect::inspect;
pub(crate) use snapshot::snapshot;
pub(crate) use wait::wait;
pub(crate) use windows::windows;
