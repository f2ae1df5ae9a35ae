//! The token that clients of a server have to send.

use std::path::Path;

use deskhand_agent::Token;
use deskhand_model::{Error, ErrorKind};

use crate::failure::Result;

/// The environment variable with the token.
pub(crate) const VARIABLE: &str = "DESKHAND_TOKEN";

/// The token of a file, or that of the environment.
pub(crate) fn of_file_or(environment: Option<String>, file: Option<&Path>) -> Result<Option<Token>> {
    let text = match file {
        Some(file) => Some(String::from_utf8_lossy(&read(file)?).into_owned()),
        None => environment.filter(|token| !token.is_empty()),
    };
    Ok(text.map(|text| Token::new(&text)).transpose()?)
}

/// What is in a file that an option names.
pub(super) fn read(file: &Path) -> Result<Vec<u8>> {
    let failed =
        |error| Error::new(ErrorKind::InvalidArgument, format!("{} cannot be read: {error}", file.display()));
    Ok(std::fs::read(file).map_err(failed)?)
}
