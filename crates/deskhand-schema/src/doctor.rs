//! What works on a desktop, what is missing, and how to fix it.

use schemars::JsonSchema;
use serde::Serialize;

use crate::Body;

/// How a check came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It works.
    Ok,
    /// Something that is nice to have is missing.
    Warning,
    /// Something that is needed is missing.
    Failed,
}

/// One thing that was looked at.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Check {
    /// Stable name of the check.
    pub name: &'static str,
    /// How it came out.
    pub verdict: Verdict,
    /// What was seen, in one sentence.
    pub message: String,
    /// How to fix it: a command or a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<String>,
}

/// All checks.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Doctor {
    /// Whether applications on this desktop can be driven.
    pub can_drive: bool,
    /// Whether private desktops can be started.
    pub can_start_desktops: bool,
    /// Each check, in the order in which problems should be solved.
    pub checks: Vec<Check>,
}

impl Body for Doctor {
    const KIND: &'static str = "doctor";
}
