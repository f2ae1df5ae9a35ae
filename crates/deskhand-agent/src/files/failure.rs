//! Why a file cannot be written or read, told to the client.

use std::io::{self, ErrorKind};

use http::StatusCode;
use rustix::io::Errno;

use super::place;
use crate::contract::ErrorKey;
use crate::server::Refusal;

/// Which way a file goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Upload,
    Download,
}

impl Way {
    pub(super) fn refuse(self, status: StatusCode, details: impl Into<String>) -> Refusal {
        let key = match self {
            Way::Upload => ErrorKey::UploadFailed,
            Way::Download => ErrorKey::DownloadFailed,
        };
        Refusal::new(status, key, details)
    }

    /// What the system said about this path.
    pub(super) fn failed(self, path: &str, error: &io::Error) -> Refusal {
        let (status, reason) = self.reason(error);
        let done = match self {
            Way::Upload => "written",
            Way::Download => "read",
        };
        self.refuse(status, format!("{path} cannot be {done}: {reason}"))
    }

    fn reason(self, error: &io::Error) -> (StatusCode, String) {
        let (status, reason) = match error.kind() {
            _ if place::is_outside(error) => {
                (StatusCode::FORBIDDEN, "it leads out of the folder that this agent's files are confined to")
            }
            // There is no stable kind for it.
            _ if error.raw_os_error() == Some(Errno::LOOP.raw_os_error()) => {
                (StatusCode::BAD_REQUEST, "its links lead in a circle")
            }
            ErrorKind::NotFound => (self.when_missing(), "there is no such file or folder"),
            ErrorKind::NotADirectory => (self.when_missing(), "a part of its path is no folder"),
            ErrorKind::IsADirectory => (StatusCode::BAD_REQUEST, "it is a folder"),
            ErrorKind::InvalidFilename => (StatusCode::BAD_REQUEST, "its name is too long"),
            ErrorKind::WouldBlock => (StatusCode::BAD_REQUEST, "it has nothing to give at the moment"),
            ErrorKind::StaleNetworkFileHandle => (StatusCode::FORBIDDEN, "its folder takes no new files"),
            ErrorKind::ReadOnlyFilesystem => (StatusCode::FORBIDDEN, "its file system is read-only"),
            ErrorKind::StorageFull => (StatusCode::INSUFFICIENT_STORAGE, "the disk is full"),
            ErrorKind::QuotaExceeded => (StatusCode::INSUFFICIENT_STORAGE, "the quota is used up"),
            ErrorKind::FileTooLarge => {
                (StatusCode::INSUFFICIENT_STORAGE, "its file system takes no file that large")
            }
            ErrorKind::PermissionDenied => return (StatusCode::FORBIDDEN, error.to_string()),
            ErrorKind::InvalidInput => return (StatusCode::BAD_REQUEST, error.to_string()),
            _ => return (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()),
        };
        (status, reason.to_owned())
    }

    /// What is missing on the way to a file that is written would have been made if it could be.
    fn when_missing(self) -> StatusCode {
        match self {
            Way::Upload => StatusCode::BAD_REQUEST,
            Way::Download => StatusCode::NOT_FOUND,
        }
    }
}

/// Only regular files can be written and read: others have no contents of their own.
pub(super) fn check_regular(is_file: bool, is_folder: bool) -> io::Result<()> {
    match (is_file, is_folder) {
        (true, _) => Ok(()),
        (_, true) => Err(Errno::ISDIR.into()),
        _ => Err(io::Error::new(ErrorKind::InvalidInput, "it is no regular file")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cause_has_its_status() {
        for (error, upload, download) in [
            (Errno::NOENT, 400, 404),
            (Errno::NOTDIR, 400, 404),
            (Errno::ISDIR, 400, 400),
            (Errno::LOOP, 400, 400),
            (Errno::NAMETOOLONG, 400, 400),
            (Errno::ACCESS, 403, 403),
            (Errno::PERM, 403, 403),
            (Errno::ROFS, 403, 403),
            (Errno::NOSPC, 507, 507),
            (Errno::DQUOT, 507, 507),
            (Errno::FBIG, 507, 507),
            (Errno::INVAL, 400, 400),
            (Errno::IO, 500, 500),
        ] {
            for (way, status, key) in [
                (Way::Upload, upload, ErrorKey::UploadFailed),
                (Way::Download, download, ErrorKey::DownloadFailed),
            ] {
                let refusal = way.failed("/a/file", &error.into());
                assert_eq!((refusal.status.as_u16(), refusal.key), (status, key), "{}", refusal.details);
                assert!(refusal.details.starts_with("/a/file cannot be "), "{}", refusal.details);
            }
        }
    }
}
