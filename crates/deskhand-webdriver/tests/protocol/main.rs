//! The server as a client sees it, with an application in memory.
#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test ends where its expectation ends"
)]

mod support;

mod capabilities;
mod commands;
mod death;
mod dialogs;
mod elements;
mod http;
mod scripts;
mod sessions;
