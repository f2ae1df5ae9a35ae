//! What locators were healed to before.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use deskhand_model::Query;

use super::{LocatorKey, Strategy};

/// Most heals that are remembered; with more, all are forgotten and found again.
const MOST: usize = 1_000;

/// A locator's new query, and the strategy that led to it.
#[derive(Clone, Debug)]
pub(super) struct Remembered {
    pub(super) query: Query,
    pub(super) strategy: Strategy,
}

/// The heals of one engine.
#[derive(Debug, Default)]
pub(crate) struct Memory(Mutex<HashMap<LocatorKey, Remembered>>);

impl Memory {
    pub(super) fn get(&self, key: &LocatorKey) -> Option<Remembered> {
        self.lock().get(key).cloned()
    }

    pub(super) fn keep(&self, key: &LocatorKey, remembered: Remembered) {
        let mut kept = self.lock();
        if kept.len() >= MOST {
            kept.clear();
        }
        kept.insert(key.clone(), remembered);
    }

    pub(super) fn forget(&self, key: &LocatorKey) {
        self.lock().remove(key);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<LocatorKey, Remembered>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
