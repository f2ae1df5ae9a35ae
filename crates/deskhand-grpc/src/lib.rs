//! Windows and their observation over gRPC: the services `deskhand.v1.Windows` and `deskhand.v1.Observations` over any
//! [`Session`](deskhand_engine::Session), with server reflection and the standard health service.

mod field;
mod filter;
mod geometry;
mod guard;
mod list;
mod name;
mod observations;
mod order;
mod page;
mod server;
mod status;
mod time;
mod tls;
pub mod v1;
mod windows;
mod wire;

pub use deskhand_gate::Token;
pub use server::{DEFAULT_PORT, Options, Server};
pub use tls::Tls;
