//! An observation, blocking.

use deskhand_engine::{ObservationState, Observed};
use deskhand_model::Result;

use super::runtime::block_on;

/// Tells what happens to windows until it is dropped. See [`crate::Observation`].
#[derive(Debug)]
pub struct Observation(crate::Observation);

impl Observation {
    pub(super) fn new(observation: crate::Observation) -> Observation {
        Observation(observation)
    }

    /// Somebody who reads it from its start; an iterator that waits for what comes next.
    pub fn reader(&self) -> Reader {
        Reader(self.0.reader())
    }

    /// How it is doing.
    pub fn state(&self) -> ObservationState {
        self.0.state()
    }
}

/// Reads an observation at its own pace. Ends when the observation has ended.
#[derive(Debug)]
pub struct Reader(crate::Reader);

impl Iterator for Reader {
    type Item = Result<Observed>;

    fn next(&mut self) -> Option<Result<Observed>> {
        block_on(async { self.0.next().await.transpose() }).transpose()
    }
}
