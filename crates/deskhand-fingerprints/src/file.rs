//! The fingerprints of one file, as the engine's port.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use deskhand_engine::ports::Fingerprints;
use deskhand_engine::{Fingerprint, Heal, LocatorKey};
use deskhand_model::Result;
use deskhand_schema::FingerprintEntry;

use crate::keyed::{self, Entry, Keyed};
use crate::place::Place;
use crate::shared::Shared;
use crate::writer::Writer;

/// Fingerprints in a file. What is new is written a moment later, by [`flush`](FingerprintFile::flush), and at the
/// latest when this value goes.
#[derive(Debug)]
pub struct FingerprintFile {
    shared: Arc<Shared>,
    /// Started by the first news: who only reads needs no thread.
    writer: Mutex<Option<Writer>>,
    complaints: Vec<String>,
}

impl FingerprintFile {
    /// The fingerprints in this file, which need not exist yet; its folder must.
    pub fn open(file: impl Into<PathBuf>) -> Result<FingerprintFile> {
        FingerprintFile::open_at(Place::of(file))
    }

    /// The same with pictures and report where `place` says.
    pub fn open_at(place: Place) -> Result<FingerprintFile> {
        place.check()?;
        let mut file = Keyed::read(&place.file)?;
        let complaints = std::mem::take(&mut file.complaints);
        for complaint in &complaints {
            tracing::warn!(file = %place.file.display(), "{complaint}");
        }
        let shared = Arc::new(Shared::new(place, file));
        Ok(FingerprintFile { shared, writer: Mutex::new(None), complaints })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.shared.place.file
    }

    /// Where its parts lie.
    pub fn place(&self) -> &Place {
        &self.shared.place
    }

    /// What in the file cannot be read. It stays there as it is.
    pub fn complaints(&self) -> &[String] {
        &self.complaints
    }

    /// All locators that have a fingerprint.
    pub fn locators(&self) -> Vec<LocatorKey> {
        self.shared.locators()
    }

    /// Gives the fingerprints of locators to others, because the tests are written differently now, and says how many had
    /// one. A locator that has a fingerprint of its own keeps it, unless it is renamed as well.
    pub fn rename(&self, renamed: &[(LocatorKey, LocatorKey)]) -> usize {
        let count = self.shared.rename(renamed);
        if count > 0 {
            self.tell();
        }
        count
    }

    /// Whether this file holds fingerprints.
    pub fn is_at(file: &Path) -> bool {
        keyed::kind_of(file).is_some_and(|kind| kind == FingerprintEntry::KIND)
    }

    /// Writes everything that is not in the files yet.
    pub fn flush(&self) -> Result<()> {
        self.shared.write()
    }

    fn tell(&self) {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        writer.get_or_insert_with(|| Writer::start(self.shared.clone())).tell();
    }
}

impl Fingerprints for FingerprintFile {
    fn recall(&self, locator: &LocatorKey) -> Option<Arc<Fingerprint>> {
        self.shared.recall(locator)
    }

    fn record(&self, locator: &LocatorKey, fingerprint: Arc<Fingerprint>) {
        if self.shared.record(locator, fingerprint) {
            self.tell();
        }
    }

    fn healed(&self, heal: &Arc<Heal>) {
        self.shared.healed(heal);
        self.tell();
    }
}

impl Drop for FingerprintFile {
    fn drop(&mut self) {
        let writer = self.writer.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        drop(writer);
        if let Err(error) = self.shared.write() {
            tracing::error!(%error, "fingerprints could not be written and are lost");
        }
    }
}
