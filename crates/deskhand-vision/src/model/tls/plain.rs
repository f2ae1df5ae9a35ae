//! Without encryption: settings with an encrypted URL are refused before anything comes here.

use std::io;

use deskhand_model::Result;
use tokio::net::TcpStream;

use crate::model::endpoint::Endpoint;

/// Leaves connections as they are.
#[derive(Debug)]
pub(in crate::model) struct Client;

impl Client {
    pub(in crate::model) fn new(_: &Endpoint) -> Result<Client> {
        Ok(Client)
    }

    pub(in crate::model) async fn over(
        &self,
        stream: TcpStream,
        endpoint: &Endpoint,
    ) -> io::Result<TcpStream> {
        match endpoint.encrypted {
            true => Err(io::Error::new(io::ErrorKind::Unsupported, "encrypted connections are not built in")),
            false => Ok(stream),
        }
    }
}
