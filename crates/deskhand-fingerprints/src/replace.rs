//! Files that are whole at any time, whoever writes them.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use deskhand_model::{Error, ErrorKind, Result};

use crate::place::folder_of;

/// How long others may take for their changes.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long to wait before asking again.
const PAUSE: Duration = Duration::from_millis(2);

/// The right to change the file, until dropped. It is the folder that is locked: the file itself is another one after
/// each change, and a file for the lock alone would lie about in the folder of the tests.
pub(crate) struct Turn {
    _folder: File,
}

impl Turn {
    pub(crate) fn wait_for(file: &Path) -> Result<Turn> {
        let folder = folder_of(file);
        let failed = |error: io::Error| {
            Error::new(ErrorKind::Io, format!("The folder {} cannot be locked: {error}", folder.display()))
        };
        let handle = File::open(folder).map_err(failed)?;
        let deadline = Instant::now() + PATIENCE;
        loop {
            match handle.try_lock() {
                Ok(()) => return Ok(Turn { _folder: handle }),
                Err(TryLockError::Error(error)) => return Err(failed(error)),
                Err(TryLockError::WouldBlock) if Instant::now() >= deadline => {
                    let message = format!("Another process keeps the folder {} locked", folder.display());
                    return Err(Error::new(ErrorKind::Timeout, message)
                        .tried(format!("waited {} s for it", PATIENCE.as_secs())));
                }
                Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
            }
        }
    }
}

/// Puts this content in place of the file's. Others see the old content or the new, never a part.
pub(crate) fn replace(file: &Path, content: &[u8]) -> Result<()> {
    let draft = draft_of(file);
    let written = write_new(&draft, content).and_then(|()| fs::rename(&draft, file));
    written.map_err(|error| {
        // It may never have come to be.
        let _ = fs::remove_file(&draft);
        Error::new(ErrorKind::Io, format!("{} cannot be written: {error}", file.display()))
    })
}

fn write_new(draft: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = File::options().write(true).create_new(true).open(draft)?;
    file.write_all(content)?;
    // Else a machine that stops may be left with a new name for nothing.
    file.sync_all()
}

/// A name beside the file that nobody else uses now.
fn draft_of(file: &Path) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    folder_of(file).join(format!(".{name}.{}-{count}.tmp", process::id()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_the_file_remains() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.json");
        replace(&file, b"one").unwrap();
        replace(&file, b"two").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_failure_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let taken = folder.path().join("taken");
        fs::create_dir(&taken).unwrap();
        let error = replace(&taken, b"one").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Io);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
