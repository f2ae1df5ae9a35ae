//! The frame around every top-level document.

use std::borrow::Cow;

use deskhand_model::{Error, Result};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::Failure;
use crate::unreadable::unreadable;

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

/// What stands in front of every body.
#[derive(Deserialize)]
struct Head {
    schema_version: u32,
    kind: String,
}

/// The body of the document that `json` is. The document that tells of a failure is that error, everything else of
/// another kind is one about the answer.
pub fn read_answer<B: Body + DeserializeOwned>(json: &[u8]) -> Result<B> {
    // Twice over the text rather than once with `Document<B>`, which would hold all of a large body in between.
    let head: Head = serde_json::from_slice(json).map_err(unreadable)?;
    if head.schema_version > SCHEMA_VERSION {
        let (theirs, ours) = (head.schema_version, SCHEMA_VERSION);
        return Err(unreadable(format!("it has version {theirs} of the format, and only {ours} is known")));
    }
    match head.kind.as_str() {
        kind if kind == B::KIND => serde_json::from_slice(json).map_err(unreadable),
        Failure::KIND => {
            let failure: Failure = serde_json::from_slice(json).map_err(unreadable)?;
            Err(Error::from(failure.error))
        }
        other => Err(unreadable(format!("it is of the kind `{other}` and not `{}`", B::KIND))),
    }
}
