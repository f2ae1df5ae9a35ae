//! The frame around every top-level document.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Version of the format. Keys may be added within a version; nothing is renamed or removed.
pub const SCHEMA_VERSION: u32 = 1;

/// What a document can hold.
pub trait Body: Serialize + JsonSchema {
    /// The document's `kind`, also the name of its published schema.
    const KIND: &'static str;
}

/// A body with the version of its format and its kind in front.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Document<B> {
    /// Version of this format.
    pub schema_version: u32,
    /// What this document holds.
    pub kind: Cow<'static, str>,
    /// The content.
    #[serde(flatten)]
    pub body: B,
}

impl<B: Body> Document<B> {
    /// Frames `body`.
    pub fn new(body: B) -> Document<B> {
        Document { schema_version: SCHEMA_VERSION, kind: Cow::Borrowed(B::KIND), body }
    }
}
