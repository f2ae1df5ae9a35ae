//! The HTTP agent: a small server inside of a machine that drivers outside of it talk to, and its client.
//!
//! - [`contract`]: the JSON of the TestAnyware agent contract, key by key
//! - [`Server`]: that contract over any [`Session`](deskhand_engine::Session), guarded, with our extensions under
//!   `/deskhand/…`
//! - [`Client`]: calls an agent, ours or another's; [`RemoteSession`]: the desktop behind it as a session

mod client;
pub mod contract;
mod desk;
mod endpoint;
mod exec;
mod extensions;
mod files;
mod openapi;
mod server;

pub use deskhand_gate::{Token, check_address};

pub use client::{Client, RemoteSession};
pub use exec::ExecOptions;
pub use files::FilesOptions;
pub use openapi::openapi;
pub use server::{DEFAULT_PORT, Limits, Options, Server};
