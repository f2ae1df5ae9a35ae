//! `deskhand screenshot`.

use std::path::{Path, PathBuf};

use clap::Args;
use deskhand_engine::{Locator, Shot, WindowSelector};
use deskhand_model::{AppSelector, Error, ErrorKind, Rect};
use deskhand_schema as schema;

use super::element::query;
use super::window::selector;
use crate::connect::Connected;
use crate::failure::{Failure, Result};
use crate::output::{self, Output};
use crate::settings::Settings;
use crate::values;

/// Takes a picture, as PNG.
#[derive(Debug, Args)]
pub(crate) struct Screenshot {
    /// Of a window: its id (0x…), title or application; also where it is covered
    #[arg(long, value_name = "WINDOW", value_parser = selector, conflicts_with_all = ["part", "app"])]
    window: Option<WindowSelector>,
    /// Of an element of this application
    #[arg(long, requires = "query", value_parser = values::app)]
    app: Option<String>,
    /// Of the element that matches
    #[arg(long, requires = "app")]
    query: Option<String>,
    /// Of several matches take this one, counted from 0 in tree order
    #[arg(long, allow_negative_numbers = true, value_name = "N", requires = "query")]
    nth: Option<usize>,
    /// Of a part of the screen
    #[arg(long, value_name = "X,Y,WIDTH,HEIGHT", value_parser = values::part, allow_hyphen_values = true, conflicts_with = "app")]
    part: Option<Rect>,
    /// File to write, - for standard output
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    output: PathBuf,
}

impl Screenshot {
    /// Whether an element is named.
    pub(crate) fn locates(&self) -> bool {
        self.query.is_some()
    }

    pub(crate) async fn run(
        self,
        connected: &Connected,
        settings: &Settings,
        out: &mut Output,
    ) -> Result<()> {
        let to_stdout = self.output == Path::new("-");
        if to_stdout && (out.is_terminal() || out.is_json()) {
            let reason =
                if out.is_json() { "JSON goes to standard output" } else { "standard output is a terminal" };
            return Err(Error::new(
                ErrorKind::InvalidArgument,
                format!("{reason}, a picture cannot go there too"),
            )
            .hint("Name a file with -o FILE.")
            .into());
        }
        let image = connected.session.screenshot(&self.shot()?, settings.timeout).await?;
        let healed = connected.healed();
        output::note_heal(healed.as_deref(), out);
        let png = schema::picture::encode_png(&image)?;
        if to_stdout {
            return out.bytes(&png);
        }
        write_whole(&self.output, &png)?;
        let file = self.output.display().to_string();
        let (width, height, bytes) = (image.width, image.height, png.len());
        out.answer(
            || schema::Screenshot {
                file: file.clone(),
                width,
                height,
                bytes,
                healed: healed.as_deref().map(schema::Heal::from),
            },
            |palette| {
                format!("wrote {} ({width}x{height}, {} KiB)", palette.name(&file), bytes.div_ceil(1024))
            },
        )
    }

    fn shot(&self) -> Result<Shot> {
        Ok(match (&self.window, &self.app, &self.query, self.part) {
            (Some(window), ..) => Shot::Window(window.clone()),
            (_, Some(app), Some(text), _) => Shot::Element(Box::new(Locator {
                app: AppSelector::parse(app),
                query: query(text)?,
                nth: self.nth,
            })),
            (.., Some(part)) => Shot::Part(part),
            _ => Shot::Screen,
        })
    }
}

/// Writes the file completely or not at all: into a temporary one beside it, which then takes its name. A link is
/// followed, and what is no ordinary file (`/dev/null`, a pipe) is written to instead of being replaced.
pub(super) fn write_whole(file: &Path, bytes: &[u8]) -> Result<()> {
    write_for(Readers::All, file, bytes)
}

/// The same for what its owner alone may read, whoever might read what was there before.
pub(super) fn write_private(file: &Path, bytes: &[u8]) -> Result<()> {
    write_for(Readers::Owner, file, bytes)
}

/// Who may read a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Readers {
    Owner,
    All,
}

fn write_for(readers: Readers, file: &Path, bytes: &[u8]) -> Result<()> {
    let failed = |error: std::io::Error| {
        let kind = match error.kind() {
            std::io::ErrorKind::PermissionDenied => ErrorKind::PermissionDenied,
            _ => ErrorKind::Io,
        };
        // Without a number it is an error that names the temporary file, which means nothing to anybody.
        let reason = error.raw_os_error().map_or_else(|| error.kind().to_string(), |_| error.to_string());
        Failure::new(kind, format!("cannot write {}: {reason}", file.display()))
    };
    let target = std::fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    let there = std::fs::metadata(&target).ok();
    if there.as_ref().is_some_and(|there| !there.is_file() && !there.is_dir()) {
        let mut open = std::fs::OpenOptions::new().write(true).open(&target).map_err(failed)?;
        return std::io::Write::write_all(&mut open, bytes).map_err(failed);
    }
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    std::fs::metadata(folder).map_err(failed)?;
    let mut temporary = temporary_in(folder, readers).map_err(failed)?;
    std::io::Write::write_all(&mut temporary, bytes).map_err(failed)?;
    if let Some(there) = there.filter(|_| readers == Readers::All) {
        temporary.as_file().set_permissions(there.permissions()).map_err(failed)?;
    }
    temporary.persist(&target).map_err(|error| failed(error.error))?;
    Ok(())
}

/// A temporary file with the permissions of an ordinary one: others may read it, unless the user's mask forbids it or
/// nobody but its owner should.
fn temporary_in(folder: &Path, readers: Readers) -> std::io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".deskhand-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(match readers {
        Readers::Owner => 0o600,
        Readers::All => 0o666,
    }));
    #[cfg(not(unix))]
    let _ = readers;
    builder.tempfile_in(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("shot.png");
        write_whole(&file, b"old").unwrap();
        write_whole(&file, b"new").unwrap();
        assert_eq!(std::fs::read(&file).unwrap(), b"new");
        assert_eq!(names(folder.path()), ["shot.png"]);
    }

    #[test]
    fn what_is_no_ordinary_file_is_written_to_and_not_replaced() {
        use std::os::unix::fs::FileTypeExt;
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || std::fs::read(pipe).unwrap()
        });
        write_whole(&pipe, b"new").unwrap();
        assert!(std::fs::metadata(&pipe).unwrap().file_type().is_fifo());
        assert_eq!(reader.join().unwrap(), b"new");
    }

    #[test]
    fn a_link_stays_a_link_and_a_private_file_stays_private() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("shot.png"), folder.path().join("latest.png"));
        std::fs::write(&file, b"old").unwrap();
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o600)).unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write_whole(&link, b"new").unwrap();
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(std::fs::read(&file).unwrap(), b"new");
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn a_missing_folder_is_told_without_the_temporary_file() {
        let folder = tempfile::tempdir().unwrap();
        let failure = write_whole(&folder.path().join("missing/shot.png"), b"new").unwrap_err();
        let message = failure.detail().unwrap().message;
        assert!(message.contains("missing/shot.png: No such file"), "{message}");
        assert!(!message.contains(".deskhand-"), "{message}");
    }

    #[test]
    fn a_file_that_cannot_be_replaced_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("shot.png");
        // A folder with something in it cannot be replaced by a file.
        std::fs::create_dir_all(file.join("inner")).unwrap();
        assert!(write_whole(&file, b"new").is_err());
        assert_eq!(names(folder.path()), ["shot.png"]);
        assert!(write_whole(&folder.path().join("missing/shot.png"), b"new").is_err());
    }
}
