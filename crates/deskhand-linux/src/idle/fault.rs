//! Why there is no answer that can be trusted.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use deskhand_engine::ports::{ProcessState, Processes};
use deskhand_idle_protocol::Malformed;
use deskhand_model::{Error, ErrorKind};

use crate::ProcFs;

/// What is wrong with a socket, or with who answers there.
#[derive(Debug)]
pub(super) enum Fault {
    /// The file belongs to another user.
    ForeignFile { place: PathBuf, owner: u32 },
    /// Another user listens.
    ForeignUser { place: PathBuf, user: u32 },
    /// Another process listens, one of another container if it has no number here.
    ForeignProcess { place: PathBuf, pid: Option<i32> },
    /// Something else has the name of the socket.
    NoSocket { place: PathBuf },
    /// The system does not let us.
    Unusable { place: PathBuf, error: io::Error },
    /// No answer came.
    Silent,
    /// The connection was closed before the answer.
    Closed,
    /// A line without an end.
    Endless,
    /// A line that is not of the protocol.
    Malformed { error: Malformed, line: String },
    /// It said that it was still busy before the time was over.
    TooEarly { after: Duration },
    /// It cannot say, in its own words.
    Refused(String),
}

impl Fault {
    pub(super) fn into_error(self, pid: u32, within: Duration) -> Error {
        // A question that was cut off by the end of the process has that as its reason.
        if matches!(self, Fault::Closed | Fault::Silent) && ProcFs.state(pid) == ProcessState::Gone {
            return Error::new(
                ErrorKind::AppGone,
                format!("process {pid} ended before it said whether it is idle"),
            );
        }
        let kind = self.kind();
        let hint = self.hint();
        let error = Error::new(kind, self.sentence(pid))
            .tried(format!("asked process {pid} on its socket whether it is idle, for up to {within:?}"));
        match hint {
            Some(hint) => error.hint(hint),
            None => error,
        }
    }

    fn kind(&self) -> ErrorKind {
        match self {
            Fault::ForeignFile { .. } | Fault::ForeignUser { .. } | Fault::ForeignProcess { .. } => {
                ErrorKind::PermissionDenied
            }
            Fault::Unusable { error, .. } if error.kind() == io::ErrorKind::PermissionDenied => {
                ErrorKind::PermissionDenied
            }
            Fault::Unusable { .. } => ErrorKind::Io,
            Fault::Silent => ErrorKind::AppNotResponding,
            Fault::Malformed { error: Malformed::Version(_), .. } => ErrorKind::ActionUnsupported,
            Fault::NoSocket { .. }
            | Fault::Closed
            | Fault::Endless
            | Fault::Malformed { .. }
            | Fault::TooEarly { .. }
            | Fault::Refused(_) => ErrorKind::ActionFailed,
        }
    }

    fn sentence(&self, pid: u32) -> String {
        match self {
            Fault::ForeignFile { place, owner } => {
                format!("the idle socket {} belongs to another user ({owner})", place.display())
            }
            Fault::ForeignUser { place, user } => {
                format!("another user ({user}) listens on the idle socket {}", place.display())
            }
            Fault::ForeignProcess { place, pid: Some(other) } if *other != 0 => {
                format!("process {other} listens on the idle socket {} of process {pid}", place.display())
            }
            Fault::ForeignProcess { place, .. } => {
                format!("a process outside of this container listens on the idle socket {}", place.display())
            }
            Fault::NoSocket { place } => {
                format!("{} is not a socket, although only that has such a name", place.display())
            }
            Fault::Unusable { place, error } => {
                format!("the idle socket {} cannot be used: {error}", place.display())
            }
            Fault::Silent => format!("process {pid} has an idle socket but does not answer there"),
            Fault::Closed => {
                format!("process {pid} closed its idle socket without saying whether it is idle")
            }
            Fault::Endless => {
                format!("process {pid} answers on its idle socket with a line that does not end")
            }
            Fault::Malformed { error: error @ Malformed::Version(_), .. } => {
                format!("process {pid} speaks {error}")
            }
            Fault::Malformed { error, line } => {
                format!("process {pid} answers on its idle socket with nonsense, `{line}`: {error}")
            }
            Fault::TooEarly { after } => {
                format!("process {pid} gave up after {after:?}, before the time for becoming idle was over")
            }
            Fault::Refused(reason) => format!("process {pid} cannot say whether it is idle: {reason}"),
        }
    }

    fn hint(&self) -> Option<String> {
        match self {
            Fault::ForeignFile { place, .. }
            | Fault::ForeignUser { place, .. }
            | Fault::NoSocket { place } => Some(format!(
                "look at it with: ls -l {}; only a file of this user's own is trusted",
                place.display()
            )),
            Fault::Malformed { error: Malformed::Version(_), .. } => {
                Some("build the application with the deskhand-idle of this Deskhand's version".to_owned())
            }
            Fault::Silent => Some("its serving thread does not run; is the process stopped?".to_owned()),
            _ => None,
        }
    }
}
