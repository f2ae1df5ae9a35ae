//! What a server of models wants to know.

use std::fmt;

use deskhand_model::{Error, ErrorKind, Result};
use http::HeaderValue;

/// A secret that is sent as `authorization: Bearer …`. It is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    /// A key of visible ASCII characters; white space around it does not count.
    pub fn new(text: &str) -> Result<Key> {
        let text = text.trim();
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            let message = "A key must have visible ASCII characters and no others";
            return Err(Error::new(ErrorKind::InvalidArgument, message));
        }
        Ok(Key(text.to_owned()))
    }

    /// The value of the `authorization` header.
    pub(super) fn header(&self) -> Result<HeaderValue> {
        let mut value = HeaderValue::try_from(format!("Bearer {}", self.0)).map_err(|_| {
            Error::new(ErrorKind::InvalidArgument, "The key cannot be sent: it is no value of a header")
        })?;
        value.set_sensitive(true);
        Ok(value)
    }

    /// A text without the key: what a server says may quote it.
    pub(super) fn hidden_in(&self, text: &str) -> String {
        text.replace(&self.0, "…")
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_visible_and_never_shown() {
        for bad in ["", " ", "a b", "ä", "a\nb"] {
            assert_eq!(Key::new(bad).unwrap_err().kind(), ErrorKind::InvalidArgument, "{bad:?}");
        }
        let key = Key::new(" s3cret\n").unwrap();
        assert_eq!(format!("{key:?}"), "Key(…)");
        assert!(!format!("{:?}", key.header().unwrap()).contains("s3cret"));
        assert_eq!(key.hidden_in("no key s3cret here"), "no key … here");
    }
}
