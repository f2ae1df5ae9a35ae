//! What changed between two readings of a tree.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What changed in an application's tree.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TreeDiff {
    /// Elements that have come; of those inside of each other only the outermost.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub added: Vec<TreePart>,
    /// Elements that are gone; of those inside of each other only the outermost.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<TreePart>,
    /// Elements that are different.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<ElementChange>,
    /// How many more entries there are than are listed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub more: usize,
}

impl TreeDiff {
    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.changed.is_empty() && self.more == 0
    }
}

/// An element with everything inside of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TreePart {
    /// The way to it, from its window down.
    pub path: String,
    /// Its place in the tree: after the step when it has come, before the step when it is gone.
    pub node: u32,
    /// How many elements are inside of it.
    pub inside: usize,
}

/// An element that is different.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ElementChange {
    /// The way to it after the step, from its window down.
    pub path: String,
    /// Its place in the tree after the step.
    pub node: u32,
    /// In which way.
    pub fields: Vec<FieldChange>,
}

/// A field that is different.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FieldChange {
    /// Its name.
    pub field: String,
    /// What it was.
    pub before: String,
    /// What it is.
    pub after: String,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}
