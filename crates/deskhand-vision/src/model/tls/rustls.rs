//! Encryption by rustls, with the certificates that the system trusts.

use std::fmt;
use std::io;
use std::sync::Arc;

use deskhand_model::{Error, ErrorKind, Result};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::model::endpoint::Endpoint;

/// Encrypts connections to servers that want it.
pub(in crate::model) struct Client(Option<TlsConnector>);

/// A connection, encrypted or not.
pub(in crate::model) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

impl Client {
    pub(in crate::model) fn new(endpoint: &Endpoint) -> Result<Client> {
        if !endpoint.encrypted {
            return Ok(Client(None));
        }
        let found = rustls_native_certs::load_native_certs();
        let mut roots = RootCertStore::empty();
        let (trusted, _) = roots.add_parsable_certificates(found.certs);
        if trusted == 0 {
            let why = found.errors.first().map_or_else(String::new, |error| format!(": {error}"));
            let message =
                format!("This system trusts no certificates, so no server can prove who it is{why}");
            return Err(Error::new(ErrorKind::Io, message)
                .hint("Install them, on Debian with `apt install ca-certificates`."));
        }
        Client::trusting(roots)
    }

    /// A client that believes servers which these certificates vouch for.
    fn trusting(roots: RootCertStore) -> Result<Client> {
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| {
                Error::new(ErrorKind::Internal, format!("Connections cannot be encrypted: {error}"))
            })?;
        let config = config.with_root_certificates(roots).with_no_client_auth();
        Ok(Client(Some(TlsConnector::from(Arc::new(config)))))
    }

    pub(in crate::model) async fn over(
        &self,
        stream: TcpStream,
        endpoint: &Endpoint,
    ) -> io::Result<Box<dyn Stream>> {
        let Some(connector) = &self.0 else { return Ok(Box::new(stream)) };
        let name = ServerName::try_from(endpoint.host.clone())
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
        Ok(Box::new(connector.connect(name, stream).await?))
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Client(tls)" } else { "Client(plain)" })
    }
}
