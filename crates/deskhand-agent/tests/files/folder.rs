//! A folder to write to and read from.

use std::fs;
use std::path::{Path, PathBuf};

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use tempfile::TempDir;

/// A folder to write to and read from.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn at(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// Everything in it, folders with a slash, in order.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        list(self.path(), "", &mut names);
        names.sort_unstable();
        names
    }
}

fn list(folder: &Path, prefix: &str, names: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let name = format!("{prefix}{}", entry.file_name().display());
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            let inner = format!("{name}/");
            list(&entry.path(), &inner, names);
            names.push(inner);
        } else {
            names.push(name);
        }
    }
}

/// The request target for this path.
pub(crate) fn target(endpoint: &str, path: &Path) -> String {
    let path = path.to_str().unwrap();
    format!("{endpoint}?path={}", utf8_percent_encode(path, NON_ALPHANUMERIC))
}

/// Bytes in which every place can be told from others.
pub(crate) fn bytes(count: usize) -> Vec<u8> {
    (0u32..).flat_map(|number| number.wrapping_mul(2_654_435_761).to_le_bytes()).take(count).collect()
}
