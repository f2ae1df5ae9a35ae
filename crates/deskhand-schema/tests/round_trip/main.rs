//! What is written as JSON reads back as what it was.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test ends where its expectation ends")]

mod apps;
mod errors;
mod fingerprints;
mod idleness;
mod receipts;
mod requests;
mod sample;
mod trees;
mod windows;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// What a reader gets of what was written.
fn through_json<W: Serialize, R: DeserializeOwned>(written: &W) -> R {
    let text = serde_json::to_string(written).unwrap();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}
