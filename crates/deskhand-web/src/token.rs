//! What an application is told at its start, so that it lets nobody else in.

use deskhand_model::{Error, ErrorKind, Result};
use deskhand_page::TOKEN_VARIABLE;

/// Switches the plugins on in builds that are not for debugging.
const SWITCH_VARIABLE: &str = "TAURI_WEBVIEW_AUTOMATION";

/// A secret between us and one start of one application.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// One that nobody can guess.
    pub fn random() -> Result<Token> {
        let mut bytes = [0; 24];
        getrandom::fill(&mut bytes)
            .map_err(|error| Error::new(ErrorKind::Io, format!("there are no random numbers: {error}")))?;
        Ok(Token(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// The environment variables that the application has to be started with.
    pub fn variables(&self) -> [(String, String); 2] {
        [(TOKEN_VARIABLE.to_owned(), self.0.clone()), (SWITCH_VARIABLE.to_owned(), "true".to_owned())]
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_tokens_are_the_same_and_none_is_shown() {
        let (one, two) = (Token::random().unwrap(), Token::random().unwrap());
        assert_eq!(one.as_str().len(), 48);
        assert_ne!(one.as_str(), two.as_str());
        assert!(!format!("{one:?}").contains(one.as_str()));
    }
}
