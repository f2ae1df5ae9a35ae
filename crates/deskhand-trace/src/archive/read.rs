//! Traces as they are read back.

use std::fs::File;
use std::path::Path;
use std::time::Duration;

use deskhand_model::Result;
use deskhand_schema::{Body, Document, SCHEMA_VERSION, Snapshot, Trace, TraceEntry, TraceList, TraceStep};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::entries::{self, Entries, Limits};
use super::fault::{io_fault, no_trace};
use super::names::{HEADER, Part, entry_name, parse};
use super::turn::{self, TURN};

/// How every PNG file begins.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// A trace that was read.
#[derive(Clone, Debug)]
pub struct TraceFile {
    /// Where it comes from.
    pub trace: Trace,
    /// Its steps, by number.
    pub steps: Vec<RecordedStep>,
    /// What could not be read, in words.
    pub notes: Vec<String>,
}

/// A step with what stands beside it.
#[derive(Clone, Debug)]
pub struct RecordedStep {
    /// What was asked and what came of it.
    pub step: TraceStep,
    /// The picture before, as PNG.
    pub before: Option<Vec<u8>>,
    /// The picture after, as PNG.
    pub after: Option<Vec<u8>>,
    /// The tree after.
    pub tree: Option<Snapshot>,
}

impl TraceFile {
    /// Reads the trace at `path` with its pictures and trees. One that was not finished is read as far as it goes, and
    /// says so.
    pub fn open(path: &Path) -> Result<TraceFile> {
        read(path, Limits::default(), TURN, |_| true)
    }

    /// Reads only its steps.
    pub fn open_steps(path: &Path) -> Result<TraceFile> {
        read(path, Limits::default(), TURN, |part| part == Part::Step)
    }

    /// Its steps in short.
    pub fn list(&self) -> TraceList {
        let entry = |RecordedStep { step, .. }: &RecordedStep| TraceEntry {
            number: step.number,
            title: step.title.clone(),
            outcome: step.outcome.clone(),
            code: step.error.as_ref().map(|error| error.code.clone().into_owned()),
            started_ms: step.timing.started_ms,
            took_ms: step.timing.took_ms,
        };
        TraceList {
            trace: self.trace.clone(),
            steps: self.steps.iter().map(entry).collect(),
            notes: self.notes.clone(),
        }
    }
}

fn read(path: &Path, limits: Limits, patience: Duration, wanted: impl Fn(Part) -> bool) -> Result<TraceFile> {
    // Before it is opened: opening a pipe waits for whoever writes to it.
    if !path.metadata().map_err(|error| io_fault(path, "read", &error))?.is_file() {
        return Err(no_trace(path, "it is not an ordinary file"));
    }
    let file = File::open(path).map_err(|error| io_fault(path, "read", &error))?;
    // Whoever writes at this moment is let finish. One that is stopped, or a place without locks, is not waited for:
    // what has been written so far can be read at any time.
    let kept_by_other = matches!(turn::wait(patience, || file.try_lock_shared()), Ok(false));
    let mut entries = entries::read(path, &file, limits, wanted)?;
    let trace = header(path, &entries)?;
    let numbers = entries.files.keys().filter_map(|name| match parse(name)? {
        (number, Part::Step) => Some(number),
        _ => None,
    });
    let numbers: Vec<u32> = numbers.collect();
    let mut reading = TraceFile { trace, steps: Vec::new(), notes: Vec::new() };
    if kept_by_other {
        reading.notes.push("another process keeps the file to itself: this is what it holds now".to_owned());
    }
    if entries.whole.is_some() {
        reading.notes.push("the file was not finished: this is what there is of it".to_owned());
    }
    reading.notes.append(&mut entries.notes);
    for number in numbers {
        reading.add(number, &mut entries);
    }
    reading.steps.sort_by_key(|recorded| recorded.step.number);
    Ok(reading)
}

impl TraceFile {
    /// Adds the step with this number, or a note of what is wrong with it.
    fn add(&mut self, number: u32, entries: &mut Entries) {
        // Taken out: pictures are large, and nobody else wants them.
        let mut bytes = |part: Part| entries.files.remove(&entry_name(number, part));
        let Some(json) = bytes(Part::Step) else { return };
        let mut step: TraceStep = match document(&json) {
            Ok(step) => step,
            Err(why) => return self.notes.push(format!("step {number} cannot be read: {why}")),
        };
        step.number = number;
        let mut notes = Vec::new();
        let mut picture = |part: Part| {
            let file = bytes(part)?;
            let is_png = file.starts_with(PNG);
            if !is_png {
                notes.push(format!("{} is not a picture", entry_name(number, part)));
            }
            is_png.then_some(file)
        };
        let (before, after) = (picture(Part::Before), picture(Part::After));
        let tree = bytes(Part::Tree).and_then(|json| {
            document(&json)
                .map_err(|why| notes.push(format!("the tree of step {number} cannot be read: {why}")))
                .ok()
        });
        self.notes.append(&mut notes);
        self.steps.push(RecordedStep { step, before, after, tree });
    }
}

/// Where the trace comes from. Without it, the file is no trace.
pub(super) fn header(path: &Path, entries: &Entries) -> Result<Trace> {
    let json = entries.files.get(HEADER).ok_or_else(|| {
        let why = match entries.whole.is_some() {
            true => "it is no zip archive, or its beginning is broken",
            false => "it is a zip archive without trace.json",
        };
        no_trace(path, why)
    })?;
    document(json).map_err(|why| no_trace(path, format!("its trace.json cannot be read: {why}")))
}

/// The body of a document of the right kind and of a version that is known.
fn document<B: Body + DeserializeOwned>(json: &[u8]) -> Result<B, String> {
    let value: Value = serde_json::from_slice(json).map_err(|error| error.to_string())?;
    let kind = value["kind"].as_str().unwrap_or_default();
    if kind != B::KIND {
        return Err(format!("it is of kind `{kind}` instead of `{}`", B::KIND));
    }
    let version = value["schema_version"].as_u64().unwrap_or_default();
    if version > u64::from(SCHEMA_VERSION) {
        return Err(format!("it is of version {version}, which is newer than this program"));
    }
    let document: Document<B> = serde_json::from_value(value).map_err(|error| error.to_string())?;
    Ok(document.body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::Store;

    #[test]
    fn a_file_that_another_process_keeps_to_itself_is_read_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.zip");
        let [tool, version, platform] = ["test", "1", "sim"].map(str::to_owned);
        let trace = Trace { tool, version, platform, started: "2026-01-01T00:00:00Z".to_owned() };
        Store::open(&path, trace).unwrap();
        let writer = File::open(&path).unwrap();
        writer.lock().unwrap();
        let reading = read(&path, Limits::default(), Duration::from_millis(20), |_| true).unwrap();
        assert_eq!(reading.trace.started, "2026-01-01T00:00:00Z");
        assert!(reading.notes[0].contains("another process keeps"), "{:?}", reading.notes);
    }
}
