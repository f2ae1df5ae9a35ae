//! How a server is to be.

use std::time::Duration;

/// Where a WebDriver server listens when nothing else is said.
pub const DEFAULT_PORT: u16 = 4444;

/// How a server is to be.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// The application of sessions that name none.
    pub default_binary: Option<String>,
    /// How many sessions there can be at the same time; as many as are asked for where nothing is said.
    pub max_sessions: Option<usize>,
    /// Names that clients may call this server by, besides addresses and `localhost`.
    pub hosts: Vec<String>,
    /// Origins of web pages that may send requests, such as `http://localhost:8000`. All others may not.
    pub origins: Vec<String>,
    /// How long an application may take to start and to show its first page.
    pub start_time: Duration,
    /// A session ends when no client that has used it has been connected for this long. Clients that keep their
    /// connections can take all the time they like; those that are lost leave nothing behind. `None` keeps sessions
    /// until somebody ends them.
    pub forsaken_after: Option<Duration>,
    /// Bytes of a request's body.
    pub body: usize,
    /// Time without a single byte of a body that was announced.
    pub stall_time: Duration,
}

impl Default for ServerOptions {
    fn default() -> ServerOptions {
        ServerOptions {
            default_binary: None,
            max_sessions: None,
            hosts: Vec::new(),
            origins: Vec::new(),
            start_time: Duration::from_secs(60),
            forsaken_after: Some(Duration::from_secs(600)),
            body: 64 << 20,
            stall_time: Duration::from_secs(30),
        }
    }
}
