//! What can go wrong between us and the X server, before it is told to a person.

use std::io;

use deskhand_model::{Error, ErrorKind};
use x11rb::errors::{ConnectionError, ReplyError, ReplyOrIdError};
use x11rb::protocol::ErrorKind as X11ErrorKind;
use x11rb::x11_utils::X11Error;

/// A failure inside the provider.
#[derive(Debug)]
pub(super) enum Fault {
    /// The connection is of no more use.
    Broken(String),
    /// The server did not answer in time.
    Silent,
    /// The server refused a request.
    Refused(X11Error),
    /// A failure that already has its sentence.
    Told(Error),
}

/// The result of everything that talks to the server.
pub(super) type Outcome<T> = Result<T, Fault>;

impl Fault {
    /// Whether the server does not know the window that was asked about (any more).
    pub(super) fn is_no_such_window(&self) -> bool {
        matches!(
            self,
            Fault::Refused(X11Error { error_kind: X11ErrorKind::Window | X11ErrorKind::Drawable, .. })
        )
    }

    /// Whether the connection must not be used again.
    pub(super) fn ends_connection(&self) -> bool {
        matches!(self, Fault::Broken(_) | Fault::Silent)
    }

    /// The error for a person; `display` is the server's name.
    pub(super) fn tell(self, display: &str) -> Error {
        match self {
            Fault::Broken(why) => Error::new(
                ErrorKind::DisplayUnavailable,
                format!("the connection to display {display} broke: {why}"),
            ),
            Fault::Silent => {
                Error::new(ErrorKind::DisplayUnavailable, format!("display {display} did not answer in time"))
                    .hint("the X server may be stopped or overloaded; a longer --timeout may help")
            }
            Fault::Refused(error) => Error::new(
                ErrorKind::ActionFailed,
                format!(
                    "the X server refused {}: {:?}",
                    error.request_name.unwrap_or("a request"),
                    error.error_kind
                ),
            ),
            Fault::Told(error) => error,
        }
    }
}

/// Turns "the server does not know this window" into nothing: windows come and go while one asks about them.
pub(super) fn if_there<T>(outcome: Outcome<T>) -> Outcome<Option<T>> {
    match outcome {
        Ok(value) => Ok(Some(value)),
        Err(fault) if fault.is_no_such_window() => Ok(None),
        Err(fault) => Err(fault),
    }
}

/// Turns every refusal of the server into nothing: for extras that a window or a server may lack.
pub(super) fn if_granted<T>(outcome: Outcome<T>) -> Outcome<Option<T>> {
    match outcome {
        Ok(value) => Ok(Some(value)),
        Err(Fault::Refused(_)) => Ok(None),
        Err(fault) => Err(fault),
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Fault {
        Fault::Told(error)
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        match error.kind() {
            io::ErrorKind::TimedOut => Fault::Silent,
            _ => Fault::Broken(error.to_string()),
        }
    }
}

impl From<ConnectionError> for Fault {
    fn from(error: ConnectionError) -> Fault {
        match error {
            ConnectionError::IoError(error) => error.into(),
            ConnectionError::UnsupportedExtension => Fault::Told(Error::new(
                ErrorKind::ActionUnsupported,
                "the X server lacks an extension that this needs (XTEST, XKB, Composite or DAMAGE)",
            )),
            other => Fault::Broken(other.to_string()),
        }
    }
}

impl From<ReplyError> for Fault {
    fn from(error: ReplyError) -> Fault {
        match error {
            ReplyError::ConnectionError(error) => error.into(),
            ReplyError::X11Error(error) => Fault::Refused(error),
        }
    }
}

impl From<ReplyOrIdError> for Fault {
    fn from(error: ReplyOrIdError) -> Fault {
        match error {
            ReplyOrIdError::IdsExhausted => Fault::Broken("no free resource numbers are left".to_owned()),
            ReplyOrIdError::ConnectionError(error) => error.into(),
            ReplyOrIdError::X11Error(error) => Fault::Refused(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_out_and_a_broken_connection_both_end_the_connection() {
        let silent = Fault::from(ConnectionError::IoError(io::ErrorKind::TimedOut.into()));
        assert!(matches!(silent, Fault::Silent) && silent.ends_connection());
        let broken = Fault::from(ConnectionError::IoError(io::ErrorKind::BrokenPipe.into()));
        assert!(matches!(broken, Fault::Broken(_)) && broken.ends_connection());
        assert_eq!(broken.tell(":7").kind(), ErrorKind::DisplayUnavailable);
    }

    #[test]
    fn a_missing_extension_is_unsupported_and_keeps_the_connection() {
        let fault = Fault::from(ConnectionError::UnsupportedExtension);
        assert!(!fault.ends_connection());
        assert_eq!(fault.tell(":7").kind(), ErrorKind::ActionUnsupported);
    }
}
