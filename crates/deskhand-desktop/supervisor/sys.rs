//! The few system calls that `std` does not offer, as safe functions.
#![expect(unsafe_code, reason = "declarations of the C library; the supervisor has no dependencies")]

use std::ffi::{c_int, c_long, c_ulong};
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};

pub(crate) const SIGHUP: c_int = 1;
pub(crate) const SIGINT: c_int = 2;
pub(crate) const SIGQUIT: c_int = 3;
pub(crate) const SIGKILL: c_int = 9;
pub(crate) const SIGTERM: c_int = 15;
pub(crate) const SIGCHLD: c_int = 17;
pub(crate) const SIGCONT: c_int = 18;
pub(crate) const SIGTSTP: c_int = 20;
pub(crate) const SIGTTIN: c_int = 21;
pub(crate) const SIGTTOU: c_int = 22;

const PR_SET_PDEATHSIG: c_int = 1;
const PR_SET_NAME: c_int = 15;
const PR_SET_CHILD_SUBREAPER: c_int = 36;
const F_SETFD: c_int = 2;
const FD_CLOEXEC: c_int = 1;
const SFD_CLOEXEC: c_int = 0o2_000_000;
const SFD_NONBLOCK: c_int = 0o4_000;
const WNOHANG: c_int = 1;
const SIG_BLOCK: c_int = 0;
const SIG_SETMASK: c_int = 2;
const SIG_DFL: usize = 0;
const SIG_IGN: usize = 1;
pub(crate) const POLLIN: i16 = 1;
const CLOSE_RANGE_CLOEXEC: c_int = 4;
// These two numbers are the same on every architecture that Rust's standard library runs on.
const SYS_PIDFD_OPEN: c_long = 434;
const SYS_CLOSE_RANGE: c_long = 436;

/// A set of signals, as glibc and musl lay it out.
#[repr(C, align(8))]
#[derive(Clone, Copy)]
pub(crate) struct SignalSet([u8; 128]);

/// One descriptor to wait for.
#[repr(C)]
pub(crate) struct Poll {
    fd: c_int,
    events: i16,
    found: i16,
}

unsafe extern "C" {
    fn prctl(option: c_int, ...) -> c_int;
    fn waitpid(pid: c_int, status: *mut c_int, options: c_int) -> c_int;
    #[link_name = "kill"]
    fn c_kill(pid: c_int, signal: c_int) -> c_int;
    fn setsid() -> c_int;
    fn setpgid(pid: c_int, group: c_int) -> c_int;
    fn getpgrp() -> c_int;
    fn signal(number: c_int, handler: usize) -> usize;
    fn sigprocmask(how: c_int, set: *const SignalSet, old: *mut SignalSet) -> c_int;
    fn sigemptyset(set: *mut SignalSet) -> c_int;
    fn sigaddset(set: *mut SignalSet, number: c_int) -> c_int;
    fn signalfd(fd: c_int, set: *const SignalSet, flags: c_int) -> c_int;
    #[link_name = "poll"]
    fn c_poll(list: *mut Poll, count: c_ulong, milliseconds: c_int) -> c_int;
    fn fcntl(fd: c_int, command: c_int, ...) -> c_int;
    fn syscall(number: c_long, ...) -> c_long;
}

fn checked(result: c_int) -> io::Result<c_int> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(result) }
}

/// Names this process in process lists; it was started from a descriptor and would be called by its number.
pub(crate) fn name_process(name: &std::ffi::CStr) {
    // SAFETY: the name is a terminated string that outlives the call; the kernel copies its first 15 bytes.
    unsafe { prctl(PR_SET_NAME, name.as_ptr()) };
}

/// Makes orphaned descendants children of this process instead of process 1.
pub(crate) fn become_subreaper() -> io::Result<()> {
    // SAFETY: takes one integer.
    checked(unsafe { prctl(PR_SET_CHILD_SUBREAPER, 1 as c_ulong) }).map(drop)
}

/// Has the kernel send `signal` to this process when the parent ends. Safe to call between fork and exec.
pub(crate) fn end_with_parent(signal: c_int) -> io::Result<()> {
    // SAFETY: takes one integer.
    checked(unsafe { prctl(PR_SET_PDEATHSIG, signal as c_ulong) }).map(drop)
}

/// Starts a session of its own, without a terminal. Safe to call between fork and exec.
pub(crate) fn leave_session() -> io::Result<()> {
    // SAFETY: takes nothing and touches no memory.
    checked(unsafe { setsid() }).map(drop)
}

/// Joins the process group, or starts one for 0. Safe to call between fork and exec.
pub(crate) fn join_group(group: c_int) -> io::Result<()> {
    // SAFETY: takes two integers.
    checked(unsafe { setpgid(0, group) }).map(drop)
}

/// The process group of this process.
pub(crate) fn own_group() -> c_int {
    // SAFETY: takes nothing and cannot fail.
    unsafe { getpgrp() }
}

/// Sends a signal to one process.
pub(crate) fn kill(pid: u32, signal: c_int) {
    let Some(pid) = c_int::try_from(pid).ok().filter(|pid| *pid > 1) else { return };
    // SAFETY: takes two integers; a process that is gone already is no error for the caller.
    unsafe { c_kill(pid, signal) };
}

