//! The number of the desktop's display, and what stands for it outside of the desktop's folder.
//!
//! The X server could choose a number itself. But a server that ends releases its number before it removes its socket,
//! and then removes the socket of the next server with that number; and one that is killed early leaves a socket that
//! nobody knows of. So the number is claimed before the server starts, by the lock file that X servers use among
//! themselves, and released after it has ended.

use std::fs::{self, OpenOptions};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};
use std::ops::Range;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// Above the numbers that servers of users and other tools take one after the other.
const NUMBERS: Range<u64> = 200..20_000;
const ATTEMPTS: usize = 100;

/// A display number that is ours.
pub(crate) struct Display {
    pub(crate) number: u32,
    lock: PathBuf,
    socket: PathBuf,
}

impl Display {
    /// Claims a number that nobody uses and notes it in `folder`, for whoever has to clean up after a killed
    /// supervisor.
    pub(crate) fn claim(folder: &Path) -> io::Result<Display> {
        for _ in 0..ATTEMPTS {
            let display = Display::with_number(any_number());
            fs::write(folder.join("display"), display.number.to_string())?;
            match display.lock() {
                Ok(()) if !display.socket.exists() => return Ok(display),
                // A server that uses no lock file is there, or a leftover.
                Ok(()) => fs::remove_file(&display.lock)?,
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::new(io::ErrorKind::AddrInUse, "no free display number"))
    }

    fn with_number(number: u32) -> Display {
        let (lock, socket) = (format!("/tmp/.X{number}-lock"), format!("/tmp/.X11-unix/X{number}"));
        Display { number, lock: lock.into(), socket: socket.into() }
    }

    /// The file holds the process number in ten places, as every X server writes and expects it.
    fn lock(&self) -> io::Result<()> {
        let mut file = OpenOptions::new().write(true).create_new(true).mode(0o444).open(&self.lock)?;
        writeln!(file, "{:>10}", std::process::id())
    }

    /// Removes the socket, if the server has left it, and gives the number back.
    pub(crate) fn release(&self) {
        let _ = fs::remove_file(&self.socket);
        let _ = fs::remove_file(&self.lock);
    }
}

/// The standard library has no random numbers, but seeds its hashers with one.
fn any_number() -> u32 {
    let random = RandomState::new().build_hasher().finish();
    (NUMBERS.start + random % (NUMBERS.end - NUMBERS.start)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claimed_number_is_taken_until_it_is_released() {
        let folder = tempfile::tempdir().unwrap();
        let display = Display::claim(folder.path()).unwrap();
        assert_eq!(fs::read_to_string(folder.path().join("display")).unwrap(), display.number.to_string());
        assert_eq!(fs::read_to_string(&display.lock).unwrap(), format!("{:>10}\n", std::process::id()));
        let again = Display::with_number(display.number).lock();
        assert_eq!(again.unwrap_err().kind(), io::ErrorKind::AlreadyExists);

        display.release();

        let again = Display::with_number(display.number);
        again.lock().unwrap();
        again.release();
    }
}
