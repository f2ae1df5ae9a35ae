//! The contract's endpoints on a simulated desktop, over HTTP.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test ends where its expectation ends"
)]

mod changing;
mod elements;
mod recorder;
mod snapshots;
mod stage;
mod trouble;
mod waiting;
