//! Names for long-lived desktops, by which other processes of the user find them.
//!
//! Each name is a file. The process that owns the desktop holds a lock on it, which the kernel releases when that
//! process ends, however it ends: a file without a lock is a leftover and is removed by whoever sees it. A lock on the
//! folder makes every look and every change one step.

use std::collections::BTreeMap;
use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::os::fd::OwnedFd;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use deskhand_engine::ports::DesktopEnv;
use deskhand_model::{Error, ErrorKind, Result};
use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};
use serde::{Deserialize, Serialize};
use tokio::time::Instant;

use crate::base;
use crate::desktop::PrivateDesktop;

const LONGEST_NAME: usize = 64;
/// How often to look whether a desktop is gone.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// The named desktops of a user.
#[derive(Clone, Debug)]
pub struct Registry {
    folder: PathBuf,
}

/// A desktop that has a name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NamedDesktop {
    /// Its name.
    pub name: String,
    /// Its id.
    pub id: String,
    /// The process that owns it.
    pub owner: u32,
    /// Its own folder.
    pub folder: PathBuf,
    /// What providers are built from.
    pub env: DesktopEnv,
    /// All environment variables that a program needs to run on it. Variables mapped to `None` must be unset.
    pub variables: BTreeMap<String, Option<String>>,
}

/// The name of a desktop, for as long as this value lives.
#[derive(Debug)]
pub struct Registration {
    registry: Registry,
    path: PathBuf,
    _lock: File,
}

impl Registry {
    /// The registry of this user.
    pub fn of_user() -> Registry {
        Registry { folder: base::of_user().join("desktops") }
    }

    /// The registry in this folder, which is made when it is missing.
    pub fn at(folder: impl Into<PathBuf>) -> Registry {
        Registry { folder: folder.into() }
    }

    /// Gives the desktop a name. [`ErrorKind::AlreadyExists`] when another one has it.
    pub fn register(&self, name: &str, desktop: &PrivateDesktop) -> Result<Registration> {
        check_name(name)?;
        let _guard = self.guard()?;
        let path = self.path(name);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false).mode(0o600);
        let mut file = options.open(&path).map_err(|error| io(&path, &error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let message = format!("a private desktop named {name} is running already");
                return Err(Error::new(ErrorKind::AlreadyExists, message)
                    .hint(format!("use it, choose another name, or stop it: deskhand desktop stop {name}")));
            }
            Err(TryLockError::Error(error)) => return Err(io(&path, &error)),
        }
        let record = serde_json::to_vec_pretty(&Record::of(desktop))
            .map_err(|error| Error::new(ErrorKind::Internal, format!("the record of {name}: {error}")))?;
        file.set_len(0)
            .and_then(|()| file.rewind())
            .and_then(|()| file.write_all(&record))
            .map_err(|error| io(&path, &error))?;
        Ok(Registration { registry: self.clone(), path, _lock: file })
    }

    /// All named desktops that are running, by name.
    pub fn list(&self) -> Result<Vec<NamedDesktop>> {
        if !self.folder.exists() {
            return Ok(Vec::new());
        }
        let _guard = self.guard()?;
        let entries = fs::read_dir(&self.folder).map_err(|error| io(&self.folder, &error))?;
        let mut names: Vec<String> = entries
            .flatten()
            .filter_map(|entry| Some(entry.file_name().to_str()?.strip_suffix(".json")?.to_owned()))
            .filter(|name| check_name(name).is_ok())
            .collect();
        names.sort_unstable();
        Ok(names.iter().filter_map(|name| self.read(name)).collect())
    }

    /// The running desktop with this name. [`ErrorKind::DesktopNotFound`] when there is none.
    pub fn lookup(&self, name: &str) -> Result<NamedDesktop> {
        check_name(name)?;
        let found = if self.folder.exists() {
            let _guard = self.guard()?;
            self.read(name)
        } else {
            None
        };
        found.ok_or_else(|| self.unknown(name))
    }

    /// Asks the owner of the desktop to end (SIGTERM), and returns when the owner, its name and its files are gone.
    pub async fn request_stop(&self, name: &str, within: Duration) -> Result<()> {
        let deadline = Instant::now() + within;
        let desktop = self.lookup(name)?;
        let Some(owner) = hold_process(desktop.owner) else { return Ok(()) };
        // Between reading the record and holding the process, its number may have got a new bearer; not so if the
        // lock is still held by the one that wrote the record.
        if self.lookup(name).ok().as_ref() != Some(&desktop) {
            return Ok(());
        }
        pidfd_send_signal(&owner, Signal::TERM).map_err(|error| {
            let message = format!("the owner of {name}, process {}, cannot be ended: {error}", desktop.owner);
            Error::new(ErrorKind::PermissionDenied, message)
        })?;
        while has_process(&owner) || desktop.folder.exists() || self.is_live(name)? {
            if Instant::now() >= deadline {
                let message = format!(
                    "{name} is still running {within:?} after process {} was asked to end",
                    desktop.owner
                );
                return Err(Error::new(ErrorKind::Timeout, message).hint(format!(
                    "end it the hard way: kill -9 {}; its desktop goes with it",
                    desktop.owner
                )));
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
        Ok(())
    }

    fn is_live(&self, name: &str) -> Result<bool> {
        let _guard = self.guard()?;
        Ok(self.read(name).is_some())
    }

    /// The record under this name, if a living process holds it; a leftover is removed. Needs the guard.
    fn read(&self, name: &str) -> Option<NamedDesktop> {
        let path = self.path(name);
        let mut file = File::open(&path).ok()?;
        if file.try_lock_shared().is_ok() {
            tracing::debug!(name, "removing the name of a desktop whose owner is gone");
            let _ = fs::remove_file(&path);
            return None;
        }
        let mut text = String::new();
        file.read_to_string(&mut text).ok()?;
        serde_json::from_str::<Record>(&text).ok().map(|record| record.named(name))
    }

    /// One process at a time; held for microseconds.
    fn guard(&self) -> Result<File> {
        if let Some(parent) = self.folder.parent().filter(|parent| *parent == base::of_user()) {
            base::prepare(parent)?;
        }
        match DirBuilder::new().mode(0o700).create(&self.folder) {
            Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => {
                return Err(io(&self.folder, &error));
            }
            _ => {}
        }
        let guard = File::open(&self.folder).map_err(|error| io(&self.folder, &error))?;
        guard.lock().map_err(|error| io(&self.folder, &error))?;
        Ok(guard)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.json"))
    }

    fn unknown(&self, name: &str) -> Error {
        let running: Vec<_> = self.list().unwrap_or_default().into_iter().map(|known| known.name).collect();
        let hint = if running.is_empty() {
            format!("none is running; start it: deskhand desktop start {name}")
        } else {
            format!("running: {}", running.join(", "))
        };
        Error::new(ErrorKind::DesktopNotFound, format!("no private desktop named {name} is running"))
            .hint(hint)
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        // The lock goes after the file: in between nobody can take the name for a leftover.
        let _guard = self.registry.guard();
        let _ = fs::remove_file(&self.path);
    }
}

/// A name is a part of a file name and of command lines.
fn check_name(name: &str) -> Result<()> {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    let starts_well = name.bytes().next().is_some_and(|byte| byte.is_ascii_alphanumeric());
    if starts_well && name.len() <= LONGEST_NAME && name.bytes().all(allowed) {
        return Ok(());
    }
    Err(Error::new(ErrorKind::InvalidArgument, format!("{name:?} cannot be the name of a desktop")).hint(format!(
        "a name has 1 to {LONGEST_NAME} letters, digits, dots, underscores and hyphens, and starts with a letter or \
         digit"
    )))
}

fn io(path: &Path, error: &std::io::Error) -> Error {
    Error::new(ErrorKind::Io, format!("{}: {error}", path.display()))
}

/// A hold on a process by which it can be signalled even when its number is used again.
fn hold_process(pid: u32) -> Option<OwnedFd> {
    let pid = Pid::from_raw(i32::try_from(pid).ok()?)?;
    pidfd_open(pid, PidfdFlags::empty()).ok()
}

/// Whether the process is still running.
fn has_process(process: &OwnedFd) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let mut list = [PollFd::new(process, PollFlags::IN)];
    poll(&mut list, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })) == Ok(0)
}

