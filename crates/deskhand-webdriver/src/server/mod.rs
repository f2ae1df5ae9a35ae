//! The server: who may come in, which command a request is, and how it is answered.
//!
//! - [`serve`] listens and lets clients in
//! - `service` takes a request from its head to its answer; `gate` says who may ask, `routes` which command is meant
//! - `answer` is what goes back: a value, or an error of the protocol

mod answer;
mod body;
mod gate;
mod listening;
mod options;
mod routes;
mod service;

pub use listening::serve;
pub use options::{DEFAULT_PORT, ServerOptions};
