//! The `deskhand` command on real applications, a private desktop per test.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test ends where its expectation ends")]

mod acting;
mod agent;
mod command_line;
mod desktop;
mod grpc;
mod heal;
mod looking;
mod private;
#[path = "../../../deskhand-web/tests/apps/processes.rs"]
mod processes;
mod remembering;
mod remote;
mod simulated;
mod surface;
mod trace;
mod watching;
mod webdriver;
