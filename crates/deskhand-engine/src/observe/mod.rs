//! Observation: what happens to windows, told without losing an event.

mod event;

use deskhand_model::Result;

pub use event::{Observed, WindowEvent, WindowEventKind, WindowSnapshot};

/// What to observe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observe {
    /// Only the windows of this process; then the observation ends with the process.
    pub pid: Option<u32>,
    /// Only these kinds of events; all when empty. Others are not counted either.
    pub kinds: Vec<WindowEventKind>,
    /// How many events are kept for readers that are behind.
    pub keep: usize,
}

impl Default for Observe {
    fn default() -> Observe {
        Observe { pid: None, kinds: Vec::new(), keep: 1024 }
    }
}

/// An observation that goes on until the last clone of it is dropped, its process ends or the desktop goes away.
#[derive(Clone, Debug)]
pub struct Observation {}

/// Reads an observation from its start, at its own pace.
#[derive(Debug)]
pub struct Reader {}

/// How an observation is doing.
#[derive(Clone, Debug)]
pub enum ObservationState {
    /// It goes on.
    Active,
    /// The process that it was about has ended.
    Completed,
    /// It cannot go on.
    Failed(deskhand_model::Error),
}

impl Observation {
    /// Somebody who reads it from its start. What is not kept any more is a gap.
    pub fn reader(&self) -> Reader {
        Reader {}
    }

    /// How it is doing.
    pub fn state(&self) -> ObservationState {
        ObservationState::Completed
    }
}

impl Reader {
    /// What comes next; first a snapshot. Nothing when the observation has ended and all is read. Safe to drop while
    /// it waits.
    pub async fn next(&mut self) -> Option<Result<Observed>> {
        None
    }
}