/// What became of a child.
pub(crate) enum Reaped {
    /// It ended with this wait status.
    Child(u32, c_int),
    /// Children are there, none has ended.
    NoneYet,
    /// There are no children.
    NoChildren,
}

/// Takes note of one child that has ended.
pub(crate) fn reap() -> Reaped {
    let mut status = 0;
    // SAFETY: the status is a valid place for one integer.
    match unsafe { waitpid(-1, &raw mut status, WNOHANG) } {
        0 => Reaped::NoneYet,
        pid if pid > 0 => Reaped::Child(pid.cast_unsigned(), status),
        _ => Reaped::NoChildren,
    }
}

/// Ignores the signal and tells whether it was ignored before.
pub(crate) fn ignore(number: c_int) -> bool {
    // SAFETY: SIG_IGN is a valid disposition for the signals of this program.
    unsafe { signal(number, SIG_IGN) == SIG_IGN }
}

/// Gives the signal its default effect. Safe to call between fork and exec.
pub(crate) fn restore(number: c_int) {
    // SAFETY: SIG_DFL is a valid disposition for every signal.
    unsafe { signal(number, SIG_DFL) };
}

/// Blocks these signals and returns the mask from before.
pub(crate) fn block(numbers: &[c_int]) -> io::Result<(SignalSet, SignalSet)> {
    let (mut set, mut before) = (SignalSet([0; 128]), SignalSet([0; 128]));
    // SAFETY: both sets are as large as the C library's and live through the calls.
    unsafe {
        checked(sigemptyset(&raw mut set))?;
        for number in numbers {
            checked(sigaddset(&raw mut set, *number))?;
        }
        checked(sigprocmask(SIG_BLOCK, &raw const set, &raw mut before))?;
    }
    Ok((set, before))
}

/// Sets the mask of blocked signals. Safe to call between fork and exec.
pub(crate) fn set_mask(mask: &SignalSet) -> io::Result<()> {
    // SAFETY: the set is valid; the old mask is not asked for.
    checked(unsafe { sigprocmask(SIG_SETMASK, &raw const *mask, std::ptr::null_mut()) }).map(drop)
}

/// A file from which pending signals of the set can be read, 128 bytes each; reading never blocks.
pub(crate) fn signal_file(set: &SignalSet) -> io::Result<File> {
    // SAFETY: the set is valid; the descriptor that comes back is new and ours.
    unsafe {
        let fd = checked(signalfd(-1, &raw const *set, SFD_CLOEXEC | SFD_NONBLOCK))?;
        Ok(File::from_raw_fd(fd))
    }
}

/// A descriptor that becomes readable when the process ends; `None` on kernels before 5.3.
pub(crate) fn watch_process(pid: u32) -> Option<OwnedFd> {
    // SAFETY: takes two integers; the descriptor that comes back is new, ours and closed on exec.
    unsafe {
        let fd = c_int::try_from(syscall(SYS_PIDFD_OPEN, c_long::from(pid), 0 as c_long)).ok()?;
        (fd >= 0).then(|| OwnedFd::from_raw_fd(fd))
    }
}

/// Closes every descriptor above 2 at the next exec. Safe to call between fork and exec. Kernels before 5.11 cannot;
/// there, children keep what the owner itself left open.
pub(crate) fn close_inherited_on_exec() {
    // SAFETY: only sets flags on descriptors.
    unsafe {
        syscall(SYS_CLOSE_RANGE, 3 as c_long, c_long::from(u32::MAX), c_long::from(CLOSE_RANGE_CLOEXEC));
    }
}

/// Keeps the descriptor open across exec, or not. Safe to call between fork and exec.
pub(crate) fn keep_on_exec(fd: RawFd, keep: bool) -> io::Result<()> {
    // SAFETY: only sets a flag on a descriptor.
    checked(unsafe { fcntl(fd, F_SETFD, if keep { 0 } else { FD_CLOEXEC }) }).map(drop)
}

/// The descriptor with this number, when the owner has really passed one.
pub(crate) fn adopt(fd: RawFd) -> io::Result<OwnedFd> {
    keep_on_exec(fd, false)?;
    // SAFETY: it is open (the flag could be set), above the standard three, and nothing else here owns it.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}

impl Poll {
    /// Waits until the descriptor is readable or its other side is closed.
    pub(crate) fn readable(fd: &impl AsRawFd) -> Poll {
        Poll { fd: fd.as_raw_fd(), events: POLLIN, found: 0 }
    }

    /// Whether that has happened.
    pub(crate) fn is_ready(&self) -> bool {
        self.found != 0
    }
}

/// Waits until one of the descriptors is ready or the time is over; without a time, for ever.
pub(crate) fn poll(list: &mut [Poll], milliseconds: Option<u16>) {
    let milliseconds = milliseconds.map_or(-1, c_int::from);
    // SAFETY: the list is valid for its length. An interrupted call leaves `found` at 0, which is right.
    unsafe { c_poll(list.as_mut_ptr(), list.len() as c_ulong, milliseconds) };
}
