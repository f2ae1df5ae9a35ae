//! Why a call over D-Bus failed.

use std::fmt;
use std::io;

/// Why a call failed, or a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::atspi) enum Error {
    /// The connection is not there, or not any more.
    Broken(String),
    /// The other side answered with an error: its name, and its words.
    Refused(String, String),
    /// The other side does not read what it is told.
    Unread,
    /// What came is not what the protocol says.
    Garbled(String),
    /// What was to be sent cannot be: no such name or path can exist, or it is too long.
    Invalid(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Broken(why) | Error::Garbled(why) | Error::Invalid(why) => f.write_str(why),
            Error::Unread => f.write_str("nobody reads what is said there"),
            Error::Refused(name, words) if words.is_empty() => f.write_str(name),
            Error::Refused(name, words) => write!(f, "{name}: {words}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        Error::Broken(error.to_string())
    }
}

impl From<zvariant::Error> for Error {
    fn from(error: zvariant::Error) -> Error {
        Error::Garbled(error.to_string())
    }
}
