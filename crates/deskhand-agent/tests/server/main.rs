//! The server around the endpoints, by real connections to it.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test ends where its expectation ends"
)]

mod asking;
mod auditing;
mod coming_in;
mod describing;
mod fake;
mod finding;
mod leaving;
mod limits;
mod setting;
mod stopping;
mod talking;
