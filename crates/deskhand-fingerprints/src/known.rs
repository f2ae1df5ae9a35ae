//! One locator's fingerprint in memory.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use deskhand_engine::ports::Image;
use deskhand_engine::{Fingerprint, LocatorKey};
use deskhand_schema::FingerprintEntry;

use crate::pictures::{self, PictureName};

/// A fingerprint as the file has it, and as the engine wants it.
#[derive(Debug)]
pub(crate) struct Known {
    /// As the file has it.
    pub(crate) entry: FingerprintEntry,
    picture: Option<PictureName>,
    /// As the engine wants it, once it did: most pictures are never looked at.
    fingerprint: OnceLock<Arc<Fingerprint>>,
}

impl Known {
    /// One that was read from the file.
    pub(crate) fn read(entry: FingerprintEntry) -> Known {
        let picture = entry.element.thumbnail.as_deref().and_then(PictureName::read);
        Known { entry, picture, fingerprint: OnceLock::new() }
    }

    /// One that was just seen.
    pub(crate) fn seen(locator: &LocatorKey, fingerprint: Arc<Fingerprint>) -> Known {
        let picture = fingerprint.thumbnail.is_some().then(|| PictureName::of(locator));
        let entry = FingerprintEntry::new(locator, &fingerprint, picture.clone().map(PictureName::into_text));
        Known { entry, picture, fingerprint: OnceLock::from(fingerprint) }
    }

    /// As the engine wants it, with its picture from the folder. The first time that is a file to read, so nothing that
    /// others wait for may be locked meanwhile.
    pub(crate) fn fingerprint(&self, folder: &Path) -> Arc<Fingerprint> {
        let make = || {
            let mut fingerprint = Fingerprint::from(self.entry.element.clone());
            if let Some(name) = &self.picture {
                match pictures::read(folder, name) {
                    Ok(picture) => fingerprint.thumbnail = Some(Arc::new(picture)),
                    Err(error) => tracing::warn!(%error, "a fingerprint goes without its picture"),
                }
            }
            Arc::new(fingerprint)
        };
        self.fingerprint.get_or_init(make).clone()
    }

    /// The picture that has to be in the folder, where it did not come from there.
    pub(crate) fn picture(&self) -> Option<(&PictureName, &Image)> {
        let picture = self.fingerprint.get()?.thumbnail.as_deref()?;
        Some((self.picture.as_ref()?, picture))
    }

    /// Whether this tells nothing new. A picture that is missing now says nothing against the one there was.
    pub(crate) fn is_old_news(&self, seen: &Known) -> bool {
        let mut seen = seen.entry.clone();
        if seen.element.thumbnail.is_none() {
            seen.element.thumbnail.clone_from(&self.entry.element.thumbnail);
        }
        seen == self.entry
    }
}
