//! Taking turns: a lock on the file itself, which ends with its holder.

use std::fs::TryLockError;
use std::io;
use std::time::{Duration, Instant};

/// How long another process may keep the file to itself.
pub(super) const TURN: Duration = Duration::from_secs(10);

/// Pause between two attempts to get the file.
const PAUSE: Duration = Duration::from_millis(10);

/// Waits for our turn by `attempt`, for `patience`. Returns whether it came.
pub(super) fn wait(patience: Duration, attempt: impl Fn() -> Result<(), TryLockError>) -> io::Result<bool> {
    let end = Instant::now() + patience;
    loop {
        match attempt() {
            Ok(()) => return Ok(true),
            Err(TryLockError::Error(error)) => return Err(error),
            Err(TryLockError::WouldBlock) if Instant::now() >= end => return Ok(false),
            Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
        }
    }
}
