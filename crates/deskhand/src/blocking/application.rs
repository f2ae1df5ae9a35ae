//! One application, blocking.

use std::time::Duration;

use deskhand_engine::ports::ReadRequest;
use deskhand_engine::{Idleness, Mode, Receipt, Snapshot};
use deskhand_model::{App, Result, Window};

use super::Target;
use super::runtime::block_on;

/// An application, described rather than held. See [`crate::Application`].
#[derive(Clone, Debug)]
pub struct Application(crate::Application);

impl Application {
    /// How far actions may go.
    #[must_use]
    pub fn mode(self, mode: Mode) -> Application {
        Application(self.0.mode(mode))
    }

    /// How long each operation may take, waiting included.
    #[must_use]
    pub fn within(self, within: Duration) -> Application {
        Application(self.0.within(within))
    }

    /// An element of it, in any of the query notations.
    pub fn locate(&self, query: &str) -> Target {
        self.0.locate(query).into()
    }

    /// What it is; waits until it runs.
    pub fn wait(&self) -> Result<App> {
        block_on(self.0.wait())
    }

    /// Waits until it is idle: until it says so itself where it can, else until nothing of it has changed for a while.
    pub fn wait_for_idle(&self) -> Result<Idleness> {
        block_on(self.0.wait_for_idle())
    }

    /// Waits until `predicate` holds for all its elements, with role, name, states, bounds and actions.
    pub fn wait_for(&self, predicate: impl FnMut(&Snapshot) -> bool + Send) -> Result<Snapshot> {
        block_on(self.0.wait_for(predicate))
    }

    /// Waits until `predicate` holds for its elements, as much of them as `request` asks for.
    pub fn wait_for_with(
        &self,
        request: &ReadRequest,
        predicate: impl FnMut(&Snapshot) -> bool + Send,
    ) -> Result<Snapshot> {
        block_on(self.0.wait_for_with(request, predicate))
    }

    /// All its elements, with role, name, states, bounds and actions.
    pub fn tree(&self) -> Result<Snapshot> {
        block_on(self.0.tree())
    }

    /// Its elements, as much of them as `request` asks for.
    pub fn tree_with(&self, request: &ReadRequest) -> Result<Snapshot> {
        block_on(self.0.tree_with(request))
    }

    /// Strikes key combinations such as `ctrl+s` in its front window. Needs a mode that allows real input.
    pub fn keys(&self, chords: &[&str]) -> Result<Receipt> {
        block_on(self.0.keys(chords))
    }

    /// Its windows, from back to front.
    pub fn windows(&self) -> Result<Vec<Window>> {
        block_on(self.0.windows())
    }
}

impl From<crate::Application> for Application {
    fn from(application: crate::Application) -> Application {
        Application(application)
    }
}
