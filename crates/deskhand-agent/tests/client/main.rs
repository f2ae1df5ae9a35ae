//! The client: against our own server, against the contract alone, and against an agent that nobody here wrote.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test ends where its expectation ends")]

mod calls;
mod desk;
mod foreign;
mod own;
mod plain;
mod trouble;
mod watching;
mod wire;
