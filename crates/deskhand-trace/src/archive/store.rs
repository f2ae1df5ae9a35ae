//! Adding steps to the file.
//!
//! After every step the archive is complete. Whoever is killed while writing leaves one without its end, which the next
//! one to write puts in order. Processes that write into the same file take turns.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Cursor, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use deskhand_model::{Error, ErrorKind, Result};
use deskhand_schema::{Document, Trace};
use zip::write::{PreparedZipFile, SimpleFileOptions};
use zip::{CompressionMethod, ZipWriter};

use super::directory::Directory;
use super::entries::{self, Limits};
use super::fault::{io_fault, no_trace};
use super::names::{HEADER, Part, entry_name};
use super::read::header;
use super::turn::{self, TURN};

/// After this time without a turn, those who wait for us are told so. It is also how long we wait once a turn has been
/// missed, until there is one again.
const HELD_UP: Duration = Duration::from_millis(250);

/// A file that steps are added to.
#[derive(Debug)]
pub(crate) struct Store {
    path: PathBuf,
    started: SystemTime,
    /// The list of entries that we wrote last.
    written: Option<Directory>,
    /// Whether our last turn did not come.
    missed: bool,
}

/// A part of a step, ready to be written.
pub(crate) struct Content {
    pub(crate) part: Part,
    pub(crate) bytes: Vec<u8>,
}

impl Store {
    /// Opens the trace at `path`, or begins it with `trace`.
    pub(crate) fn open(path: &Path, trace: Trace) -> Result<Store> {
        let file = opened(path)?;
        if !turn::wait(TURN, || file.try_lock()).map_err(|error| io_fault(path, "open", &error))? {
            return Err(busy(path, TURN));
        }
        let length = file.metadata().map_err(|error| io_fault(path, "open", &error))?.len();
        let trace = if length == 0 {
            begin(path, &file, &trace)?;
            trace
        } else {
            resume(path, &file)?
        };
        let started = humantime::parse_rfc3339(&trace.started)
            .map_err(|error| no_trace(path, format!("it does not say when it began: {error}")))?;
        Ok(Store { path: path.to_owned(), started, written: None, missed: false })
    }

    /// When the trace began.
    pub(crate) fn started(&self) -> SystemTime {
        self.started
    }

    /// Adds a step under the next number, of which `contents` makes its parts. `most` is the last number there may be.
    /// When another process keeps the file, `held_up` is told before it is waited for.
    pub(crate) fn add(
        &mut self,
        most: u32,
        held_up: impl FnOnce(),
        contents: impl FnOnce(u32) -> Result<Vec<Content>>,
    ) -> Result<()> {
        let file = self.turn(held_up)?;
        let path = &self.path;
        let failed = |error: std::io::Error| io_fault(path, "write", &error);
        let unchanged = self.written.take().filter(|list| ends_with(&file, list).unwrap_or(false));
        let list = unchanged.map_or_else(|| listed(path, &file), Ok)?;
        let number = list.next_step();
        if number > most {
            let message = format!("{} holds {most} steps, the most that it may", path.display());
            return Err(Error::new(ErrorKind::InvalidArgument, message).hint("begin another trace"));
        }
        let pack = |Content { part, bytes }| packed(&entry_name(number, part), part, &bytes);
        let packed: zip::result::ZipResult<Vec<PreparedZipFile>> =
            contents(number)?.into_iter().map(pack).collect();
        let step = packed.and_then(archived).map_err(|error| broken(path, &error))?;
        let own = Directory::read(Cursor::new(&step)).map_err(failed)?;
        let entries = step.get(..own.start() as usize).unwrap_or_default();
        let start = list.start();
        let both = list.followed_by(&own).map_err(failed)?;
        let end = both.end().map_err(failed)?;
        write_at(&file, start, &[entries, both.records(), &end]).map_err(failed)?;
        self.written = Some(both);
        Ok(())
    }

    /// Opens the file and waits for our turn: not for long when the last one did not come, or many steps would take many
    /// times as long.
    fn turn(&mut self, held_up: impl FnOnce()) -> Result<File> {
        let file = opened(&self.path)?;
        let wait = |patience: Duration| {
            turn::wait(patience, || file.try_lock()).map_err(|error| io_fault(&self.path, "open", &error))
        };
        if !wait(HELD_UP)? {
            held_up();
            let patience = if self.missed { Duration::ZERO } else { TURN.saturating_sub(HELD_UP) };
            if !wait(patience)? {
                self.missed = true;
                return Err(busy(&self.path, HELD_UP + patience));
            }
        }
        self.missed = false;
        Ok(file)
    }
}

fn opened(path: &Path) -> Result<File> {
    let failed = |error: &std::io::Error| io_fault(path, "open", error);
    if path.is_dir() {
        return Err(no_trace(path, "it is a folder"));
    }
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    // Pictures of a screen are nobody else's.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path).map_err(|error| failed(&error))?;
    if !file.metadata().map_err(|error| failed(&error))?.is_file() {
        return Err(no_trace(path, "it is not an ordinary file"));
    }
    Ok(file)
}

