//! What has been seen, and what of it is not in the files yet.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use deskhand_engine::{Fingerprint, Heal, LocatorKey};
use deskhand_model::Result;
use deskhand_schema::FingerprintEntry;

use crate::keyed::{self, Keyed};
use crate::known::Known;
use crate::pictures::{self, PictureName};
use crate::place::Place;
use crate::report;

/// A heal that is not in the report yet.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    pub(crate) heal: Arc<Heal>,
    pub(crate) times: u64,
    pub(crate) last: SystemTime,
}

#[derive(Debug, Default)]
struct Memory {
    /// Shared, so that whoever wants one need not hold this while its picture is read.
    known: BTreeMap<LocatorKey, Arc<Known>>,
    /// The locators whose entry in the file is no longer that in memory; those without one are to be removed.
    changed: BTreeSet<LocatorKey>,
    heals: BTreeMap<LocatorKey, Seen>,
}

/// The files and what is known of them, for whoever asks and for whoever writes.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) place: Place,
    memory: Mutex<Memory>,
    /// Held while writing, so that a flush returns after the writing that it found under way.
    writing: Mutex<()>,
}

impl Shared {
    pub(crate) fn new(place: Place, file: Keyed<FingerprintEntry>) -> Shared {
        let known = |(locator, entry)| (locator, Arc::new(Known::read(entry)));
        let known = file.entries.into_iter().map(known).collect();
        let memory = Memory { known, ..Memory::default() };
        Shared { place, memory: Mutex::new(memory), writing: Mutex::new(()) }
    }

    pub(crate) fn recall(&self, locator: &LocatorKey) -> Option<Arc<Fingerprint>> {
        let known = self.memory().known.get(locator).cloned()?;
        Some(known.fingerprint(&self.place.pictures))
    }

    pub(crate) fn locators(&self) -> Vec<LocatorKey> {
        self.memory().known.keys().cloned().collect()
    }

    /// Remembers a fingerprint and says whether it is news.
    pub(crate) fn record(&self, locator: &LocatorKey, fingerprint: Arc<Fingerprint>) -> bool {
        let seen = Known::seen(locator, fingerprint);
        let mut memory = self.memory();
        if memory.known.get(locator).is_some_and(|known| known.is_old_news(&seen)) {
            return false;
        }
        memory.known.insert(locator.clone(), Arc::new(seen));
        memory.changed.insert(locator.clone());
        true
    }

    pub(crate) fn healed(&self, heal: &Arc<Heal>) {
        let mut memory = self.memory();
        let seen = Seen { heal: heal.clone(), times: 1, last: SystemTime::now() };
        add(&mut memory.heals, seen);
    }

    /// Gives the fingerprints of locators to others and says how many had one. All change at once: locators may have
    /// changed places. Where the new one has a fingerprint of its own, that is the younger one and stays.
    pub(crate) fn rename(&self, renamed: &[(LocatorKey, LocatorKey)]) -> usize {
        // Pictures are read here, while nobody waits, and known from then on.
        let fingerprints: Vec<_> = renamed.iter().map(|(old, _)| self.recall(old)).collect();
        let mut memory = self.memory();
        for (old, _) in renamed {
            if memory.known.remove(old).is_some() {
                memory.changed.insert(old.clone());
            }
        }
        let mut count = 0;
        for ((_, new), fingerprint) in renamed.iter().zip(fingerprints) {
            let Some(fingerprint) = fingerprint else { continue };
            count += 1;
            if !memory.known.contains_key(new) {
                memory.known.insert(new.clone(), Arc::new(Known::seen(new, fingerprint)));
                memory.changed.insert(new.clone());
            }
        }
        count
    }

    /// Writes what is not in the files yet. What cannot be written stays for the next time.
    pub(crate) fn write(&self) -> Result<()> {
        let _turn = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let fingerprints = self.write_fingerprints();
        let heals = self.write_heals();
        fingerprints.and(heals)
    }

    fn write_fingerprints(&self) -> Result<()> {
        let changes: BTreeMap<LocatorKey, Option<Arc<Known>>> = {
            let mut memory = self.memory();
            let changed = std::mem::take(&mut memory.changed);
            changed
                .into_iter()
                .map(|locator| (locator.clone(), memory.known.get(&locator).cloned()))
                .collect()
        };
        if changes.is_empty() {
            return Ok(());
        }
        let written = self.merge(&changes);
        let mut memory = self.memory();
        match written {
            Ok(file) => {
                for (locator, entry) in file.entries {
                    // What this process has seen meanwhile is newer, and what it had looked at already stays so.
                    let same = memory.known.get(&locator).is_some_and(|known| known.entry == entry);
                    if !same && !memory.changed.contains(&locator) {
                        memory.known.insert(locator, Arc::new(Known::read(entry)));
                    }
                }
                Ok(())
            }
            Err(error) => {
                memory.changed.extend(changes.into_keys());
                Err(error)
            }
        }
    }

    /// Lays the changes over what is in the file now, which other processes may have changed as well.
    fn merge(&self, changes: &BTreeMap<LocatorKey, Option<Arc<Known>>>) -> Result<Keyed<FingerprintEntry>> {
        let folder = &self.place.pictures;
        let mut former = Vec::new();
        let file = keyed::update(&self.place.file, |entries: &mut BTreeMap<_, FingerprintEntry>| {
            for (locator, known) in changes {
                match known {
                    Some(known) => {
                        // Before the file that speaks of it.
                        if let Some((name, picture)) = known.picture() {
                            pictures::write(folder, name, picture)?;
                        }
                        entries.insert(locator.clone(), known.entry.clone());
                    }
                    None => {
                        let thumbnail = entries.remove(locator).and_then(|entry| entry.element.thumbnail);
                        former.extend(thumbnail.as_deref().and_then(PictureName::read));
                    }
                }
            }
            Ok(())
        })?;
        let in_use = |name: &PictureName| {
            let mut names = file.entries.values().filter_map(|entry| entry.element.thumbnail.as_deref());
            names.any(|used| PictureName::read(used).as_ref() == Some(name))
        };
        former.iter().filter(|name| !in_use(name)).for_each(|name| pictures::remove(folder, name));
        Ok(file)
    }

    fn write_heals(&self) -> Result<()> {
        let heals = std::mem::take(&mut self.memory().heals);
        if heals.is_empty() {
            return Ok(());
        }
        report::add(&self.place.report, heals.values()).inspect_err(|_| {
            let mut memory = self.memory();
            let newer = std::mem::replace(&mut memory.heals, heals);
            newer.into_values().for_each(|seen| add(&mut memory.heals, seen));
        })
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        // Every change to it is whole before anything can fail.
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn add(heals: &mut BTreeMap<LocatorKey, Seen>, seen: Seen) {
    let before = heals.get(&seen.heal.locator).map_or(0, |earlier| earlier.times);
    heals.insert(seen.heal.locator.clone(), Seen { times: before + seen.times, ..seen });
}
