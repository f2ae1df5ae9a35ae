//! Random bytes for names and cookies.

use deskhand_model::{Error, ErrorKind, Result};
use std::io::Read;

/// `N` bytes that nobody can guess.
pub(crate) fn bytes<const N: usize>() -> Result<[u8; N]> {
    let mut bytes = [0; N];
    std::fs::File::open("/dev/urandom")
        .and_then(|mut file| file.read_exact(&mut bytes))
        .map_err(|error| Error::new(ErrorKind::Io, format!("/dev/urandom cannot be read: {error}")))?;
    Ok(bytes)
}

/// A new id for a desktop: eight hexadecimal digits.
pub(crate) fn id() -> Result<String> {
    Ok(format!("{:08x}", u32::from_ne_bytes(bytes()?)))
}
