//! What the smaller commands have to say.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{App, Body, Found, Heal};

/// One thing that was read of an element.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Reading {
    /// What was asked for.
    pub field: &'static str,
    /// The answer; absent when the element has no such thing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<serde_json::Value>,
    /// The application; absent where only text was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub app: Option<App>,
    /// The element; absent where only text was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub element: Option<Found>,
    /// Set when the locator did not match as written and was healed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub healed: Option<Heal>,
}

impl Body for Reading {
    const KIND: &'static str = "reading";
}

/// A picture that was written to a file.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Screenshot {
    /// The file.
    pub file: String,
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Size of the file.
    pub bytes: usize,
    /// Set when the locator of the element did not match as written and was healed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub healed: Option<Heal>,
}

impl Body for Screenshot {
    const KIND: &'static str = "screenshot";
}

/// The clipboard as it was read, or as it is now.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Clipboard {
    /// Its text; absent when it holds none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl Body for Clipboard {
    const KIND: &'static str = "clipboard";
}

/// A program that ran on a private desktop of its own.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Run {
    /// Program and arguments.
    pub command: Vec<String>,
    /// Exit code of the program; absent when a signal ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<i32>,
    /// Signal that ended the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signal: Option<i32>,
}

impl Body for Run {
    const KIND: &'static str = "run";
}

/// Text without further structure: a completion script, a manual page.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Text {
    /// The text.
    pub text: String,
}

impl Body for Text {
    const KIND: &'static str = "text";
}
