//! What became of an action.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What became of an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ActionResponse {
    /// Whether it was done.
    pub success: bool,
    /// What there is to say about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

impl ActionResponse {
    /// It was done, and this is what there is to say about it.
    pub fn done(message: impl Into<String>) -> ActionResponse {
        ActionResponse { success: true, message: Some(message.into()) }
    }
}
