//! Reading the entries of an archive, whole or unfinished, within limits.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use deskhand_model::Result;
use zip::ZipArchive;
use zip::read::read_zipfile_from_stream;

use super::fault::{io_fault, too_much};
use super::names::{HEADER, Part, parse};

/// Most entries of an archive.
const MOST_ENTRIES: usize = 60_000;

/// Most bytes of one entry, once unpacked.
const LARGEST_ENTRY: u64 = 64 << 20;

/// Most bytes of all entries together, once unpacked.
const LARGEST_ALL: u64 = 2 << 30;

/// How much is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) entries: usize,
    pub(super) entry: u64,
    pub(super) all: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { entries: MOST_ENTRIES, entry: LARGEST_ENTRY, all: LARGEST_ALL }
    }
}

/// The entries that a trace consists of, by name, and what could not be read.
#[derive(Debug, Default)]
pub(super) struct Entries {
    pub(super) files: BTreeMap<String, Vec<u8>>,
    pub(super) notes: Vec<String>,
    /// How many entries are whole, in an archive that lacks its end.
    pub(super) whole: Option<usize>,
}

/// Reads the entries that are wanted. An archive without an end, as a killed process leaves it, is read as far as it goes.
pub(super) fn read(
    path: &Path,
    file: &File,
    limits: Limits,
    wanted: impl Fn(Part) -> bool,
) -> Result<Entries> {
    let is_wanted = |name: &str| name == HEADER || parse(name).is_some_and(|(_, part)| wanted(part));
    match ZipArchive::new(BufReader::new(file)) {
        Ok(archive) => listed(path, archive, limits, is_wanted),
        Err(_) => scanned(path, file, limits, is_wanted),
    }
}

/// By the list at the end of the archive.
fn listed(
    path: &Path,
    mut archive: ZipArchive<BufReader<&File>>,
    limits: Limits,
    wanted: impl Fn(&str) -> bool,
) -> Result<Entries> {
    let mut purse = Purse { path, limits, spent: 0 };
    purse.entries(archive.len())?;
    let mut entries = Entries::default();
    for index in 0..archive.len() {
        let mut entry = match archive.by_index(index) {
            Ok(entry) => entry,
            Err(error) => {
                entries.notes.push(format!("an entry cannot be read: {error}"));
                continue;
            }
        };
        let Some(name) = entry.name().ok().map(|name| name.into_owned()).filter(|name| wanted(name)) else {
            continue;
        };
        match purse.unpack(&mut entry)? {
            Ok(bytes) => drop(entries.files.insert(name, bytes)),
            Err(why) => entries.notes.push(format!("{name} cannot be read: {why}")),
        }
    }
    Ok(entries)
}

/// One entry after the other from the start, until something is not whole.
fn scanned(path: &Path, mut file: &File, limits: Limits, wanted: impl Fn(&str) -> bool) -> Result<Entries> {
    file.seek(SeekFrom::Start(0)).map_err(|error| io_fault(path, "read", &error))?;
    let mut reader = BufReader::new(file);
    let mut purse = Purse { path, limits, spent: 0 };
    let mut entries = Entries::default();
    let mut whole = 0;
    while let Ok(Some(mut entry)) = read_zipfile_from_stream(&mut reader) {
        purse.entries(whole + 1)?;
        let Some(name) = entry.name().ok().map(|name| name.into_owned()) else { break };
        // Unpacked in any case: only so is it known whether it is whole.
        let Ok(bytes) = purse.unpack(&mut entry)? else { break };
        whole += 1;
        if wanted(&name) {
            entries.files.insert(name, bytes);
        }
    }
    entries.whole = Some(whole);
    Ok(entries)
}

/// What may still be unpacked.
struct Purse<'a> {
    path: &'a Path,
    limits: Limits,
    spent: u64,
}

impl Purse<'_> {
    fn entries(&self, count: usize) -> Result<()> {
        let most = self.limits.entries;
        if count > most {
            return Err(too_much(self.path, format!("it has {count} entries, and {most} is the most")));
        }
        Ok(())
    }

    /// The bytes of an entry, or why they cannot be had. Sizes that the archive claims are not believed.
    fn unpack(&mut self, entry: &mut impl Read) -> Result<std::result::Result<Vec<u8>, String>> {
        let mut bytes = Vec::new();
        if let Err(error) = entry.take(self.limits.entry + 1).read_to_end(&mut bytes) {
            return Ok(Err(error.to_string()));
        }
        let size = bytes.len() as u64;
        self.spent += size;
        if size > self.limits.entry {
            return Err(too_much(self.path, format!("an entry has more than {} bytes", self.limits.entry)));
        }
        if self.spent > self.limits.all {
            return Err(too_much(self.path, format!("it unpacks to more than {} bytes", self.limits.all)));
        }
        Ok(Ok(bytes))
    }
}
