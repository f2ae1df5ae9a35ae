//! Observation: what happens to windows, told without losing an event.

mod cursor;
mod diff;
mod event;
mod hybrid;
mod live;
mod log;
mod observation;
mod polled;
mod start;
mod telling;

pub use event::{Happening, Observed, WindowEvent, WindowEventKind, WindowSnapshot};
pub use observation::{Observation, ObservationState, Reader, Teller};

/// What to observe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observe {
    /// Only the windows of this process; then the observation ends with the process.
    pub pid: Option<u32>,
    /// Only these kinds of events; all when empty. Others are not counted either.
    pub kinds: Vec<WindowEventKind>,
    /// How many events are kept for readers that are behind; at least one is.
    pub keep: usize,
}

impl Default for Observe {
    fn default() -> Observe {
        Observe { pid: None, kinds: Vec::new(), keep: 1024 }
    }
}
