//! Files, in the form that travels as JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A file to write.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UploadRequest {
    /// Where to.
    pub path: String,
    /// Its bytes in base64.
    pub content: String,
}

/// A file to read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DownloadRequest {
    /// Which.
    pub path: String,
}

/// A file that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DownloadResponse {
    /// Its bytes in base64.
    pub content: String,
}
