//! Windows with what is in them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::WindowInfo;

/// What to show.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SnapshotRequest {
    /// All elements, or those that people operate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    /// Title or application of the windows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<String>,
    /// Only elements with this role, and the way to them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// Only elements with this in their label, and the way to them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Levels below the window; 1 shows what is directly in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

/// Which elements to show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "SnapshotMode")]
pub enum Mode {
    /// All.
    #[default]
    Full,
    /// Those that people operate, and the way to them.
    Interactive,
}

/// Windows, with their elements in a snapshot and without in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SnapshotResponse {
    /// The windows, from back to front.
    pub windows: Vec<WindowInfo>,
}
