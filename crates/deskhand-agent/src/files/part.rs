//! A file that is being uploaded: under a name of its own beside its destination until it is complete.

use std::collections::hash_map::RandomState;
use std::ffi::{OsStr, OsString};
use std::hash::{BuildHasher, Hasher};
use std::io::{self, ErrorKind, Write};

use cap_std::fs::{Dir, File, MetadataExt, OpenOptions, OpenOptionsExt, Permissions, PermissionsExt};
use rustix::fs::{Gid, Uid, fchown};

use super::destination::{Destination, Existing, Made, not_taken};
use super::place::Place;

/// How often a file is begun when others are in the way.
const TRIES: usize = 8;

/// The mode of a new file, before the umask.
const NEW: u32 = 0o666;

/// Bytes that such a name takes over from the real one: with what is added it stays below the usual 255.
const LONGEST: usize = 200;

/// A file that is being uploaded. It is gone without a trace when it is dropped before it is complete.
#[derive(Debug)]
pub(super) struct Part {
    file: File,
    bytes: u64,
    name: OsString,
    existing: Option<Existing>,
    scrap: Scrap,
}

/// What has to be removed if there will be no complete file.
#[derive(Debug)]
struct Scrap {
    folder: Dir,
    /// `None` when there is nothing to remove any more.
    name: Option<OsString>,
    /// Goes after the file in it.
    made: Option<Made>,
}

impl Part {
    /// Begins a file at this path.
    pub(super) fn begin(place: &Place, path: &str) -> io::Result<Part> {
        let mut tries = 1;
        loop {
            match Destination::find(place, path).and_then(Part::try_begin) {
                Err(error) if tries < TRIES && may_pass(&error) => tries += 1,
                result => return result,
            }
        }
    }

    fn try_begin(destination: Destination) -> io::Result<Part> {
        let Destination { folder, name, existing, made } = destination;
        let interim = interim_name(&name);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true).mode(existing.map_or(NEW, |existing| existing.mode));
        let mut scrap = Scrap { folder, name: None, made: Some(made) };
        let file = scrap.folder.open_with(&interim, &options).map_err(not_taken)?;
        scrap.name = Some(interim);
        Ok(Part { file, bytes: 0, name, existing, scrap })
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)?;
        self.bytes += bytes.len() as u64;
        Ok(())
    }

    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Puts the file in its place, in one step.
    pub(super) fn complete(mut self) -> io::Result<u64> {
        if let Some(existing) = self.existing {
            existing.hand_over(&self.file)?;
        }
        let Some(interim) = &self.scrap.name else { return Ok(self.bytes) };
        self.scrap.folder.rename(interim, &self.scrap.folder, &self.name)?;
        self.scrap.name = None;
        if let Some(made) = self.scrap.made.take() {
            made.keep();
        }
        Ok(self.bytes)
    }
}

impl Existing {
    fn hand_over(self, file: &File) -> io::Result<()> {
        let now = file.metadata()?;
        if (now.uid(), now.gid()) != (self.owner, self.group) {
            // Only root can give files away; whoever else may replace one becomes its owner.
            let _ = fchown(file, Some(Uid::from_raw(self.owner)), Some(Gid::from_raw(self.group)));
        }
        file.set_permissions(Permissions::from_mode(self.mode))
    }
}

impl Drop for Scrap {
    fn drop(&mut self) {
        if let Some(name) = &self.name {
            // There is nobody to tell, and nothing else to try.
            let _ = self.folder.remove_file(name);
        }
    }
}

/// Whether it may be otherwise the next time: a name was taken, or an upload that failed has removed the folder that it
/// had made.
fn may_pass(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::AlreadyExists | ErrorKind::NotFound | ErrorKind::StaleNetworkFileHandle)
}

/// A name for a file that is not complete, short enough for every file system that takes the name itself.
fn interim_name(name: &OsStr) -> OsString {
    let name = name.to_string_lossy();
    let fits = name.char_indices().take_while(|(start, letter)| start + letter.len_utf8() <= LONGEST);
    let shortened: String = fits.map(|(_, letter)| letter).collect();
    let random = RandomState::new().build_hasher().finish();
    format!(".{shortened}.{random:016x}.part").into()
}
