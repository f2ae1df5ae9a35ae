//! The key to a display, so that other users of the machine cannot connect to it.

use deskhand_model::Result;

use crate::random;

/// Name of the only protocol that every client knows.
pub(crate) const PROTOCOL: &str = "MIT-MAGIC-COOKIE-1";

/// Stands for "any host" in the file; together with an empty display number the entry fits every display. So the file
/// can be written before the display number is known.
const ANY_HOST: u16 = 0xffff;

/// The secret that a client must know.
#[derive(Clone)]
pub(crate) struct Cookie([u8; 16]);

impl Cookie {
    /// A new secret.
    pub(crate) fn new() -> Result<Cookie> {
        random::bytes().map(Cookie)
    }

    /// The secret itself.
    pub(crate) fn secret(&self) -> &[u8] {
        &self.0
    }

    /// The contents of an Xauthority file with this cookie: a family and four counted strings (address, display
    /// number, protocol, secret), all numbers big endian.
    pub(crate) fn file(&self) -> Vec<u8> {
        let mut file = ANY_HOST.to_be_bytes().to_vec();
        for field in [&b""[..], b"", PROTOCOL.as_bytes(), &self.0] {
            file.extend_from_slice(&(field.len() as u16).to_be_bytes());
            file.extend_from_slice(field);
        }
        file
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_has_the_layout_of_xauthority() {
        let file = Cookie([7; 16]).file();
        assert_eq!(file[..6], [0xff, 0xff, 0, 0, 0, 0]);
        assert_eq!(file[6..8], [0, 18]);
        assert_eq!(&file[8..26], b"MIT-MAGIC-COOKIE-1");
        assert_eq!(file[26..28], [0, 16]);
        assert_eq!(file[28..], [7; 16]);
    }
}
