//! Where an upload goes.

use std::ffi::{OsStr, OsString};
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};

use cap_std::fs::{Dir, MetadataExt};
use rustix::fs::{Access, AtFlags, accessat};
use rustix::io::Errno;

use super::failure::check_regular;
use super::place::Place;

/// Links that are followed; the kernel follows as many.
const LINKS: usize = 40;

/// A name in a folder that is there.
#[derive(Debug)]
pub(super) struct Destination {
    pub(super) folder: Dir,
    pub(super) name: OsString,
    /// What has this name now.
    pub(super) existing: Option<Existing>,
    pub(super) made: Made,
}

/// What a new file takes over from the one that it replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Existing {
    pub(super) mode: u32,
    pub(super) owner: u32,
    pub(super) group: u32,
}

impl Destination {
    /// Where writing to this path would lead. Folders that are missing are made.
    pub(super) fn find(place: &Place, path: &str) -> io::Result<Destination> {
        let mut path = PathBuf::from(path);
        for _ in 0..LINKS {
            let (folder, name) = split(&path)?;
            let (folder, made) = Made::open(place, folder)?;
            let existing = match folder.symlink_metadata(name) {
                Err(error) if error.kind() == ErrorKind::NotFound => None,
                Err(error) => return Err(error),
                Ok(link) if link.is_symlink() => {
                    let target = folder.read_link_contents(name)?;
                    path = path.parent().unwrap_or(Path::new("")).join(target);
                    continue;
                }
                Ok(found) => {
                    check_regular(found.is_file(), found.is_dir())?;
                    // Renaming over it would not ask.
                    accessat(&folder, name, Access::WRITE_OK, AtFlags::EACCESS)?;
                    Some(Existing { mode: found.mode() & 0o777, owner: found.uid(), group: found.gid() })
                }
            };
            return Ok(Destination { name: name.to_owned(), folder, existing, made });
        }
        Err(Errno::LOOP.into())
    }
}

/// The folder of a path, and the name in it.
fn split(path: &Path) -> io::Result<(&Path, &OsStr)> {
    // `Path` overlooks these endings, but only folders can be called so.
    let text = path.as_os_str().as_encoded_bytes();
    if text.ends_with(b"/") || text.ends_with(b"/.") {
        return Err(Errno::ISDIR.into());
    }
    match (path.parent(), path.components().next_back()) {
        (Some(folder), Some(Component::Normal(name))) => Ok((folder, name)),
        _ => Err(Errno::ISDIR.into()),
    }
}

/// Folders that were made for an upload; they go when it fails.
#[derive(Debug)]
pub(super) struct Made {
    /// The folder that was there.
    above: Dir,
    /// The innermost one, seen from there.
    path: PathBuf,
    /// How many of them, from the innermost one, were made.
    count: usize,
}

impl Made {
    /// Opens a folder, and makes what is missing of it.
    fn open(place: &Place, path: &Path) -> io::Result<(Dir, Made)> {
        let mut missing = Vec::new();
        let mut at = path;
        let above = loop {
            match (place.open_folder(at), at.parent(), at.components().next_back()) {
                (Err(error), Some(parent), Some(Component::Normal(name)))
                    if error.kind() == ErrorKind::NotFound =>
                {
                    missing.push(name);
                    at = parent;
                }
                (opened, _, _) => break opened?,
            }
        };
        let mut folder = above.try_clone()?;
        let mut made = Made { above, path: PathBuf::new(), count: 0 };
        for name in missing.into_iter().rev() {
            folder = made.make(&folder, name)?;
        }
        Ok((folder, made))
    }

    fn make(&mut self, folder: &Dir, name: &OsStr) -> io::Result<Dir> {
        match folder.create_dir(name) {
            Ok(()) => self.count += 1,
            // Somebody else was quicker, and it is not ours to remove.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => self.count = 0,
            Err(error) => return Err(not_taken(error)),
        }
        self.path.push(name);
        folder.open_dir(name)
    }

    /// Lets them stay.
    pub(super) fn keep(mut self) {
        self.count = 0;
    }
}

impl Drop for Made {
    fn drop(&mut self) {
        for path in self.path.ancestors().take(self.count) {
            // Others may use it by now; then it stays.
            if self.above.remove_dir(path).is_err() {
                break;
            }
        }
    }
}

/// What to say when something cannot be made in a folder that is open. That there is no such folder means that it was
/// removed in the meantime, or that it is one like `/proc`.
pub(super) fn not_taken(error: io::Error) -> io::Error {
    if error.kind() == ErrorKind::NotFound { Errno::STALE.into() } else { error }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_that_names_a_folder_has_no_name_for_a_file() {
        for path in ["/", ".", "..", "a/", "a/.", "a/..", "/a/b//", "../.."] {
            assert_eq!(split(Path::new(path)).unwrap_err().kind(), ErrorKind::IsADirectory, "{path}");
        }
        for (path, folder, name) in
            [("a", "", "a"), ("/a", "/", "a"), ("../a.b", "..", "a.b"), ("a//b", "a", "b")]
        {
            assert_eq!(split(Path::new(path)).unwrap(), (Path::new(folder), OsStr::new(name)), "{path}");
        }
    }
}
