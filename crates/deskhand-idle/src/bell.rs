//! Wakes the serving thread.

use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, Ordering};

/// Rung by threads of the application, heard by the serving thread.
#[derive(Debug)]
pub(crate) struct Bell {
    ring: UnixStream,
    hear: UnixStream,
    stop: AtomicBool,
    /// Whether anybody waits for an answer. Written and read under the lock of the state, so that nothing is missed
    /// between looking at the state and listening.
    watched: AtomicBool,
}

impl Bell {
    pub(crate) fn new() -> io::Result<Bell> {
        let (ring, hear) = UnixStream::pair()?;
        ring.set_nonblocking(true)?;
        hear.set_nonblocking(true)?;
        Ok(Bell { ring, hear, stop: AtomicBool::new(false), watched: AtomicBool::new(false) })
    }

    /// Wakes the serving thread if it has somebody to tell.
    pub(crate) fn ring(&self) {
        if self.watched.load(Ordering::Relaxed) {
            self.wake();
        }
    }

    fn wake(&self) {
        // When there is no room, it has been rung often enough.
        let _ = (&self.ring).write(&[1]);
    }

    pub(crate) fn watch(&self, watched: bool) {
        self.watched.store(watched, Ordering::Relaxed);
    }

    /// Tells the serving thread to end.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Release);
        self.wake();
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Acquire)
    }

    /// Forgets all ringing so far.
    pub(crate) fn hush(&self) {
        let mut rings = [0; 64];
        while matches!((&self.hear).read(&mut rings), Ok(read) if read == rings.len()) {}
    }
}

impl AsFd for Bell {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.hear.as_fd()
    }
}
