//! `deskhand screenshot`.

use std::path::{Path, PathBuf};

use clap::Args;
use deskhand_engine::ports::Image;
use deskhand_engine::{Locator, Session, Shot, WindowSelector};
use deskhand_model::{AppSelector, Error, ErrorKind, Rect};
use deskhand_schema as schema;

use super::element::query;
use super::window::selector;
use crate::failure::{Failure, Result};
use crate::output::Output;
use crate::settings::Settings;
use crate::values;

/// Takes a picture, as PNG.
#[derive(Debug, Args)]
pub(crate) struct Screenshot {
    /// Of a window: its id (0x…), title or application; also where it is covered
    #[arg(long, value_name = "WINDOW", value_parser = selector, conflicts_with_all = ["part", "app"])]
    window: Option<WindowSelector>,
    /// Of an element of this application
    #[arg(long, requires = "query")]
    app: Option<String>,
    /// Of the element that matches
    #[arg(long, requires = "app")]
    query: Option<String>,
    /// Of several matches take this one, counted from 0 in tree order
    #[arg(long, value_name = "N", requires = "query")]
    nth: Option<usize>,
    /// Of a part of the screen
    #[arg(long, value_name = "X,Y,WIDTH,HEIGHT", value_parser = values::part, allow_hyphen_values = true, conflicts_with = "app")]
    part: Option<Rect>,
    /// File to write, - for standard output
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    output: PathBuf,
}

impl Screenshot {
    pub(crate) async fn run(
        self,
        session: &dyn Session,
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
        let image = session.screenshot(&self.shot()?, settings.timeout).await?;
        let png = encode(&image)?;
        if to_stdout {
            return out.bytes(&png);
        }
        write_whole(&self.output, &png)?;
        let file = self.output.display().to_string();
        let (width, height, bytes) = (image.width, image.height, png.len());
        out.answer(
            || schema::Screenshot { file: file.clone(), width, height, bytes },
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

/// The picture as a PNG file.
fn encode(image: &Image) -> Result<Vec<u8>> {
    let failed = |error: png::EncodingError| {
        Failure::new(ErrorKind::Internal, format!("the picture cannot be written as PNG: {error}"))
    };
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, image.width, image.height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&image.rgb).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(file)
}

/// Writes the file completely or not at all: into a temporary one beside it, which then takes its name.
fn write_whole(file: &Path, bytes: &[u8]) -> Result<()> {
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let failed = |error: std::io::Error| {
        let kind = match error.kind() {
            std::io::ErrorKind::PermissionDenied => ErrorKind::PermissionDenied,
            _ => ErrorKind::Io,
        };
        Failure::new(kind, format!("cannot write {}: {error}", file.display()))
    };
    let mut temporary =
        tempfile::Builder::new().prefix(".deskhand-").suffix(".png").tempfile_in(folder).map_err(failed)?;
    std::io::Write::write_all(&mut temporary, bytes).map_err(failed)?;
    make_readable(&temporary).map_err(failed)?;
    temporary.persist(file).map_err(|error| failed(error.error))?;
    Ok(())
}

/// Temporary files are private; a picture is an ordinary file that others may read.
#[cfg(unix)]
fn make_readable(file: &tempfile::NamedTempFile) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.as_file().set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn make_readable(_: &tempfile::NamedTempFile) -> std::io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn a_picture_reads_back_as_it_was() {
        let image = Image { width: 2, height: 1, rgb: vec![255, 0, 0, 0, 0, 255] };
        let png = encode(&image).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(&png)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        assert_eq!(pixels, image.rgb);
    }

    #[test]
    fn an_image_with_missing_pixels_is_an_error_and_no_panic() {
        let image = Image { width: 2, height: 2, rgb: vec![0; 3] };
        assert!(encode(&image).is_err());
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
