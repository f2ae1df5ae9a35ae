//! Adding steps to the file.
//!
//! After every step the archive is complete. Whoever is killed while writing leaves one without its end, which the next
//! one to write puts in order. Processes that write into the same file take turns, by a lock on the file itself that
//! ends with its holder.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Cursor, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use deskhand_model::{Error, ErrorKind, Result};
use deskhand_schema::{Document, Trace};
use zip::write::{PreparedZipFile, SimpleFileOptions};
use zip::{CompressionMethod, ZipWriter};

use super::entries::{self, Limits};
use super::fault::{io_fault, no_trace};
use super::names::{HEADER, Part, entry_name, parse};
use super::read::header;

/// How long another process may keep the file to itself.
const TURN: Duration = Duration::from_secs(10);

/// Pause between two attempts to get the file.
const PAUSE: Duration = Duration::from_millis(10);

/// A file that steps are added to.
#[derive(Debug)]
pub(crate) struct Store {
    path: PathBuf,
    started: SystemTime,
}

/// A part of a step, ready to be written.
pub(crate) struct Content {
    pub(crate) part: Part,
    pub(crate) bytes: Vec<u8>,
}

impl Store {
    /// Opens the trace at `path`, or begins it with `trace`.
    pub(crate) fn open(path: &Path, trace: Trace) -> Result<Store> {
        let file = locked(path)?;
        let length = file.metadata().map_err(|error| io_fault(path, "open", &error))?.len();
        let trace = if length == 0 {
            begin(path, &file, &trace)?;
            trace
        } else {
            resume(path, &file)?
        };
        let started = humantime::parse_rfc3339(&trace.started)
            .map_err(|error| no_trace(path, format!("it does not say when it began: {error}")))?;
        Ok(Store { path: path.to_owned(), started })
    }

    /// When the trace began.
    pub(crate) fn started(&self) -> SystemTime {
        self.started
    }

    /// Adds a step under the next number, of which `contents` makes its parts. `most` is the last number there may be.
    pub(crate) fn add(&self, most: u32, contents: impl FnOnce(u32) -> Result<Vec<Content>>) -> Result<()> {
        let path = &self.path;
        let file = locked(path)?;
        let failed = |error: zip::result::ZipError| broken(path, &error);
        let End { number, directory } = end(path, &file)?;
        if number > most {
            let message = format!("{} holds {most} steps, the most that it may", path.display());
            return Err(Error::new(ErrorKind::InvalidArgument, message).hint("begin another trace"));
        }
        let pack = |Content { part, bytes }| packed(&entry_name(number, part), part, &bytes).map_err(failed);
        let packed: Vec<PreparedZipFile> = contents(number)?.into_iter().map(pack).collect::<Result<_>>()?;
        let mut archive = ZipWriter::new_append(&file).map_err(failed)?;
        // It would go on behind the old list of entries, and whoever scans an unfinished file would stop at that.
        (&file).seek(SeekFrom::Start(directory)).map_err(|error| io_fault(path, "write", &error))?;
        archive.add_prepared_files(packed).map_err(failed)?;
        archive.finish().map_err(failed)?;
        Ok(())
    }
}

/// Opens the file and waits for our turn.
fn locked(path: &Path) -> Result<File> {
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
    let end = Instant::now() + TURN;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::Error(error)) => return Err(failed(&error)),
            Err(TryLockError::WouldBlock) if Instant::now() >= end => {
                let message = format!("another process keeps the trace {} to itself", path.display());
                return Err(Error::new(ErrorKind::Io, message)
                    .tried(format!("waited {} seconds for it", TURN.as_secs())));
            }
            Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
        }
    }
}

/// Begins a trace in an empty file.
fn begin(path: &Path, file: &File, trace: &Trace) -> Result<()> {
    let failed = |error: zip::result::ZipError| broken(path, &error);
    let json = json(&Document::new(trace.clone()))?;
    let mut archive = ZipWriter::new(file);
    archive.add_prepared_file(packed(HEADER, Part::Step, &json).map_err(failed)?).map_err(failed)?;
    archive.finish().map_err(failed)?;
    Ok(())
}

/// Goes on with the trace that is there; one that was left unfinished is put in order first.
fn resume(path: &Path, file: &File) -> Result<Trace> {
    let only_header = entries::read(path, file, Limits::default(), |_| false)?;
    if !only_header.unfinished {
        return header(path, &only_header);
    }
    let all = entries::read(path, file, Limits::default(), |_| true)?;
    let trace = header(path, &all)?;
    let failed = |error: zip::result::ZipError| broken(path, &error);
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in &all.files {
        let part = parse(name).map_or(Part::Step, |(_, part)| part);
        archive.add_prepared_file(packed(name, part, bytes).map_err(failed)?).map_err(failed)?;
    }
    let bytes = archive.finish().map_err(failed)?.into_inner();
    replace(file, &bytes).map_err(|error| io_fault(path, "put in order", &error))?;
    Ok(trace)
}

fn replace(mut file: &File, bytes: &[u8]) -> std::io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    file.write_all(bytes)
}

/// Where a finished archive goes on.
struct End {
    /// Number of the step that comes next.
    number: u32,
    /// Where the list of entries begins.
    directory: u64,
}

fn end(path: &Path, file: &File) -> Result<End> {
    let archive = zip::ZipArchive::new(file).map_err(|error| broken(path, &error))?;
    let numbers = archive.file_names().filter_map(|name| Some(parse(&name.ok()?)?.0));
    let number = numbers.max().unwrap_or(0).saturating_add(1);
    Ok(End { number, directory: archive.central_directory_start() })
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
