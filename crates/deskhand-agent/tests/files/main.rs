//! Files over HTTP.
#![expect(clippy::unwrap_used, reason = "a test ends where its expectation ends")]

mod confined;
mod download;
mod folder;
mod support;
mod upload;
mod upload_cut;
