//! The version stands first in every line, and is looked at first.

use serde::Deserialize;

use crate::Malformed;

/// The version of the protocol.
pub const VERSION: u32 = 1;

#[derive(Deserialize)]
struct Versioned {
    deskhand_idle: u64,
}

/// Checks the version before anything else is looked at: a later one may have another shape.
pub(crate) fn check(line: &[u8]) -> Result<(), Malformed> {
    let said: Versioned =
        serde_json::from_slice(line).map_err(|error| Malformed::Shape(error.to_string()))?;
    if said.deskhand_idle == u64::from(VERSION) {
        Ok(())
    } else {
        Err(Malformed::Version(said.deskhand_idle))
    }
}

/// One line with its end. The types of this crate always have a JSON form.
pub(crate) fn line(value: &impl serde::Serialize) -> String {
    let mut line = serde_json::to_string(value).unwrap_or_default();
    line.push('\n');
    line
}
