//! An application with deskhand-idle built in, seen from the other end of its socket.

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "what fails in a test fails the test"
)]

mod answers;
mod asker;
mod hostile_clients;
mod installing;
mod misuse;
mod subject;
