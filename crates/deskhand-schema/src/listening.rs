//! Servers.

use schemars::JsonSchema;
use serde::Serialize;

use crate::Body;

/// A server that takes connections from now on.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Listening {
    /// What it speaks, such as `grpc`.
    pub protocol: String,
    /// Where it listens: address and port, as one writes them together.
    pub address: String,
    /// The port alone.
    pub port: u16,
    /// Whether connections are encrypted.
    pub tls: bool,
}

impl Body for Listening {
    const KIND: &'static str = "listening";
}
