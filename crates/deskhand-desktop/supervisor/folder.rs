//! The desktop's own folder, and what the X server keeps outside of it.

use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
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

    /// Removes it with everything in it.
    pub(crate) fn remove(&self) {
        // A program that was still writing can make the first try fail with "not empty".
        let _ = fs::remove_dir_all(&self.path).or_else(|_| fs::remove_dir_all(&self.path));
    }
}

/// The socket and the lock file of an X server, which it leaves behind when it is killed.
pub(crate) struct XSocket {
    socket: PathBuf,
    inode: u64,
    lock: PathBuf,
    server: u32,
}

impl XSocket {
    /// Those of the server `pid`, which has just announced this display number.
    pub(crate) fn of(line: &str, pid: u32) -> Option<XSocket> {
        let number: u32 = line.trim().parse().ok()?;
        let socket = PathBuf::from(format!("/tmp/.X11-unix/X{number}"));
        let inode = fs::symlink_metadata(&socket).ok()?.ino();
        Some(XSocket { socket, inode, lock: PathBuf::from(format!("/tmp/.X{number}-lock")), server: pid })
    }

    /// Removes what is left of them. A newer server may have taken the number since: what is not ours stays.
    pub(crate) fn remove(&self) {
        if fs::symlink_metadata(&self.socket).is_ok_and(|now| now.ino() == self.inode) {
            let _ = fs::remove_file(&self.socket);
        }
        if fs::read_to_string(&self.lock).is_ok_and(|pid| pid.trim().parse() == Ok(self.server)) {
            let _ = fs::remove_file(&self.lock);
        }
    }
}
