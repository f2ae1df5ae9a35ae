//! The few calls that the standard library does not have.
#![expect(unsafe_code, reason = "calls of the C library")]

use std::io;
use std::mem::MaybeUninit;
use std::os::unix::net::UnixStream;
use std::thread::{self, JoinHandle};

/// The user at the other end of a connection.
#[cfg(any(target_os = "linux", target_os = "android"))]
pub(crate) fn peer_uid(stream: &UnixStream) -> io::Result<u32> {
    Ok(rustix::net::sockopt::socket_peercred(stream)?.uid.as_raw())
}

/// The user at the other end of a connection.
#[cfg(not(any(target_os = "linux", target_os = "android")))]
pub(crate) fn peer_uid(stream: &UnixStream) -> io::Result<u32> {
    use std::os::fd::AsRawFd;

    let (mut uid, mut gid) = (0, 0);
    // SAFETY: the descriptor is open as long as `stream` is borrowed, and both pointers are to values of the right type.
    match unsafe { libc::getpeereid(stream.as_raw_fd(), &mut uid, &mut gid) } {
        0 => Ok(uid),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Starts a thread that gets no signals: those are for the application, which may not expect its handlers to run on a
/// thread that it did not make.
pub(crate) fn spawn_without_signals(
    name: &str,
    run: impl FnOnce() + Send + 'static,
) -> io::Result<JoinHandle<()>> {
    let before = block_signals();
    let spawned = thread::Builder::new().name(name.to_owned()).stack_size(256 * 1024).spawn(run);
    if let Some(before) = before {
        // SAFETY: `before` is the mask that the system gave us a moment ago, on this thread.
        unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &before, std::ptr::null_mut()) };
    }
    spawned
}

/// Blocks all signals on this thread; a thread inherits that from its maker. Gives the mask that was there before.
fn block_signals() -> Option<libc::sigset_t> {
    let (mut all, mut before) = (MaybeUninit::uninit(), MaybeUninit::uninit());
    // SAFETY: `sigfillset` initialises `all`; `pthread_sigmask` initialises `before` when it succeeds, and only then
    // is it read.
    unsafe {
        libc::sigfillset(all.as_mut_ptr());
        match libc::pthread_sigmask(libc::SIG_SETMASK, all.as_ptr(), before.as_mut_ptr()) {
            0 => Some(before.assume_init()),
            _ => None,
        }
    }
}

/// Has `leave` called when the process ends in good order: by `exit`, or by returning from `main`.
pub(crate) fn at_exit(leave: extern "C" fn()) {
    // SAFETY: any function of this type may be registered. Should there be no room for it, it is not called.
    unsafe { libc::atexit(leave) };
}
