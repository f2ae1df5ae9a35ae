//! Calling an agent.

use std::sync::Arc;

use deskhand_gate::Token;
use deskhand_model::Result;

/// Calls an agent, ours or another's.
#[derive(Clone, Debug)]
pub struct Client {
    _address: String,
    _token: Option<Token>,
}

impl Client {
    /// A client of the agent at `HOST:PORT`; nothing is connected before something is asked.
    pub fn new(address: &str, token: Option<Token>) -> Result<Client> {
        Ok(Client { _address: address.to_owned(), _token: token })
    }
}

/// The desktop behind an agent.
#[derive(Debug)]
pub struct RemoteSession {
    _client: Arc<Client>,
}

impl RemoteSession {
    /// The desktop behind this agent.
    pub fn new(client: Client) -> RemoteSession {
        RemoteSession { _client: Arc::new(client) }
    }
}
