//! Windows.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ElementInfo, Number};

/// One window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WindowInfo {
    /// Title; may be empty.
    #[serde(default)]
    pub title: String,
    /// What it is for: `regular`, `dialog`, `popup`, `menuBar`, `tooltip`, `utility`, `desktop`, `dock`.
    #[serde(default)]
    pub window_type: String,
    /// Pixels across, with its decoration.
    pub size_width: Number,
    /// Pixels down, with its decoration.
    pub size_height: Number,
    /// Left edge on the screen.
    pub position_x: Number,
    /// Top edge on the screen.
    pub position_y: Number,
    /// Its application.
    #[serde(default)]
    pub app_name: String,
    /// Whether it has the keyboard.
    #[serde(default)]
    pub focused: bool,
    /// What is in it; only in snapshots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elements: Option<Vec<ElementInfo>>,
}

/// A window, by title or application.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WindowTarget {
    /// Title or application, or a part of it in any case; an exact one wins.
    pub window: String,
}

/// A window and its new size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WindowResizeRequest {
    /// Title or application.
    pub window: String,
    /// Pixels across, with its decoration.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub width: Number,
    /// Pixels down, with its decoration.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub height: Number,
}

/// A window and its new place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WindowMoveRequest {
    /// Title or application.
    pub window: String,
    /// Left edge on the screen.
    #[schemars(range(min = -1_000_000, max = 1_000_000))]
    pub x: Number,
    /// Top edge on the screen.
    #[schemars(range(min = -1_000_000, max = 1_000_000))]
    pub y: Number,
}

/// A window to wait for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WaitRequest {
    /// Title or application; any window when not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<String>,
    /// Seconds to wait; 30 when not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 86400.0))]
    pub timeout: Option<Number>,
}
