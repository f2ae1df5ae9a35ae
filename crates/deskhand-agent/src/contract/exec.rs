//! Commands.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Number;

/// A command to run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ExecRequest {
    /// A line for the shell.
    pub command: String,
    /// Seconds that it may take; 30 when not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 86400.0))]
    pub timeout: Option<Number>,
    /// Start it and leave it to itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detach: Option<bool>,
}

/// What became of a command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExecResponse {
    /// Whether it ended by itself with the exit code 0, or was started to be left to itself.
    pub success: bool,
    /// What there is to say beyond the exit code.
    #[serde(default)]
    pub message: Option<String>,
    /// What it wrote to standard output.
    #[serde(default)]
    pub stdout: String,
    /// What it wrote to standard error.
    #[serde(default)]
    pub stderr: String,
    /// Its exit code; 128 and the number of the signal when one ended it, -1 when it took too long.
    pub exit_code: i32,
}
