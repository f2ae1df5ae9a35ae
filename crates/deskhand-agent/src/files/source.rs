//! A file that is being downloaded.

use std::io::{self, Read};
use std::path::Path;

use axum::body::Body;
use cap_std::fs::{File, OpenOptions, OpenOptionsExt};
use futures_util::{Stream, stream};
use rustix::fs::OFlags;

use super::failure::check_regular;
use super::place::Place;

/// Bytes that are read in one go. Three of them are four of base64, so that pieces can be encoded one by one.
const PIECE: usize = 3 << 16;

/// A file that is being downloaded.
#[derive(Debug)]
pub(super) struct Source {
    file: File,
    /// How it begins.
    first: Vec<u8>,
    rest: Rest,
}

/// What comes after the beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rest {
    Nothing,
    /// So many bytes.
    Exactly(u64),
    /// Whatever comes: there are files that do not tell their size, such as those in `/proc`.
    Unknown,
}

/// A file that has more bytes than wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLarge;

impl Source {
    /// Opens the file at this path.
    pub(super) fn open(place: &Place, path: &str) -> io::Result<Source> {
        let path = Path::new(path);
        place.check_regular(path)?;
        let mut options = OpenOptions::new();
        // It may have become a pipe by now, and opening a pipe waits for somebody who writes.
        options.read(true).custom_flags((OFlags::NONBLOCK | OFlags::NOCTTY).bits().cast_signed());
        let file = place.open_file(path, &options)?;
        let metadata = file.metadata()?;
        check_regular(metadata.is_file(), metadata.is_dir())?;
        let first = read(&file, PIECE as u64)?;
        let read = first.len() as u64;
        let rest = match metadata.len().checked_sub(read) {
            _ if first.len() < PIECE => Rest::Nothing,
            Some(0) => Rest::Nothing,
            None => Rest::Unknown,
            Some(more) => Rest::Exactly(more),
        };
        Ok(Source { file, first, rest })
    }

    /// The size, when it is known.
    pub(super) fn length(&self) -> Option<u64> {
        let first = self.first.len() as u64;
        match self.rest {
            Rest::Nothing => Some(first),
            Rest::Exactly(more) => Some(first + more),
            Rest::Unknown => None,
        }
    }

    /// The same file with its size, if it has at most so many bytes.
    pub(super) fn measured(mut self, limit: u64) -> io::Result<Result<(Source, u64), TooLarge>> {
        if self.rest == Rest::Unknown {
            let more = limit.saturating_sub(self.first.len() as u64).saturating_add(1);
            self.first.append(&mut read(&self.file, more)?);
            self.rest = Rest::Nothing;
        }
        let length = self.length().unwrap_or(u64::MAX);
        Ok(if length <= limit { Ok((self, length)) } else { Err(TooLarge) })
    }

    /// Its bytes, all at once when they are there already.
    pub(super) fn body(self) -> Body {
        match self.rest {
            Rest::Nothing => Body::from(self.first),
            Rest::Exactly(_) | Rest::Unknown => Body::from_stream(self.pieces()),
        }
    }

    /// Its bytes. All pieces but the last have a length that three divides. A file that becomes shorter than it said it
    /// was is an error.
    pub(super) fn pieces(self) -> impl Stream<Item = io::Result<Vec<u8>>> + Send {
        stream::try_unfold(self, |source| async {
            tokio::task::spawn_blocking(move || source.next_piece()).await.map_err(io::Error::other)?
        })
    }

    fn next_piece(mut self) -> io::Result<Option<(Vec<u8>, Source)>> {
        if !self.first.is_empty() {
            return Ok(Some((std::mem::take(&mut self.first), self)));
        }
        let piece = match self.rest {
            Rest::Nothing => return Ok(None),
            Rest::Unknown => read(&self.file, PIECE as u64)?,
            Rest::Exactly(more) => {
                let wanted = more.min(PIECE as u64);
                let piece = read(&self.file, wanted)?;
                if (piece.len() as u64) < wanted {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
                self.rest = if more > wanted { Rest::Exactly(more - wanted) } else { Rest::Nothing };
                piece
            }
        };
        Ok((!piece.is_empty()).then_some((piece, self)))
    }
}

/// The next bytes: so many, or all that are left.
fn read(mut file: &File, count: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(PIECE.min(usize::try_from(count).unwrap_or(PIECE)));
    file.by_ref().take(count).read_to_end(&mut bytes)?;
    Ok(bytes)
}
