//! The pictures of the elements: a PNG file each.

use std::fs;
use std::path::{Path, PathBuf};

use deskhand_engine::LocatorKey;
use deskhand_engine::ports::Image;
use deskhand_model::{Error, ErrorKind, Result};
use deskhand_schema::picture::{decode_png, encode_png};

use crate::replace::replace;

/// The name of a picture: one that [`PictureName::of`] could have made, so that it leads to nothing but pictures. What a
/// file says is no such name before it was read as one: anybody may have written that file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PictureName(String);

impl PictureName {
    /// The name of the picture that belongs to a locator: the same in every run, so that a new one replaces the old.
    pub(crate) fn of(locator: &LocatorKey) -> PictureName {
        let nth = locator.nth.map(|nth| nth.to_string()).unwrap_or_default();
        let text = [locator.app.as_str(), &locator.query, &nth].join("\0");
        PictureName(format!("{:016x}.png", fnv(text.as_bytes())))
    }

    /// The name that a file gives to a picture.
    pub(crate) fn read(text: &str) -> Option<PictureName> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let digits = text.strip_suffix(".png")?;
        (digits.len() == 16 && digits.bytes().all(is_digit)).then(|| PictureName(text.to_owned()))
    }

    /// As it stands in a file.
    pub(crate) fn into_text(self) -> String {
        self.0
    }

    fn within(&self, folder: &Path) -> PathBuf {
        folder.join(&self.0)
    }
}

/// FNV-1a, 64 bits: the names must be the same in every version, which the standard library promises for no hash of its own.
fn fnv(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

/// The picture with this name.
pub(crate) fn read(folder: &Path, name: &PictureName) -> Result<Image> {
    let file = name.within(folder);
    let content = fs::read(&file)
        .map_err(|error| Error::new(ErrorKind::Io, format!("{} cannot be read: {error}", file.display())))?;
    decode_png(&content)
}

/// Writes a picture, unless it is there already.
pub(crate) fn write(folder: &Path, name: &PictureName, picture: &Image) -> Result<()> {
    let content = encode_png(picture)?;
    let file = name.within(folder);
    if fs::read(&file).is_ok_and(|there| there == content) {
        return Ok(());
    }
    fs::create_dir_all(folder).map_err(|error| {
        Error::new(ErrorKind::Io, format!("The folder {} cannot be made: {error}", folder.display()))
    })?;
    replace(&file, &content)
}

/// Removes the picture of a locator that is no more. One that stays does no harm.
pub(crate) fn remove(folder: &Path, name: &PictureName) {
    if let Err(error) = fs::remove_file(name.within(folder)) {
        tracing::debug!(name = name.0, %error, "the picture of a former locator stays");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_leads_nowhere_else() {
        for name in [
            "../a.png",
            "/etc/passwd",
            "a/b.png",
            "",
            "..",
            ".png",
            "notes.png",
            "../0123456789abcdef.png",
            "0123456789abcdef.png/",
            "0123456789ABCDEF.png",
            "0123456789abcde.png",
        ] {
            assert_eq!(PictureName::read(name), None, "{name}");
        }
        let locator = LocatorKey { app: "editor".to_owned(), query: "Save".to_owned(), nth: None };
        let name = PictureName::of(&locator);
        assert_eq!(PictureName::read(&name.clone().into_text()), Some(name));
    }

    #[test]
    fn the_name_of_a_picture_is_the_same_in_every_version() {
        let locator = LocatorKey { app: "editor".to_owned(), query: "Save".to_owned(), nth: None };
        assert_eq!(PictureName::of(&locator).0, format!("{:016x}.png", fnv(b"editor\0Save\0")));
        assert_eq!(fnv(b"a"), 0xaf63_dc4c_8601_ec8c, "as published for FNV-1a");
        let second = LocatorKey { nth: Some(1), ..locator.clone() };
        assert_ne!(PictureName::of(&second), PictureName::of(&locator));
    }
}
