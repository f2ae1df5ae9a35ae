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

impl Kept {
    fn drop_list(&mut self) {
        self.list = None;
        self.dropped += 1;
    }

    /// Keeps a list that was asked for at that moment, when lists had been dropped so many times.
    fn keep(&mut self, at: Moment, list: &Arc<Vec<Window>>, dropped: u64) {
        if self.dropped == dropped {
            self.list = Some((at, list.clone()));
        }
    }

    /// The list, when it is no older than that.
    fn young(&self, now: Moment, age: Duration) -> Option<Arc<Vec<Window>>> {
        let (at, list) = self.list.as_ref()?;
        (!age.is_zero() && now.since(*at) <= age).then(|| list.clone())
    }
}

impl Registry {
    /// Drops the list, because a window was changed.
    pub(crate) fn invalidate(&self) {
        self.kept().drop_list();
    }

    /// The elements of an application whose windows were certain before.
    pub(crate) fn known(&self, app: &AppId) -> Known {
        self.memory().known(app)
    }

    pub(super) fn note(&self, record: &Window, pair: Pair) {
        self.memory().note(record, pair);
    }

    /// The last record of a window whose element was certain, and that element.
    pub(super) fn remembered(&self, window: WindowId) -> Option<(Window, Pair)> {
        self.memory().of(window).cloned()
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
        let kept = self.registry.kept().young(self.now(), age);
        match kept {
            Some(list) => Ok(list),
            None => self.list_windows_now(within).await,
        }
    }

    /// The same, asked of the window system now.
    pub(crate) async fn list_windows_now(&self, within: Duration) -> Result<Arc<Vec<Window>>> {
        let (at, dropped) = (self.now(), self.registry.kept().dropped);
        let list = Arc::new(self.ports.compositor.windows(within).await?);
        self.registry.kept().keep(at, &list, dropped);
        Ok(list)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(milliseconds: u64) -> Moment {
        Moment(Duration::from_millis(milliseconds))
    }

    #[test]
    fn a_list_is_kept_until_it_is_old_or_a_window_was_changed() {
        let mut kept = Kept::default();
        kept.keep(at(100), &Arc::default(), 0);
        assert!(kept.young(at(150), KEPT).is_some());
        assert!(kept.young(at(151), KEPT).is_none());
        assert!(kept.young(at(100), Duration::ZERO).is_none());
        kept.drop_list();
        assert!(kept.young(at(100), KEPT).is_none());
    }

    #[test]
    fn a_list_that_was_asked_for_before_a_change_is_not_kept_after_it() {
        let mut kept = Kept::default();
        let asked = kept.dropped;
        kept.drop_list();
        kept.keep(at(100), &Arc::default(), asked);
        assert!(kept.young(at(100), KEPT).is_none());
    }
}
