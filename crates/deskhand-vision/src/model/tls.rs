//! Encrypted connections, where they are built in (feature `tls`).

#[cfg(not(feature = "tls"))]
mod plain;
#[cfg(feature = "tls")]
mod rustls;

#[cfg(not(feature = "tls"))]
pub(super) use self::plain::Client;
#[cfg(feature = "tls")]
pub(super) use self::rustls::Client;

/// Whether they are built in.
pub(super) const BUILT_IN: bool = cfg!(feature = "tls");
