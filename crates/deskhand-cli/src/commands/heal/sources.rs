//! The files in which tests are written.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use deskhand_model::{Error, ErrorKind, Result};

/// Larger files are not written by people.
const LARGEST: u64 = 2 << 20;

/// Folders whose content comes from elsewhere.
const NOT_OURS: [&str; 4] = ["target", "node_modules", "__pycache__", "venv"];

/// A file that can be changed.
#[derive(Clone, Debug)]
pub(super) struct Source {
    pub(super) path: PathBuf,
    pub(super) text: String,
}

/// All text files that were named or are in a folder that was named, in order. `except` are left out: they speak of the
/// same queries.
pub(super) fn gather(paths: &[PathBuf], except: &[&Path]) -> Result<Vec<Source>> {
    let except: Vec<PathBuf> = except.iter().filter_map(|path| path.canonicalize().ok()).collect();
    let mut sources = Vec::new();
    for path in paths {
        let metadata = fs::metadata(path).map_err(|error| unreadable(path, &error))?;
        if metadata.is_dir() {
            walk(path, &except, &mut sources)?;
        } else {
            let text = fs::read_to_string(path).map_err(|error| unreadable(path, &error))?;
            sources.push(Source { path: path.clone(), text });
        }
    }
    sources.sort_by(|one, other| one.path.cmp(&other.path));
    sources.dedup_by(|one, other| one.path == other.path);
    Ok(sources)
}

fn walk(folder: &Path, except: &[PathBuf], sources: &mut Vec<Source>) -> Result<()> {
    let entries = fs::read_dir(folder).map_err(|error| unreadable(folder, &error))?;
    for entry in entries {
        let entry = entry.map_err(|error| unreadable(folder, &error))?;
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_string_lossy();
        // Of the entry itself: what a link leads to is found where it is, if it belongs to the tests.
        let Ok(metadata) = entry.metadata() else { continue };
        if name.starts_with('.') {
            continue;
        }
        if metadata.is_dir() {
            if !NOT_OURS.contains(&name.as_ref()) {
                walk(&path, except, sources)?;
            }
        } else if metadata.is_file()
            && metadata.len() <= LARGEST
            && !path.canonicalize().is_ok_and(|path| except.contains(&path))
            && let Ok(text) = fs::read_to_string(&path)
        {
            sources.push(Source { path, text });
        }
    }
    Ok(())
}

impl Source {
    /// Puts this text in place of the file's, all at once and with the same permissions.
    pub(super) fn replace(&self, text: &str) -> Result<()> {
        let write = || -> io::Result<()> {
            let path = self.path.canonicalize()?;
            let folder = path.parent().unwrap_or(Path::new("/"));
            let draft = tempfile::NamedTempFile::new_in(folder)?;
            fs::write(draft.path(), text)?;
            draft.as_file().set_permissions(fs::metadata(&path)?.permissions())?;
            draft.persist(&path)?;
            Ok(())
        };
        write().map_err(|error| {
            Error::new(ErrorKind::Io, format!("{} cannot be written: {error}", self.path.display()))
        })
    }
}

fn unreadable(path: &Path, error: &io::Error) -> Error {
    Error::new(ErrorKind::InvalidArgument, format!("{} cannot be read: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_searched_except_for_what_others_have_made() {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        for path in ["a/b", "target", ".git"] {
            fs::create_dir_all(at(path)).unwrap();
        }
        for path in ["a/b/test.py", "target/x.rs", ".git/x", "test.rs", "own.json"] {
            fs::write(at(path), "x").unwrap();
        }
        fs::write(at("picture.png"), [0xff, 0xfe]).unwrap();
        let own = at("own.json");
        let sources = gather(&[folder.path().to_owned(), at("test.rs")], &[own.as_path()]).unwrap();
        let paths: Vec<PathBuf> = sources.into_iter().map(|source| source.path).collect();
        assert_eq!(paths, [at("a/b/test.py"), at("test.rs")]);
        assert!(gather(&[at("nowhere")], &[]).is_err());
    }
}
