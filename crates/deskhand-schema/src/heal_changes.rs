//! What reviewing heals changes in the sources of tests.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Body;

/// Locators that were healed, and what becomes of them in the sources.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct HealChanges {
    /// Whether the changes were made; else they are only shown.
    pub written: bool,
    /// Lines that change.
    pub changes: Vec<HealChange>,
    /// Heals that are left for a person.
    pub left: Vec<HealLeft>,
}

impl Body for HealChanges {
    const KIND: &'static str = "heal-changes";
}

/// A line that changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HealChange {
    /// The query that stands there.
    pub query: String,
    /// The query that is to stand there.
    pub suggested: String,
    /// The file.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The line as it is.
    pub before: String,
    /// The line as it is to be.
    pub after: String,
}

/// A heal that is left for a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HealLeft {
    /// The application's name.
    pub app: String,
    /// The query as written.
    pub query: String,
    /// Which of several matches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nth: Option<usize>,
    /// The query that means the same element now.
    pub suggested: String,
    /// Why it is left.
    pub because: String,
    /// Where it may stand: `file:line`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<String>,
}
