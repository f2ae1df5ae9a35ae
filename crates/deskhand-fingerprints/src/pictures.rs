//! The pictures of the elements: a PNG file each.

use std::fs;
use std::path::{Component, Path};

use deskhand_engine::LocatorKey;
use deskhand_engine::ports::Image;
use deskhand_model::{Error, ErrorKind, Result};
use deskhand_schema::picture::{decode_png, encode_png};

use crate::replace::replace;

/// The name of the picture that belongs to a locator: the same in every run, so that a new one replaces the old.
pub(crate) fn name_of(locator: &LocatorKey) -> String {
    let nth = locator.nth.map(|nth| nth.to_string()).unwrap_or_default();
    let text = [locator.app.as_str(), &locator.query, &nth].join("\0");
    format!("{:016x}.png", fnv(text.as_bytes()))
}

/// FNV-1a, 64 bits: the names must be the same in every version, which the standard library promises for no hash of its own.
fn fnv(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

/// The picture with this name. The name comes from a file that anybody may have written, so it must not lead elsewhere.
pub(crate) fn read(folder: &Path, name: &str) -> Result<Image> {
    let mut parts = Path::new(name).components();
    if !matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None)) {
        return Err(Error::new(ErrorKind::InvalidArgument, format!("`{name}` is not the name of a picture")));
    }
    let file = folder.join(name);
    let content = fs::read(&file)
        .map_err(|error| Error::new(ErrorKind::Io, format!("{} cannot be read: {error}", file.display())))?;
    decode_png(&content)
}

/// Writes a picture, unless it is there already.
pub(crate) fn write(folder: &Path, name: &str, picture: &Image) -> Result<()> {
    let content = encode_png(picture)?;
    let file = folder.join(name);
    if fs::read(&file).is_ok_and(|there| there == content) {
        return Ok(());
    }
    fs::create_dir_all(folder).map_err(|error| {
        Error::new(ErrorKind::Io, format!("The folder {} cannot be made: {error}", folder.display()))
    })?;
    replace(&file, &content)
}

/// Removes the picture of a locator that is no more. One that stays does no harm.
pub(crate) fn remove(folder: &Path, name: &str) {
    if let Err(error) = fs::remove_file(folder.join(name)) {
        tracing::debug!(name, %error, "the picture of a former locator stays");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_leads_nowhere_else() {
        for name in ["../a.png", "/etc/passwd", "a/b.png", "", ".."] {
            let error = read(Path::new("/tmp"), name).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{name}");
        }
    }

    #[test]
    fn the_name_of_a_picture_is_the_same_in_every_version() {
        let locator = LocatorKey { app: "editor".to_owned(), query: "Save".to_owned(), nth: None };
        assert_eq!(name_of(&locator), format!("{:016x}.png", fnv(b"editor\0Save\0")));
        assert_eq!(fnv(b"a"), 0xaf63_dc4c_8601_ec8c, "as published for FNV-1a");
        let second = LocatorKey { nth: Some(1), ..locator.clone() };
        assert_ne!(name_of(&second), name_of(&locator));
    }
}
