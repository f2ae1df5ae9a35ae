//! The interface in machine-readable form: OpenAPI 3.1, made from the types that the server really uses.

mod operation;
mod parts;
mod schemas;
mod statuses;

use serde_json::{Map, Value, json};

use self::schemas::Schemas;
use crate::endpoint::Endpoint;
use crate::server::DEFAULT_PORT;

const DESCRIPTION: &str = "\
The TestAnyware agent contract, and Deskhand's own endpoints under /deskhand. Keys that are not known are ignored, and so \
are nulls in the place of keys that may be left out. In answers, keys that have nothing to say are left out.";

/// The OpenAPI document of this agent.
pub fn openapi() -> Value {
    let mut schemas = Schemas::new();
    let mut paths = Map::new();
    for &endpoint in Endpoint::ALL {
        let method = endpoint.method().as_str().to_ascii_lowercase();
        let operation = operation::operation(endpoint, &mut schemas);
        paths.insert(endpoint.path().to_owned(), json!({ method: operation }));
    }
    let failures = statuses::all_failures(&mut schemas);
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Deskhand agent",
            "description": DESCRIPTION,
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": format!("http://127.0.0.1:{DEFAULT_PORT}") }],
        "tags": [
            { "name": "contract", "description": "The TestAnyware agent contract" },
            { "name": "deskhand", "description": "Beyond it" },
        ],
        "security": [{ "bearer": [] }, {}],
        "paths": paths,
        "components": {
            "schemas": schemas.into_components(),
            "responses": failures,
            "securitySchemes": {
                "bearer": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The agent's token, where it has one",
                },
            },
        },
    });
    // Otherwise the order of keys depends on what else is built.
    document.sort_all_objects();
    document
}

#[cfg(test)]
mod tests;
