//! The window system's list of windows, as far as it is kept.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use deskhand_model::{AppId, Result, Window, WindowId};

use super::memory::{Memory, Pair};
use crate::bridge::Known;
use crate::engine::Engine;
use crate::ports::Moment;

/// How old a list may be where the window system itself is behind by more than that. Elsewhere every list is new.
const KEPT: Duration = Duration::from_millis(50);

/// The last list, and what was learned about the windows on it.
#[derive(Default)]
pub(crate) struct Registry {
    kept: Mutex<Kept>,
    memory: Mutex<Memory>,
}

#[derive(Default)]
struct Kept {
    list: Option<(Moment, Arc<Vec<Window>>)>,
    /// How often it was dropped: a list that was asked for before a change must not be kept after it.
    dropped: u64,
}

impl Registry {
    /// Drops the list, because a window was changed.
    pub(crate) fn invalidate(&self) {
        let mut kept = self.kept();
        kept.list = None;
        kept.dropped += 1;
    }

    /// The elements of an application whose windows were certain before.
    pub(crate) fn known(&self, app: &AppId) -> Known {
        self.memory().known(app)
    }

    pub(super) fn note(&self, window: WindowId, pair: Pair) {
        self.memory().note(window, pair);
    }

    pub(super) fn pair_of(&self, window: WindowId) -> Option<Pair> {
        self.memory().of(window)
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Engine {
    /// The windows as the window system lists them, from back to front. Asks no application anything.
    pub(crate) async fn list_windows(&self, within: Duration) -> Result<Arc<Vec<Window>>> {
        let age = self.ports.compositor.split().lag.min(KEPT);
        let kept = self.registry.kept().list.clone();
        match kept {
            Some((at, list)) if !age.is_zero() && self.now().since(at) <= age => Ok(list),
            _ => self.list_windows_now(within).await,
        }
    }

    /// The same, asked of the window system now.
    pub(crate) async fn list_windows_now(&self, within: Duration) -> Result<Arc<Vec<Window>>> {
        let (at, dropped) = (self.now(), self.registry.kept().dropped);
        let list = Arc::new(self.ports.compositor.windows(within).await?);
        let mut kept = self.registry.kept();
        if kept.dropped == dropped {
            kept.list = Some((at, list.clone()));
        }
        Ok(list)
    }
}
