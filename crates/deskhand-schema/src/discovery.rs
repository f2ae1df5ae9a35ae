//! What a server offers beyond the contracts of others.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Body;

/// Who answers, and what it offers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Discovery {
    /// The program: `deskhand`.
    pub name: String,
    /// Its version.
    pub version: String,
    /// What it runs on: `linux`, `macos`, `windows`.
    pub platform: String,
    /// What can be asked for: the last parts of the addresses.
    pub extensions: Vec<String>,
}

impl Body for Discovery {
    const KIND: &'static str = "discovery";
}

impl Discovery {
    /// What this version of Deskhand answers on `platform`.
    pub fn new(platform: impl Into<String>, extensions: impl IntoIterator<Item = String>) -> Discovery {
        Discovery {
            name: "deskhand".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            platform: platform.into(),
            extensions: extensions.into_iter().collect(),
        }
    }
}
