//! What clients have to know.

use std::fmt;

use deskhand_model::{Error, ErrorKind, Result};

/// What clients have to know: `authorization: Bearer …`.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// A token of visible ASCII characters; white space around it does not count.
    pub fn new(text: &str) -> Result<Token> {
        let text = text.trim();
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            let message = "A token must have visible ASCII characters and no others";
            return Err(Error::new(ErrorKind::InvalidArgument, message));
        }
        Ok(Token(text.to_owned()))
    }

    /// What a client sends: the value of its `authorization` header.
    pub fn header(&self) -> String {
        format!("Bearer {}", self.0)
    }

    /// Whether the value of an `authorization` header has this token. Takes as long for a wrong one as for the right
    /// one.
    pub(crate) fn is_in(&self, header: &[u8]) -> bool {
        let Some((scheme, given)) = header.split_at_checked("Bearer ".len()) else { return false };
        scheme.eq_ignore_ascii_case(b"Bearer ") && self.is(given.trim_ascii())
    }

    fn is(&self, given: &[u8]) -> bool {
        let own = self.0.as_bytes();
        let difference = own.iter().zip(given).fold(0, |all, (own, given)| all | (own ^ given));
        std::hint::black_box(difference) == 0 && own.len() == given.len()
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_visible_and_never_shown() {
        for bad in ["", "  ", "a b", "ö", "a\u{1}"] {
            assert!(Token::new(bad).is_err(), "{bad:?}");
        }
        assert_eq!(format!("{:?}", Token::new(" s3cret\n").unwrap()), "Token(…)");
    }

    #[test]
    fn what_a_client_sends_is_what_the_server_expects() {
        let token = Token::new("s3cret").unwrap();
        assert!(token.is_in(token.header().as_bytes()));
        assert!(!token.is_in(Token::new("s3cre").unwrap().header().as_bytes()));
        assert!(!token.is_in(b""));
    }
}
