//! One application, by name or process.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use deskhand_engine::ports::{Chord, ReadRequest};
use deskhand_engine::{ActOptions, Idleness, Mode, Receipt, Session, Snapshot};
use deskhand_model::{App, AppSelector, Result, Window};

use crate::target::Target;

/// An application, described rather than held: it need not run yet.
///
/// What is set here with [`mode`](Application::mode) and [`within`](Application::within) is the default of every
/// [`Target`] that comes from it.
#[derive(Clone)]
pub struct Application {
    session: Arc<dyn Session>,
    selector: AppSelector,
    options: ActOptions,
}

impl Application {
    /// An application on the desktop behind `session`.
    pub fn new(session: Arc<dyn Session>, selector: AppSelector) -> Application {
        Application { session, selector, options: ActOptions::default() }
    }

    /// How far actions may go.
    #[must_use]
    pub fn mode(mut self, mode: Mode) -> Application {
        self.options.mode = mode;
        self
    }

    /// How long each operation may take, waiting included.
    #[must_use]
    pub fn within(mut self, within: Duration) -> Application {
        self.options.within = within;
        self
    }

    /// An element of it, in any of the query notations: `Save`, `role:button title:Save`,
    /// `window[name="Settings"] button`, `//button[@name='Save']`. A malformed query is reported when the target is
    /// used.
    pub fn locate(&self, query: &str) -> Target {
        Target::new(self.session.clone(), self.selector.clone(), query, self.options.clone())
    }

    /// What it is; waits until it runs.
    pub async fn wait(&self) -> Result<App> {
        self.session.app(&self.selector, self.options.within).await
    }

    /// Waits until it is idle: until it says so itself where it can, else until nothing of it has changed for a while.
    pub async fn wait_for_idle(&self) -> Result<Idleness> {
        self.session.wait_for_idle(&self.selector, self.options.within).await
    }

    /// Waits until `predicate` holds for all its elements, with role, name, states, bounds and actions.
    pub async fn wait_for(&self, predicate: impl FnMut(&Snapshot) -> bool + Send) -> Result<Snapshot> {
        self.wait_for_with(&ReadRequest::default(), predicate).await
    }

    /// Waits until `predicate` holds for its elements, as much of them as `request` asks for.
    pub async fn wait_for_with(
        &self,
        request: &ReadRequest,
        mut predicate: impl FnMut(&Snapshot) -> bool + Send,
    ) -> Result<Snapshot> {
        self.session.wait_for(&self.selector, request, &mut predicate, self.options.within).await
    }

    /// All its elements, with role, name, states, bounds and actions.
    pub async fn tree(&self) -> Result<Snapshot> {
        self.tree_with(&ReadRequest::default()).await
    }

    /// Its elements, as much of them as `request` asks for.
    pub async fn tree_with(&self, request: &ReadRequest) -> Result<Snapshot> {
        self.session.tree(&self.selector, request, self.options.within).await
    }

    /// Strikes key combinations such as `ctrl+s` in its front window. Needs a mode that allows real input.
    pub async fn keys(&self, chords: &[&str]) -> Result<Receipt> {
        let chords = chords.iter().map(|chord| chord.parse()).collect::<Result<Vec<Chord>>>()?;
        self.session.keys(&self.selector, &chords, &self.options).await
    }

    /// Its windows, from back to front.
    pub async fn windows(&self) -> Result<Vec<Window>> {
        let app = self.wait().await?;
        let windows = self.session.windows(self.options.within).await?;
        Ok(windows.into_iter().filter(|window| app.pid.is_some() && window.pid == app.pid).collect())
    }
}

impl fmt::Debug for Application {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Application")
            .field("selector", &self.selector)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}
