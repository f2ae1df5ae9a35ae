//! The clipboard.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Timed;

/// Puts text on the clipboard.
#[derive(Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ClipboardRequest {
    /// The text.
    pub text: String,
    /// How long it may take.
    #[serde(flatten)]
    pub time: Timed,
}

/// What people copy is nobody else's: passwords, above all.
impl fmt::Debug for ClipboardRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ClipboardRequest({} bytes)", self.text.len())
    }
}
