//! Heals that nobody has reviewed yet.

use std::path::{Path, PathBuf};

use deskhand_engine::LocatorKey;
use deskhand_model::{Error, ErrorKind, Result};
use deskhand_schema::{Heal, HealEntry};

use crate::keyed::{self, Keyed};
use crate::shared::Seen;

/// The report of what was healed, in all runs since it was last reviewed.
#[derive(Clone, Debug)]
pub struct HealReport {
    /// Where it lies.
    pub file: PathBuf,
    /// The latest heal of each locator.
    pub heals: Vec<HealEntry>,
    /// What in the file cannot be read.
    pub complaints: Vec<String>,
}

impl HealReport {
    /// The report in this file, which has to be there.
    pub fn read(file: impl Into<PathBuf>) -> Result<HealReport> {
        let file = file.into();
        if !file.exists() {
            let message = format!("There is no report {}", file.display());
            return Err(Error::new(ErrorKind::Io, message)
                .hint("nothing has been healed yet, or its fingerprints are in another place"));
        }
        let keyed = Keyed::<HealEntry>::read(&file)?;
        Ok(HealReport { file, heals: keyed.entries.into_values().collect(), complaints: keyed.complaints })
    }

    /// Takes heals that have been dealt with out of the file.
    pub fn settle(&self, locators: &[LocatorKey]) -> Result<()> {
        keyed::update::<HealEntry>(&self.file, |entries| {
            entries.retain(|locator, _| !locators.contains(locator));
            Ok(())
        })
        .map(drop)
    }
}

/// Adds heals to what the file has.
pub(crate) fn add<'a>(file: &Path, heals: impl Iterator<Item = &'a Seen>) -> Result<()> {
    keyed::update::<HealEntry>(file, |entries| {
        for Seen { heal, times, last } in heals {
            let before = entries.get(&heal.locator).map_or(0, |earlier| earlier.times);
            let entry = HealEntry {
                heal: Heal::from(&**heal),
                times: before.saturating_add(*times),
                last_seen: humantime::format_rfc3339_seconds(*last).to_string(),
            };
            entries.insert(heal.locator.clone(), entry);
        }
        Ok(())
    })
    .map(drop)
}
