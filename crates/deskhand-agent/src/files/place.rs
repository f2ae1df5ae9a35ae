//! Where paths lead.

use std::io;
use std::path::{Path, PathBuf};

use cap_std::ambient_authority;
use cap_std::fs::{Dir, File, OpenOptions};
use deskhand_model::{Error, ErrorKind, Result};

use super::failure::check_regular;

/// Where paths lead.
#[derive(Debug)]
pub(super) enum Place {
    /// To wherever the agent itself may; relative ones start in its working folder.
    Anywhere,
    /// To what is in a folder, and nowhere else.
    Beneath(Root),
}

/// A folder that nothing leads out of. The kernel watches over it while it opens a path, so that nobody can exchange a
/// part of the path after it was looked at.
#[derive(Debug)]
pub(super) struct Root {
    folder: Dir,
    /// Without links.
    real: PathBuf,
    /// As it was named.
    named: PathBuf,
}

impl Place {
    /// To what is in this folder.
    pub(super) fn beneath(root: &Path) -> Result<Place> {
        let unusable = |error: io::Error| {
            let root = root.display();
            Error::new(
                ErrorKind::Io,
                format!("{root} cannot be the folder that files are confined to: {error}"),
            )
        };
        let real = root.canonicalize().map_err(unusable)?;
        let named = std::path::absolute(root).map_err(unusable)?;
        let folder = Dir::open_ambient_dir(&real, ambient_authority()).map_err(unusable)?;
        Ok(Place::Beneath(Root { folder, real, named }))
    }

    pub(super) fn open_folder(&self, path: &Path) -> io::Result<Dir> {
        match self {
            Place::Anywhere => Dir::open_ambient_dir(or_here(path), ambient_authority()),
            Place::Beneath(root) => root.reach(path, |root, path| root.open_dir(path)),
        }
    }

    pub(super) fn open_file(&self, path: &Path, options: &OpenOptions) -> io::Result<File> {
        match self {
            Place::Anywhere => File::open_ambient_with(path, options, ambient_authority()),
            Place::Beneath(root) => root.reach(path, |root, path| root.open_with(path, options)),
        }
    }

    /// Whether it is a regular file is found out without opening it, which is an action in itself for some devices.
    pub(super) fn check_regular(&self, path: &Path) -> io::Result<()> {
        match self {
            Place::Anywhere => {
                let found = path.metadata()?;
                check_regular(found.is_file(), found.is_dir())
            }
            Place::Beneath(root) => {
                let found = root.reach(path, |root, path| root.metadata(path))?;
                check_regular(found.is_file(), found.is_dir())
            }
        }
    }
}

impl Root {
    fn reach<T>(&self, path: &Path, look: impl Fn(&Dir, &Path) -> io::Result<T>) -> io::Result<T> {
        let inner = self.inner(path).ok_or_else(outside)?;
        match look(&self.folder, or_here(inner)) {
            Err(error) if is_escape(&error) => {
                // An absolute link counts as a way out even if it leads to a place inside: that place is tried, and
                // watched over in the same way.
                let resolved = self.real.join(inner).canonicalize().map_err(|_| outside())?;
                let inner = resolved.strip_prefix(&self.real).map_err(|_| outside())?;
                look(&self.folder, or_here(inner))
                    .map_err(|error| if is_escape(&error) { outside() } else { error })
            }
            result => result,
        }
    }

    /// A path as it is seen from this folder, if it is not plainly somewhere else.
    fn inner<'a>(&self, path: &'a Path) -> Option<&'a Path> {
        if path.is_relative() {
            return Some(path);
        }
        path.strip_prefix(&self.real).or_else(|_| path.strip_prefix(&self.named)).ok()
    }
}

/// The path to look for: an empty one stands for the folder where it starts.
fn or_here(path: &Path) -> &Path {
    if path.as_os_str().is_empty() { Path::new(".") } else { path }
}

/// A path leads out of the folder that it is confined to.
#[derive(Debug)]
struct Outside;

impl std::fmt::Display for Outside {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("it leads out of its folder")
    }
}

impl std::error::Error for Outside {}

fn outside() -> io::Error {
    io::Error::new(io::ErrorKind::PermissionDenied, Outside)
}

/// Whether it is about a path that leads out of the folder that it is confined to.
pub(super) fn is_outside(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<Outside>())
}

/// Whether `cap-std` speaks of a way out: it has no type of its own for it, but such an error does not come from the
/// system.
fn is_escape(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::PermissionDenied && error.raw_os_error().is_none()
}
