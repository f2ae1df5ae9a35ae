//! Where the files lie.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use deskhand_model::{Error, ErrorKind, Result};

/// The files that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The fingerprints.
    pub file: PathBuf,
    /// The folder with the pictures of the elements.
    pub pictures: PathBuf,
    /// The heals that nobody has reviewed yet.
    pub report: PathBuf,
}

impl Place {
    /// The name of the file where no other is given.
    pub const FILE: &str = "deskhand.fingerprints.json";

    /// What belongs to this file: `deskhand.fingerprints.json` has its pictures in `deskhand.fingerprints/` and its heals in
    /// `deskhand.heals.json`.
    pub fn of(file: impl Into<PathBuf>) -> Place {
        // What is written replaces the file, and a link should stay one.
        let file = file.into();
        let file = file.canonicalize().unwrap_or(file);
        let bare = if file.extension().is_some_and(|ending| ending == "json") {
            file.with_extension("")
        } else {
            file.clone()
        };
        let pictures = if bare == file { append(&bare, ".pictures") } else { bare.clone() };
        let stem = match bare.extension() {
            Some(ending) if ending == "fingerprints" => bare.with_extension(""),
            _ => bare,
        };
        Place { report: append(&stem, ".heals.json"), pictures, file }
    }

    /// The fingerprints beside a report, if they are there.
    pub fn beside_report(report: &Path) -> Option<PathBuf> {
        let name = report.file_name()?.to_str()?;
        let stem = name.strip_suffix(".heals.json")?;
        let names = [format!("{stem}.fingerprints.json"), format!("{stem}.json"), stem.to_owned()];
        names.iter().map(|name| report.with_file_name(name)).find(|file| file.is_file())
    }

    /// With the heals somewhere else.
    #[must_use]
    pub fn reporting_to(mut self, report: impl Into<PathBuf>) -> Place {
        self.report = report.into();
        self
    }

    /// Refuses places where no file can be written, before somebody relies on it.
    pub(crate) fn check(&self) -> Result<()> {
        for file in [&self.file, &self.report] {
            if file.is_dir() {
                return Err(misplaced(format!("{} is a folder, not a file", file.display())));
            }
            let folder = folder_of(file);
            if !folder.is_dir() {
                return Err(misplaced(format!(
                    "There is no folder {} for {}",
                    folder.display(),
                    file.display()
                ))
                .hint("create the folder, or name a file in one that exists"));
            }
        }
        if self.file == self.report {
            let file = self.file.display();
            return Err(misplaced(format!("Fingerprints and heals cannot both be in {file}")));
        }
        Ok(())
    }
}

/// The folder that a file is in.
pub(crate) fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

fn append(path: &Path, ending: &str) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn misplaced(message: String) -> Error {
    Error::new(ErrorKind::InvalidArgument, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_belongs_together_lies_together() {
        for (file, pictures, report) in [
            ("t/deskhand.fingerprints.json", "t/deskhand.fingerprints", "t/deskhand.heals.json"),
            ("t/login.json", "t/login", "t/login.heals.json"),
            ("prints", "prints.pictures", "prints.heals.json"),
            ("my.prints", "my.prints.pictures", "my.prints.heals.json"),
        ] {
            let place = Place::of(file);
            assert_eq!(place.pictures, Path::new(pictures), "{file}");
            assert_eq!(place.report, Path::new(report), "{file}");
        }
    }

    #[test]
    fn a_report_knows_its_fingerprints() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["deskhand.fingerprints.json", "login.json", "prints"] {
            let file = folder.path().canonicalize().unwrap().join(name);
            std::fs::write(&file, "").unwrap();
            assert_eq!(Place::beside_report(&Place::of(&file).report), Some(file));
        }
        assert_eq!(Place::beside_report(&folder.path().join("other.heals.json")), None);
    }

    #[test]
    fn a_folder_that_is_not_there_is_told_at_once() {
        let error = Place::of("/nowhere/prints.json").check().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        assert!(error.message().contains("/nowhere"), "{error}");
        assert!(Place::of("/").check().is_err());
        assert!(Place::of("prints.json").reporting_to("prints.json").check().is_err());
    }
}
