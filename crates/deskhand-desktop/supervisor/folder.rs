//! The desktop's own folder.

use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

/// The parts of a desktop's folder.
const PARTS: [&str; 7] = ["home", "config", "data", "cache", "state", "run", "logs"];

/// The desktop's folder. The lock on it lives as long as the supervisor: who can take it may remove the folder.
pub(crate) struct Folder {
    path: PathBuf,
    _lock: File,
}

impl Folder {
    /// Makes the folder `id` in `base`. It appears under its name only when it is locked, so that nobody takes it for
    /// a leftover in between.
    pub(crate) fn create(base: &Path, id: &str) -> io::Result<Folder> {
        let (new, path) = (base.join(format!(".new-{id}")), base.join(id));
        let mut builder = DirBuilder::new();
        builder.mode(0o700).create(&new)?;
        let made = PARTS.iter().try_for_each(|part| builder.create(new.join(part))).and_then(|()| {
            let lock = File::open(&new)?;
            lock.lock_shared()?;
            fs::rename(&new, &path)?;
            Ok(lock)
        });
        match made {
            Ok(lock) => Ok(Folder { path, _lock: lock }),
            Err(error) => {
                let _ = fs::remove_dir_all(&new);
                Err(error)
            }
        }
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Removes it with everything in it.
    pub(crate) fn remove(&self) {
        // A program that was still writing can make the first try fail with "not empty".
        let _ = fs::remove_dir_all(&self.path).or_else(|_| fs::remove_dir_all(&self.path));
    }
}
