//! Elements.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Number;

/// One element.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ElementInfo {
    /// One of the 133 unified roles; `unknown` for what has none of them.
    pub role: String,
    /// What a person would call it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Its text, its number, or whether it is on (`1`), off (`0`) or neither (`2`).
    #[serde(default)]
    pub value: Option<String>,
    /// Longer explanation.
    #[serde(default)]
    pub description: Option<String>,
    /// Identifier set by the developer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Whether it reacts to the user.
    pub enabled: bool,
    /// Whether it has the keyboard focus.
    pub focused: bool,
    /// Whether it is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub showing: Option<bool>,
    /// Left edge on the screen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position_x: Option<Number>,
    /// Top edge on the screen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position_y: Option<Number>,
    /// Pixels across.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size_width: Option<Number>,
    /// Pixels down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size_height: Option<Number>,
    /// How many elements are directly inside of it, shown or left out.
    pub child_count: usize,
    /// What it lets one do: `press`, `focus`, `set-value`, `show-menu`, `increment`, `decrement`, `expand`, `collapse`,
    /// `select`, `toggle`, `scroll-into-view`.
    pub actions: Vec<String>,
    /// Role in the platform's own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub platform_role: Option<String>,
    /// What is inside of it; only in snapshots, and only where there is something to show.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub children: Option<Vec<ElementInfo>>,
}
