use serde::{Deserialize, Serialize};

/// A dialog that a script opened and that is still open. Scripts of its view stand still until it is answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dialog {
    /// What kind.
    pub kind: DialogKind,
    /// What it says.
    pub text: String,
    /// What a prompt offers as an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default_text: Option<String>,
}

/// The kinds of script dialogs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DialogKind {
    /// `alert()`.
    Alert,
    /// `confirm()`.
    Confirm,
    /// `prompt()`.
    Prompt,
    /// A page that asks whether to leave it.
    BeforeUnload,
}

/// How a dialog is answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DialogAnswer {
    /// Yes; a prompt gets this text, or else what it offers.
    Accept(Option<String>),
    /// No.
    Dismiss,
}
