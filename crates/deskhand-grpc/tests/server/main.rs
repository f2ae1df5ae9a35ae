//! The server as a stock tonic client sees it, over a session that exists only here.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test ends where its expectation ends")]

mod changing;
mod coming_in;
mod fake;
mod listing;
mod observing;
mod setting;
mod stopping;
