//! Files that are a list of entries, one for each locator.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use deskhand_engine::LocatorKey;
use deskhand_model::{Error, ErrorKind, Result};
use deskhand_schema::{Body, FingerprintEntry, Fingerprints, HealEntry, Heals, SCHEMA_VERSION};
use serde::de::DeserializeOwned;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::pictures::PictureName;
use crate::replace::{Turn, replace};

/// One entry of such a file.
pub(crate) trait Entry: Serialize + DeserializeOwned {
    /// The document's kind.
    const KIND: &'static str;
    /// The key of the list in the document.
    const LIST: &'static str;

    fn locator(&self) -> LocatorKey;

    /// Takes out what must not be used, and says what that was.
    fn cleanse(&mut self) -> Option<String> {
        None
    }
}

impl Entry for FingerprintEntry {
    const KIND: &'static str = Fingerprints::KIND;
    const LIST: &'static str = "locators";

    fn locator(&self) -> LocatorKey {
        FingerprintEntry::locator(self)
    }

    /// Only pictures of ours are read, replaced and removed.
    fn cleanse(&mut self) -> Option<String> {
        let thumbnail = &mut self.element.thumbnail;
        let strange = thumbnail.take_if(|name| PictureName::read(name).is_none())?;
        Some(format!("goes without its picture: {strange:?} is not the name of one"))
    }
}

impl Entry for HealEntry {
    const KIND: &'static str = Heals::KIND;
    const LIST: &'static str = "heals";

    fn locator(&self) -> LocatorKey {
        HealEntry::locator(self)
    }
}

/// What such a file holds.
#[derive(Debug)]
pub(crate) struct Keyed<E> {
    /// The entries that can be read.
    pub(crate) entries: BTreeMap<LocatorKey, E>,
    /// Those that cannot: somebody may want to mend them, so they are written back as they are.
    unread: Vec<Value>,
    /// What is wrong with those.
    pub(crate) complaints: Vec<String>,
}

impl<E: Entry> Keyed<E> {
    /// What is in the file; nothing when it is not there yet.
    pub(crate) fn read(file: &Path) -> Result<Keyed<E>> {
        // Opening a pipe waits for whoever writes to it.
        if fs::metadata(file).is_ok_and(|there| !there.is_file()) {
            let message = format!("{} is not an ordinary file", file.display());
            return Err(Error::new(ErrorKind::Io, message));
        }
        let text = match fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                return Err(corrupt::<E>(file, "is not text"));
            }
            Err(error) => {
                return Err(Error::new(ErrorKind::Io, format!("{} cannot be read: {error}", file.display())));
            }
        };
        Keyed::parse(&text, file)
    }

    fn parse(text: &str, file: &Path) -> Result<Keyed<E>> {
        let mut keyed = Keyed { entries: BTreeMap::new(), unread: Vec::new(), complaints: Vec::new() };
        if text.trim().is_empty() {
            return Ok(keyed);
        }
        let document: Value =
            serde_json::from_str(text).map_err(|error| not_json::<E>(text, file, &error))?;
        if document.get("kind").and_then(Value::as_str) != Some(E::KIND) {
            return Err(corrupt::<E>(file, &format!("is not a document of kind `{}`", E::KIND)));
        }
        match document.get("schema_version").and_then(Value::as_u64) {
            Some(version) if version > u64::from(SCHEMA_VERSION) => {
                let what = format!("has schema_version {version}, and this deskhand knows {SCHEMA_VERSION}");
                return Err(corrupt::<E>(file, &what).hint("use the deskhand that wrote it, or a newer one"));
            }
            Some(_) => {}
            None => return Err(corrupt::<E>(file, "has no schema_version")),
        }
        let Some(Value::Array(list)) = document.get(E::LIST) else {
            return Err(corrupt::<E>(file, &format!("has no list `{}`", E::LIST)));
        };
        for (number, value) in list.iter().enumerate() {
            keyed.take(number, value);
        }
        Ok(keyed)
    }

    fn take(&mut self, number: usize, value: &Value) {
        let called = value.get("query").and_then(Value::as_str);
        let called = called.map(|query| format!(" (`{query}`)")).unwrap_or_default();
        match E::deserialize(value) {
            Ok(mut entry) => {
                if let Some(complaint) = entry.cleanse() {
                    self.complaints.push(format!("{} {number}{called} {complaint}", E::LIST));
                }
                if self.entries.insert(entry.locator(), entry).is_some() {
                    let complaint =
                        format!("{} {number}{called} stands twice; the later one counts", E::LIST);
                    self.complaints.push(complaint);
                }
            }
            Err(error) => {
                self.complaints.push(format!("{} {number}{called} cannot be read: {error}", E::LIST));
                self.unread.push(value.clone());
            }
        }
    }

    /// The file's text.
    fn text(&self) -> Result<String> {
        let text = serde_json::to_string_pretty(self)
            .map_err(|error| Error::new(ErrorKind::Internal, format!("No JSON for {}: {error}", E::KIND)))?;
        Ok(text + "\n")
    }
}

/// By hand for its order: version and kind first, then the list.
impl<E: Entry> Serialize for Keyed<E> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        #[serde(untagged)]
        enum One<'a, E> {
            Read(&'a E),
            Unread(&'a Value),
        }
        let read = self.entries.values().map(One::Read);
        let all: Vec<One<'_, E>> = read.chain(self.unread.iter().map(One::Unread)).collect();
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("schema_version", &SCHEMA_VERSION)?;
        map.serialize_entry("kind", E::KIND)?;
        map.serialize_entry(E::LIST, &all)?;
        map.end()
    }
}

/// The kind of document that is in a file, where it is one.
pub(crate) fn kind_of(file: &Path) -> Option<String> {
    let document: Value = serde_json::from_slice(&fs::read(file).ok()?).ok()?;
    document.get("kind")?.as_str().map(str::to_owned)
}

/// Reads the file again, changes what is in it and writes it, with nobody else at it meanwhile. A file that cannot be read
/// is left as it is, and so is one that would stay the same.
pub(crate) fn update<E: Entry>(
    file: &Path,
    change: impl FnOnce(&mut BTreeMap<LocatorKey, E>) -> Result<()>,
) -> Result<Keyed<E>> {
    let _turn = Turn::wait_for(file)?;
    let mut keyed = Keyed::<E>::read(file)?;
    let was = keyed.text()?;
    change(&mut keyed.entries)?;
    let text = keyed.text()?;
    if text != was {
        replace(file, text.as_bytes())?;
    }
    Ok(keyed)
}

fn not_json<E: Entry>(text: &str, file: &Path, error: &serde_json::Error) -> Error {
    let told = corrupt::<E>(file, &format!("is not valid JSON: {error}"));
    if text.lines().any(|line| line.starts_with("<<<<<<< ")) {
        return told.hint("it has marks of a merge: keep the entries of both sides and remove the marks");
    }
    told
}

fn corrupt<E: Entry>(file: &Path, what: &str) -> Error {
    let what = format!("{} {what}", file.display());
    Error::new(ErrorKind::InvalidArgument, what).hint(format!(
        "it is left as it is: mend it, take it back from version control, or move it away to begin with no {}",
        E::KIND
    ))
}
