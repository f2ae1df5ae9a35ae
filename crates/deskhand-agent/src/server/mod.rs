//! The server: who may come in, how much at once, and which endpoint answers.
//!
//! - [`Server`] listens; a `connection` is one client, that may neither stall nor take up memory
//! - `service` takes a request from its head to its answer, `routes` says who answers
//! - [`Asked`] is what was asked for, [`Refusal`] why it is not answered as it wanted to be
//! - `audit` tells what was changed, `target` on what, as far as was [`Noted`], and the `ledger` writes it down

mod agent;
mod answer;
mod asked;
mod audit;
pub(crate) mod body;
mod connection;
mod descriptors;
mod evidence;
mod ledger;
mod listening;
mod options;
mod refusal;
mod routes;
mod service;
mod target;
mod work;

pub(crate) use agent::Agent;
pub(crate) use answer::Answer;
pub(crate) use asked::{Asked, parse_borrowed};
pub use listening::Server;
pub use options::{DEFAULT_PORT, Limits, Options};
pub(crate) use refusal::Refusal;
pub(crate) use target::Noted;
