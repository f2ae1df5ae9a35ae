//! Encrypted connections, where they are built in (feature `tls`).

use deskhand_model::Result;
use tonic::transport::Server;

/// What a server proves who it is with.
#[derive(Clone)]
pub struct Tls {
    /// Its certificate and those that vouch for it, as PEM.
    pub certificate: Vec<u8>,
    /// Its key, as PEM.
    pub key: Vec<u8>,
}

impl std::fmt::Debug for Tls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tls(…)")
    }
}

/// A server with these connections; with plain ones when nothing is given.
#[cfg(feature = "tls")]
pub(crate) fn encrypted(server: Server, tls: Option<&Tls>) -> Result<Server> {
    use deskhand_model::{Error, ErrorKind};
    use tonic::transport::{Identity, ServerTlsConfig};

    let Some(Tls { certificate, key }) = tls else { return Ok(server) };
    let config = ServerTlsConfig::new().identity(Identity::from_pem(certificate, key));
    server.tls_config(config).map_err(|error| {
        let why = std::error::Error::source(&error).map_or_else(|| error.to_string(), ToString::to_string);
        Error::new(ErrorKind::InvalidArgument, format!("The certificate or its key cannot be used: {why}"))
            .hint("Both must be PEM files, and the key must belong to the first certificate.")
    })
}

/// A server with plain connections.
#[cfg(not(feature = "tls"))]
pub(crate) fn encrypted(server: Server, tls: Option<&Tls>) -> Result<Server> {
    use deskhand_model::{Error, ErrorKind};

    match tls {
        None => Ok(server),
        Some(_) => {
            let message = "Encrypted connections are not built in";
            Err(Error::new(ErrorKind::ActionUnsupported, message).hint("Build with the feature `tls`."))
        }
    }
}
