//! The files in which a command remembers elements: whether they can be used, and what is told when not.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use deskhand::{ConnectOptions, Connection, FingerprintFile, FingerprintPlace};
use deskhand_model::{Error, ErrorKind, Result};

use crate::output::one_line;

/// Columns that a warning may take: enough for a path and what is wrong with it.
const WIDTH: usize = 2_000;

/// Connects, with what is remembered where that can be read. A file that cannot be is told and left as it is: most
/// locators match without it.
pub(crate) fn connect(
    options: ConnectOptions,
    connect: impl Fn(&ConnectOptions) -> Result<Connection>,
) -> Result<Connection> {
    let Some(place) = place(&options) else { return connect(&options) };
    check(&place)?;
    let error = match connect(&options) {
        Ok(connection) => return Ok(connection),
        Err(error) => error,
    };
    // Settings that make no sense are no fault of the file.
    let Err(unreadable) = FingerprintFile::open_at(place) else { return Err(error) };
    let advice = unreadable.advice().map(|hint| format!(" ({hint})")).unwrap_or_default();
    warn(&format!("nothing is healed or remembered: {}{advice}", unreadable.message()));
    connect(&ConnectOptions { fingerprints: None, heal_report: None, ..options })
}

/// Writes what was remembered. What the command was asked for is done by now, so that this cannot fail it.
pub(crate) fn save(file: &FingerprintFile) {
    if let Err(error) = file.flush() {
        warn(&format!("fingerprints or heals not saved: {}", error.message()));
    }
}

/// Tells of entries that cannot be read. They are no reason to fail: the others can.
pub(crate) fn warn_of_entries(file: &FingerprintFile) {
    for complaint in file.complaints() {
        warn(&format!("{}: {complaint}", file.path().display()));
    }
}

/// Tells something on standard error, on one line.
pub(crate) fn warn(text: &str) {
    // Who has closed standard error does not want to know.
    let _ = writeln!(io::stderr(), "warning: {}", one_line(text, WIDTH));
}

/// Where the files lie, when there are any.
fn place(options: &ConnectOptions) -> Option<FingerprintPlace> {
    let place = FingerprintPlace::of(options.fingerprints.as_ref()?);
    Some(match &options.heal_report {
        Some(report) => place.reporting_to(report),
        None => place,
    })
}

/// Refuses files that cannot be written, before anything is done that could not be remembered.
fn check(place: &FingerprintPlace) -> Result<()> {
    [&place.file, &place.report].into_iter().try_for_each(|file| check_file(file))
}

fn check_file(file: &Path) -> Result<()> {
    let name = file.display();
    match fs::metadata(file) {
        // To read from a pipe would be to wait for somebody who writes.
        Ok(there) if !there.is_file() => return Err(unusable(format!("{name} is not an ordinary file"))),
        _ => {}
    }
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if !folder.is_dir() {
        return Err(unusable(format!("There is no folder {} for {name}", folder.display()))
            .hint("create the folder, or name a file in one that exists"));
    }
    // The file is replaced by another one beside it. Permissions do not tell whether that works: not everything that
    // looks like a folder takes files, whoever asks.
    match tempfile::tempfile_in(folder) {
        Ok(_) => Ok(()),
        Err(error) => {
            let reason = error.raw_os_error().map_or(error, io::Error::from_raw_os_error);
            Err(unusable(format!("{name} cannot be written, because its folder takes no files: {reason}"))
                .hint("name a file in a folder that you can write to"))
        }
    }
}

fn unusable(message: String) -> Error {
    Error::new(ErrorKind::Io, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_takes_files_is_left_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        check(&FingerprintPlace::of(folder.path().join("prints.json"))).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn what_cannot_be_written_is_told_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("missing/prints.json");
        // No folder there takes files, not even from root.
        let refusing = Path::new("/proc/prints.json");
        for (file, part) in [
            (missing.as_path(), "There is no folder"),
            (refusing, "takes no files"),
            (folder.path(), "not an ordinary file"),
            (Path::new("/dev/null"), "not an ordinary file"),
        ] {
            let error = check_file(file).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Io);
            assert!(error.message().contains(part), "{error}");
        }
        let place = FingerprintPlace::of(folder.path().join("prints.json"));
        assert!(check(&place.reporting_to(missing)).is_err());
    }
}