/// What the file of a name holds.
#[derive(Serialize, Deserialize)]
struct Record {
    id: String,
    owner: u32,
    folder: PathBuf,
    display: Option<String>,
    xauthority: Option<PathBuf>,
    session_bus: Option<String>,
    accessibility_bus: Option<String>,
    home: Option<PathBuf>,
    runtime_dir: Option<PathBuf>,
    variables: BTreeMap<String, Option<String>>,
}

impl Record {
    fn of(desktop: &PrivateDesktop) -> Record {
        let DesktopEnv { display, xauthority, session_bus, accessibility_bus, home, runtime_dir, .. } =
            desktop.env();
        Record {
            id: desktop.id().to_owned(),
            owner: std::process::id(),
            folder: desktop.folder().to_owned(),
            display,
            xauthority,
            session_bus,
            accessibility_bus,
            home,
            runtime_dir,
            variables: desktop.variables(),
        }
    }

    fn named(self, name: &str) -> NamedDesktop {
        let Record { id, owner, folder, variables, .. } = self;
        let env = DesktopEnv {
            display: self.display,
            xauthority: self.xauthority,
            wayland_display: None,
            session_bus: self.session_bus,
            accessibility_bus: self.accessibility_bus,
            home: self.home,
            runtime_dir: self.runtime_dir,
        };
        NamedDesktop { name: name.to_owned(), id, owner, folder, env, variables }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_leave_its_folder() {
        for bad in ["", ".", "..", "../x", "a/b", ".hidden", "-rf", "a b", "é", &"x".repeat(65)] {
            assert_eq!(check_name(bad).unwrap_err().kind(), ErrorKind::InvalidArgument, "{bad:?}");
        }
        for good in ["a", "nightly", "my-app.2_x", &"x".repeat(64)] {
            assert!(check_name(good).is_ok(), "{good:?}");
        }
    }

    #[test]
    fn a_file_that_nobody_holds_is_a_leftover() {
        let folder = tempfile::tempdir().unwrap();
        let registry = Registry::at(folder.path());
        fs::write(folder.path().join("old.json"), "{}").unwrap();
        assert_eq!(registry.list().unwrap(), []);
        assert!(!folder.path().join("old.json").exists());
        assert_eq!(registry.lookup("old").unwrap_err().kind(), ErrorKind::DesktopNotFound);
    }

    #[test]
    fn a_held_file_with_nonsense_in_it_is_no_desktop() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("odd.json");
        fs::write(&path, "nonsense").unwrap();
        let holder = File::open(&path).unwrap();
        holder.lock().unwrap();
        assert_eq!(Registry::at(folder.path()).list().unwrap(), []);
        assert!(path.exists());
    }
}
