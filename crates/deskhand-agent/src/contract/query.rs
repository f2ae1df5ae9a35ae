//! Which element is meant.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An element; everything that is given must be true of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ElementQuery {
    /// Its role.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// Its label, or a part of it in any case; the only one with exactly this label wins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Title or application of its window, or a part of it in any case; an exact one wins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<String>,
    /// Its identifier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Of everything that fits this one in tree order, counted from 0; no exact label wins then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<u64>,
}

/// An element and its new value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SetValueRequest {
    /// The element.
    #[serde(flatten)]
    pub query: ElementQuery,
    /// Its new text or number.
    pub value: String,
}
