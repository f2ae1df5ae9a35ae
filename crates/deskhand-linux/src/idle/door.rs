//! A socket with the right process of the right user behind it.

use std::io::{self, ErrorKind};
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::Path;

use tokio::net::UnixStream;

use super::fault::Fault;

/// A connection to the process that was asked for.
#[derive(Debug)]
pub(super) struct Door(pub(super) UnixStream);

impl Door {
    /// Opens the door at this place. `None` when there is none, or nobody behind it any more.
    pub(super) async fn open(place: &Path, uid: u32, pid: u32) -> Result<Option<Door>, Fault> {
        let found = match std::fs::symlink_metadata(place) {
            Ok(found) => found,
            Err(error) => return absent(place, error),
        };
        if found.uid() != uid {
            return Err(Fault::ForeignFile { place: place.to_owned(), owner: found.uid() });
        }
        if !found.file_type().is_socket() {
            return Err(Fault::NoSocket { place: place.to_owned() });
        }
        let stream = match UnixStream::connect(place).await {
            Ok(stream) => stream,
            Err(error) => return absent(place, error),
        };
        let peer = stream.peer_cred().map_err(|error| Fault::Unusable { place: place.to_owned(), error })?;
        if peer.uid() != uid {
            return Err(Fault::ForeignUser { place: place.to_owned(), user: peer.uid() });
        }
        // Who listens tells the kernel its number then, so nobody can answer for another process.
        if peer.pid() != i32::try_from(pid).ok() {
            return Err(Fault::ForeignProcess { place: place.to_owned(), pid: peer.pid() });
        }
        Ok(Some(Door(stream)))
    }
}

/// What it means that the socket could not be opened.
fn absent(place: &Path, error: io::Error) -> Result<Option<Door>, Fault> {
    match error.kind() {
        // Refused: its process has ended, or stopped serving.
        ErrorKind::NotFound | ErrorKind::ConnectionRefused | ErrorKind::NotADirectory => Ok(None),
        // A path that is too long for a socket: the application could not make one there either.
        ErrorKind::InvalidInput => Ok(None),
        // The queue of those who want to ask is full, and nobody takes them in.
        ErrorKind::WouldBlock => Err(Fault::Silent),
        _ => Err(Fault::Unusable { place: place.to_owned(), error }),
    }
}
