//! Whether the agent runs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Whether the agent can see applications.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Health {
    /// Whether accessibility answers.
    #[serde(default)]
    pub accessible: bool,
    /// `linux`, `macos` or `windows`.
    #[serde(default)]
    pub platform: String,
}