/// Whether the file ends as it does when nobody has written to it since this list.
fn ends_with(mut file: &File, list: &Directory) -> std::io::Result<bool> {
    let end = list.end()?;
    let behind = list.start() + list.records().len() as u64;
    if file.metadata()?.len() != behind + end.len() as u64 {
        return Ok(false);
    }
    file.seek(SeekFrom::Start(behind))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(bytes == end)
}

/// Writes these bytes from there on. What stands before is not touched, and what is behind goes last.
fn write_at(mut file: &File, start: u64, pieces: &[&[u8]]) -> std::io::Result<()> {
    file.seek(SeekFrom::Start(start))?;
    for piece in pieces {
        file.write_all(piece)?;
    }
    let end = file.stream_position()?;
    file.set_len(end)
}

/// Begins a trace in an empty file.
fn begin(path: &Path, mut file: &File, trace: &Trace) -> Result<()> {
    let json = json(&Document::new(trace.clone()))?;
    let archive = packed(HEADER, Part::Step, &json).and_then(|entry| archived(vec![entry]));
    let archive = archive.map_err(|error| broken(path, &error))?;
    file.write_all(&archive).map_err(|error| io_fault(path, "write", &error))
}

/// Goes on with the trace that is there. One that was left unfinished gets the list of its whole entries; these stay as
/// they are, so that nothing is lost whenever this ends.
fn resume(path: &Path, file: &File) -> Result<Trace> {
    let found = entries::read(path, file, Limits::default(), |_| false)?;
    let trace = header(path, &found)?;
    if let Some(whole) = found.whole {
        let failed = |error: std::io::Error| io_fault(path, "put in order", &error);
        let list = Directory::of_entries(file, whole).map_err(failed)?;
        if has_entries_behind(file, list.start()).map_err(failed)? {
            return Err(no_trace(path, "it is damaged in its middle, and what is behind would be lost"));
        }
        let end = list.end().map_err(failed)?;
        write_at(file, list.start(), &[list.records(), &end]).map_err(failed)?;
    }
    Ok(trace)
}

/// Whether entries begin behind the one at `start`, which is not whole. Whoever was interrupted leaves one such entry at the
/// end; only damage leaves others behind it.
fn has_entries_behind(mut file: &File, start: u64) -> std::io::Result<bool> {
    const ENTRY: &[u8] = b"PK\x03\x04";
    file.seek(SeekFrom::Start(start + ENTRY.len() as u64))?;
    let mut reader = BufReader::new(file);
    let mut seen = 0;
    loop {
        let bytes = reader.fill_buf()?;
        if bytes.is_empty() {
            return Ok(false);
        }
        for &byte in bytes {
            seen = match byte == ENTRY[seen] {
                true => seen + 1,
                false => usize::from(byte == ENTRY[0]),
            };
            if seen == ENTRY.len() {
                return Ok(true);
            }
        }
        let length = bytes.len();
        reader.consume(length);
    }
}

/// The list of entries in the file; where a step could not be written to its end, the file is put in order for it.
fn listed(path: &Path, file: &File) -> Result<Directory> {
    Directory::read(file).or_else(|_| {
        resume(path, file)?;
        Directory::read(file).map_err(|error| io_fault(path, "write", &error))
    })
}

fn busy(path: &Path, waited: Duration) -> Error {
    Error::new(ErrorKind::Io, format!("another process keeps the trace {} to itself", path.display()))
        .tried(format!("waited {} for it", humantime::format_duration(waited)))
}

/// An archive of its own with these entries.
fn archived(entries: Vec<PreparedZipFile>) -> zip::result::ZipResult<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    archive.add_prepared_files(entries)?;
    Ok(archive.finish()?.into_inner())
}

/// Text is packed; pictures are already.
fn packed(name: &str, part: Part, bytes: &[u8]) -> zip::result::ZipResult<PreparedZipFile> {
    let method = match part {
        Part::Step | Part::Tree => CompressionMethod::Deflated,
        Part::Before | Part::After => CompressionMethod::Stored,
    };
    PreparedZipFile::from_data(name, SimpleFileOptions::default().compression_method(method), bytes)
}

/// A document, spread out for people who unpack it.
pub(crate) fn json(document: &impl serde::Serialize) -> Result<Vec<u8>> {
    serde_json::to_vec_pretty(document).map_err(|error| {
        Error::new(ErrorKind::Internal, format!("a step cannot be written as JSON: {error}"))
    })
}

fn broken(path: &Path, error: &zip::result::ZipError) -> Error {
    Error::new(ErrorKind::Io, format!("cannot write the trace {}: {error}", path.display()))
}
