//! The C interface, as `include/deskhand-idle.h` declares it and documents it.
//!
//! Pointers may be null and text may be anything; nothing unwinds into the caller.
#![expect(unsafe_code, reason = "the C interface")]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use deskhand_idle_protocol::WorkKind;

use crate::{Idle, Probe, declare};

/// Runs it; should it fail, which it does not, the caller gets `otherwise` instead of an abort.
fn guarded<T>(otherwise: T, run: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or(otherwise)
}

/// Runs `run` with a name that came from C.
///
/// # Safety
/// `name` is null or points to a text that ends with a zero byte and stays as it is during the call.
unsafe fn with_name<T>(name: *const c_char, run: impl FnOnce(&str) -> T) -> T {
    if name.is_null() {
        return run("");
    }
    // SAFETY: not null, and the caller vouches for the rest.
    run(&unsafe { CStr::from_ptr(name) }.to_string_lossy())
}

/// Begins serving. 0, or an `errno` value.
#[unsafe(no_mangle)]
pub extern "C" fn deskhand_idle_install() -> c_int {
    guarded(libc::EIO, || Idle::install().err().map_or(0, |error| errno(&error)))
}

fn errno(error: &io::Error) -> c_int {
    error.raw_os_error().unwrap_or(match error.kind() {
        io::ErrorKind::PermissionDenied => libc::EACCES,
        io::ErrorKind::AddrInUse => libc::EADDRINUSE,
        // The only input is the path of the socket.
        io::ErrorKind::InvalidInput => libc::ENAMETOOLONG,
        _ => libc::EIO,
    })
}

/// Stops serving.
#[unsafe(no_mangle)]
pub extern "C" fn deskhand_idle_uninstall() {
    guarded((), crate::uninstall);
}

/// Writes the path of the socket, with a zero byte at its end, and returns its length; 0 when none is served. A path
/// that does not fit is cut, and its whole length returned.
///
/// # Safety
/// `buffer` is null or has room for `size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn deskhand_idle_socket(buffer: *mut c_char, size: usize) -> usize {
    let path = guarded(None, crate::install::served_socket);
    let path = path.as_ref().map_or(&[][..], |path| path.as_os_str().as_bytes());
    if !buffer.is_null() && size > 0 {
        let copied = path.len().min(size - 1);
        // SAFETY: `copied` bytes and the zero after them fit into `size`, which the caller vouches for, and a buffer of
        // the caller's does not overlap with a path that was made here.
        unsafe {
            std::ptr::copy_nonoverlapping(path.as_ptr(), buffer.cast(), copied);
            buffer.add(copied).write(0);
        }
    }
    path.len()
}

/// Counts one more piece of work.
#[unsafe(no_mangle)]
pub extern "C" fn deskhand_idle_busy() {
    guarded((), crate::busy);
}

/// Counts one less.
#[unsafe(no_mangle)]
pub extern "C" fn deskhand_idle_idle() {
    guarded((), crate::idle);
}

/// Begins work with a name and returns the token that ends it.
///
/// # Safety
/// `name` is null or a text that ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn deskhand_idle_task_begin(name: *const c_char) -> u64 {
    // SAFETY: the caller vouches for `name`.
    guarded(0, || unsafe { with_name(name, |name| declare::begin(WorkKind::Task, name)) })
}

/// Ends the work with this token.
#[unsafe(no_mangle)]
pub extern "C" fn deskhand_idle_task_end(token: u64) {
    guarded((), || declare::end(token));
}

/// A timer was started.
///
/// # Safety
/// `name` is null or a text that ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn deskhand_idle_timer_started(name: *const c_char) {
    // SAFETY: the caller vouches for `name`.
    guarded((), || unsafe { with_name(name, crate::timer_started) });
}

/// A timer has fired, or was cancelled.
///
/// # Safety
/// `name` is null or a text that ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn deskhand_idle_timer_fired(name: *const c_char) {
    // SAFETY: the caller vouches for `name`.
    guarded((), || unsafe { with_name(name, crate::timer_fired) });
}

/// A request went out.
///
/// # Safety
/// `name` is null or a text that ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn deskhand_idle_request_began(name: *const c_char) {
    // SAFETY: the caller vouches for `name`.
    guarded((), || unsafe { with_name(name, crate::request_began) });
}

/// A request was answered, or given up.
///
/// # Safety
/// `name` is null or a text that ends with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn deskhand_idle_request_ended(name: *const c_char) {
    // SAFETY: the caller vouches for `name`.
    guarded((), || unsafe { with_name(name, crate::request_ended) });
}

/// 1 when declared work is under way, else 0.
#[unsafe(no_mangle)]
pub extern "C" fn deskhand_idle_is_busy() -> c_int {
    guarded(0, || crate::is_busy().into())
}

/// What C gives as a hook: a function and what it wants to be given.
#[derive(Clone, Copy)]
struct Ask {
    function: unsafe extern "C" fn(u64, *mut c_void),
    user: *mut c_void,
}

// SAFETY: the header says that the function is called on another thread, so what it is given must bear that.
unsafe impl Send for Ask {}
// SAFETY: as above; and it is called on one thread only.
unsafe impl Sync for Ask {}

impl Ask {
    fn call(self, probe: Probe) {
        // SAFETY: whoever set the hook vouched for the function and what it is given, until it is removed.
        unsafe { (self.function)(probe.ticket(), self.user) }
    }
}

/// Sets, or with null removes, what asks the main loop.
///
/// # Safety
/// `ask` can be called with `user` on any thread until it is replaced or removed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn deskhand_idle_set_probe(
    ask: Option<unsafe extern "C" fn(u64, *mut c_void)>,
    user: *mut c_void,
) {
    guarded((), || match ask {
        Some(function) => {
            let ask = Ask { function, user };
            crate::set_probe(move |probe| ask.call(probe));
        }
        None => crate::clear_probe(),
    });
}

/// The main loop has run dry after this question.
#[unsafe(no_mangle)]
pub extern "C" fn deskhand_idle_ran_dry(ticket: u64) {
    guarded((), || Probe::from_ticket(ticket).ran_dry());
}
