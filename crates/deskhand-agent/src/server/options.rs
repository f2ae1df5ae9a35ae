//! How a server is to be.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use deskhand_engine::Mode;
use deskhand_gate::Token;

use crate::exec::ExecOptions;
use crate::files::FilesOptions;

/// Where the agent listens when nothing else is said.
pub const DEFAULT_PORT: u16 = 8648;

/// How a server is to be.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where to listen; port 0 for any that is free.
    pub address: SocketAddr,
    /// What clients have to know. Without it, only loopback addresses can be listened on.
    pub token: Option<Token>,
    /// Listens on other addresses without a token too: everybody who reaches them can do everything.
    pub without_token: bool,
    /// Names that clients may call this server by, besides addresses and `localhost`.
    pub hosts: Vec<String>,
    /// Running commands; `None` switches it off.
    pub exec: Option<ExecOptions>,
    /// Which files can be written and read.
    pub files: FilesOptions,
    /// How far actions may go at most. Where it is not said, requests may choose, and those that do not choose fall
    /// back to real input.
    pub mode: Option<Mode>,
    /// Time for a request that names none.
    pub within: Duration,
    /// File that gets a line for every call that changes something; `-` is standard error.
    pub audit: Option<PathBuf>,
    /// What a client may use up.
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            address: SocketAddr::from(([127, 0, 0, 1], DEFAULT_PORT)),
            token: None,
            without_token: false,
            hosts: Vec::new(),
            exec: Some(ExecOptions::default()),
            files: FilesOptions::default(),
            mode: None,
            within: Duration::from_secs(5),
            audit: None,
            limits: Limits::default(),
        }
    }
}

/// What clients may use up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Connections at the same time; more have to wait.
    pub connections: usize,
    /// Requests under way at the same time; more are refused.
    pub requests: usize,
    /// Bytes of a JSON body, uploads apart.
    pub body: usize,
    /// Bytes of a file that travels as JSON.
    pub file: usize,
    /// Time for all of a file that travels as JSON.
    pub file_time: Duration,
    /// Time until the head of a request is there, on a kept connection counted from the last answer.
    pub head_time: Duration,
    /// Time without a single byte while a file is sent or an answer is taken; also that for all of a JSON body, uploads
    /// apart.
    pub stall_time: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 1024,
            requests: 256,
            body: 1 << 20,
            file: 64 << 20,
            file_time: Duration::from_secs(300),
            head_time: Duration::from_secs(60),
            stall_time: Duration::from_secs(30),
        }
    }
}
