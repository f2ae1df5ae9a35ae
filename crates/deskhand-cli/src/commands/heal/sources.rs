//! The files in which tests are written.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use deskhand_model::{Error, ErrorKind, Result};
use tempfile::NamedTempFile;

/// Larger files are not written by people.
const LARGEST: u64 = 2 << 20;

/// Folders whose content comes from elsewhere.
const NOT_OURS: [&str; 4] = ["target", "node_modules", "__pycache__", "venv"];

/// A file that can be changed.
#[derive(Clone, Debug)]
pub(super) struct Source {
    /// As it was named, or found in what was named.
    pub(super) path: PathBuf,
    /// The file itself, whatever ways lead to it.
    pub(super) file: PathBuf,
    pub(super) text: String,
}

/// A source that stayed as it was.
#[derive(Clone, Debug)]
pub(super) struct Unwritten {
    /// Which of the sources.
    pub(super) number: usize,
    pub(super) because: String,
}

/// All text files that were named or are in a folder that was named, in order and each once. `except` are left out: they
/// speak of the same queries.
pub(super) fn gather(paths: &[PathBuf], except: &[&Path]) -> Result<Vec<Source>> {
    let mut sources = Vec::new();
    for path in paths {
        let metadata = fs::metadata(path).map_err(|error| unreadable(path, &error))?;
        if metadata.is_dir() {
            walk(path, &mut sources)?;
        } else {
            sources.push(Source::read(path).map_err(|error| unreadable(path, &error))?);
        }
    }
    let mut seen: BTreeSet<PathBuf> = except.iter().filter_map(|path| path.canonicalize().ok()).collect();
    sources.retain(|source| seen.insert(source.file.clone()));
    sources.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(sources)
}

fn walk(folder: &Path, sources: &mut Vec<Source>) -> Result<()> {
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
                walk(&path, sources)?;
            }
        } else if metadata.is_file()
            && metadata.len() <= LARGEST
            && let Ok(source) = Source::read(&path)
        {
            sources.push(source);
        }
    }
    Ok(())
}

impl Source {
    fn read(path: &Path) -> io::Result<Source> {
        let file = path.canonicalize()?;
        Ok(Source { path: path.to_owned(), text: fs::read_to_string(&file)?, file })
    }

    /// Writes this text beside the file, with its permissions. The file stays as it is.
    fn draft(&self, text: &str) -> io::Result<NamedTempFile> {
        if fs::read_to_string(&self.file)? != self.text {
            return Err(io::Error::other("somebody has changed it meanwhile"));
        }
        let draft = NamedTempFile::new_in(self.file.parent().unwrap_or(Path::new("/")))?;
        fs::write(draft.path(), text)?;
        draft.as_file().set_permissions(fs::metadata(&self.file)?.permissions())?;
        draft.as_file().sync_all()?;
        Ok(draft)
    }

    fn unwritten(&self, error: &io::Error) -> String {
        format!("{} cannot be written: {error}", self.path.display())
    }
}

/// Texts of sources that lie beside them, ready to take their places.
pub(super) struct Drafts<'a>(Vec<(usize, &'a Source, NamedTempFile)>);

impl<'a> Drafts<'a> {
    /// Writes all of them. Where one cannot be written, nothing is changed at all.
    pub(super) fn prepare(sources: &'a [Source], texts: &[(usize, String)]) -> Result<Drafts<'a>> {
        let prepare = |(number, text): &(usize, String)| {
            let source = &sources[*number];
            let draft = source.draft(text).map_err(|error| {
                Error::new(ErrorKind::Io, source.unwritten(&error)).hint("no file was changed")
            })?;
            Ok((*number, source, draft))
        };
        texts.iter().map(prepare).collect::<Result<_>>().map(Drafts)
    }

    /// Puts each in its place, and tells where that failed.
    pub(super) fn put(self) -> Vec<Unwritten> {
        let put = |(number, source, draft): (usize, &Source, NamedTempFile)| {
            let error = draft.persist(&source.file).err()?.error;
            Some(Unwritten { number, because: source.unwritten(&error) })
        };
        self.0.into_iter().filter_map(put).collect()
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

    #[test]
    fn a_file_that_is_named_in_several_ways_is_one_source() {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        fs::create_dir(at("a")).unwrap();
        fs::write(at("a/test.py"), "x").unwrap();
        let named = [at("a/test.py"), at("a/../a/test.py"), at("a")];
        let paths: Vec<PathBuf> = gather(&named, &[]).unwrap().into_iter().map(|one| one.path).collect();
        assert_eq!(paths, [at("a/test.py")]);
    }

    #[test]
    fn what_speaks_of_the_queries_is_left_out_even_when_named() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("own.json");
        fs::write(&own, "x").unwrap();
        assert!(gather(std::slice::from_ref(&own), &[&own]).unwrap().is_empty());
    }

    /// Two files, and the texts that both are to get.
    fn two(folder: &Path) -> (Vec<Source>, Vec<(usize, String)>) {
        for name in ["a.py", "b.py"] {
            fs::write(folder.join(name), "old").unwrap();
        }
        let sources = gather(&[folder.to_owned()], &[]).unwrap();
        (sources, vec![(0, "new".to_owned()), (1, "new".to_owned())])
    }

    #[test]
    fn nothing_is_changed_when_one_file_cannot_be() {
        let folder = tempfile::tempdir().unwrap();
        let (sources, texts) = two(folder.path());
        fs::write(folder.path().join("b.py"), "edited meanwhile").unwrap();
        let error = Drafts::prepare(&sources, &texts).err().unwrap();
        assert!(error.message().contains("b.py"), "{error}");
        assert_eq!(fs::read_to_string(folder.path().join("a.py")).unwrap(), "old");
        assert_eq!(fs::read_to_string(folder.path().join("b.py")).unwrap(), "edited meanwhile");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "no drafts stay");
    }

    #[test]
    fn what_cannot_be_put_in_its_place_is_told_and_the_rest_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let (sources, texts) = two(folder.path());
        let drafts = Drafts::prepare(&sources, &texts).unwrap();
        assert_eq!(fs::read_to_string(folder.path().join("a.py")).unwrap(), "old", "not yet");
        fs::remove_file(folder.path().join("a.py")).unwrap();
        fs::create_dir(folder.path().join("a.py")).unwrap();
        let unwritten = drafts.put();
        assert_eq!(unwritten.iter().map(|one| one.number).collect::<Vec<_>>(), [0]);
        assert!(unwritten[0].because.contains("a.py"), "{unwritten:?}");
        assert_eq!(fs::read_to_string(folder.path().join("b.py")).unwrap(), "new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "no drafts stay");
    }
}
