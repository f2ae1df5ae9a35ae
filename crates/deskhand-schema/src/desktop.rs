//! Private desktops that have a name.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::Body;

/// A running private desktop, in a list.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DesktopEntry {
    /// Its name.
    pub name: String,
    /// The process that owns it; it ends with this process.
    pub owner_pid: u32,
    /// Its X11 display.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display: Option<String>,
}

/// All running private desktops that have a name.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Desktops {
    /// The desktops.
    pub desktops: Vec<DesktopEntry>,
}

impl Body for Desktops {
    const KIND: &'static str = "desktops";
}

/// One private desktop with the environment of programs that run on it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Desktop {
    /// The desktop.
    #[serde(flatten)]
    pub entry: DesktopEntry,
    /// Variables to set.
    pub set: BTreeMap<String, String>,
    /// Variables to unset.
    pub unset: Vec<String>,
}

impl Body for Desktop {
    const KIND: &'static str = "desktop";
}
