//! What was healed, for whoever asks afterwards.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use deskhand_engine::ports::Fingerprints;
use deskhand_engine::{Fingerprint, Heal, LocatorKey};
use deskhand_fingerprints::FingerprintFile;

/// A file with fingerprints, and what was healed by it since. Not every answer of a session has room for the heal
/// behind it: a text is only a text.
#[derive(Debug)]
pub(crate) struct Heard {
    file: Arc<FingerprintFile>,
    /// The last heal of each locator, so that it grows with the tests and not with their runs.
    heals: Mutex<BTreeMap<LocatorKey, Arc<Heal>>>,
}

impl Heard {
    pub(crate) fn new(file: Arc<FingerprintFile>) -> Heard {
        Heard { file, heals: Mutex::default() }
    }

    /// The last heal of each locator, in the order of the locators.
    pub(crate) fn heals(&self) -> Vec<Arc<Heal>> {
        self.lock().values().cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<LocatorKey, Arc<Heal>>> {
        self.heals.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Fingerprints for Heard {
    fn recall(&self, locator: &LocatorKey) -> Option<Arc<Fingerprint>> {
        self.file.recall(locator)
    }

    fn record(&self, locator: &LocatorKey, fingerprint: Arc<Fingerprint>) {
        self.file.record(locator, fingerprint);
    }

    fn healed(&self, heal: &Arc<Heal>) {
        self.lock().insert(heal.locator.clone(), heal.clone());
        self.file.healed(heal);
    }
}
