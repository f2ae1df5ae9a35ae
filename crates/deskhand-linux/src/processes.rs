//! Processes, as `/proc` shows them.

use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::time::Duration;

use async_trait::async_trait;
use deskhand_engine::ports::{ProcessState, Processes};
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, pidfd_open};
use tokio::io::Interest;
use tokio::io::unix::AsyncFd;

/// The processes of this machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProcFs;

/// How often a process is looked at that cannot be waited for.
const LOOK_AGAIN: Duration = Duration::from_millis(200);

#[async_trait]
impl Processes for ProcFs {
    fn state(&self, pid: u32) -> ProcessState {
        state_of(fs::read(format!("/proc/{pid}/stat")))
    }

    /// The file name of the executable, or of the script that an interpreter runs: people know `terminator`, not
    /// `python3.11`.
    fn executable(&self, pid: u32) -> Option<String> {
        let name = executable_name(pid)?;
        if !is_interpreter(&name) {
            return Some(name);
        }
        let arguments = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        Some(script_in(&arguments).unwrap_or(name))
    }

    async fn ended(&self, pid: u32) {
        let Some(number) = i32::try_from(pid).ok().and_then(Pid::from_raw) else { return };
        let watched = pidfd_open(number, PidfdFlags::NONBLOCK).ok().and_then(watch);
        if let Some(process) = watched
            && process.readable().await.is_ok()
        {
            return;
        }
        while self.state(pid) != ProcessState::Gone {
            tokio::time::sleep(LOOK_AGAIN).await;
        }
    }
}

/// The descriptor becomes readable when the process ends, also before its parent has collected it.
fn watch(process: OwnedFd) -> Option<AsyncFd<OwnedFd>> {
    #[expect(
        unsafe_code,
        reason = "tokio cannot know that a descriptor stays the same and open; an owned one does"
    )]
    // SAFETY: the returned value owns the descriptor, and nothing closes or replaces it before that is dropped.
    unsafe { AsyncFd::register_with_interest(process, Interest::READABLE) }.ok()
}

/// The executable's file name. The link is closed to other users; the short name is not.
fn executable_name(pid: u32) -> Option<String> {
    if let Ok(path) = fs::read_link(format!("/proc/{pid}/exe")) {
        let name = file_name(&path)?;
        return Some(name.strip_suffix(" (deleted)").map(str::to_owned).unwrap_or(name));
    }
    let comm = fs::read(format!("/proc/{pid}/comm")).ok()?;
    Some(String::from_utf8_lossy(&comm).trim_end().to_owned()).filter(|name| !name.is_empty())
}

fn file_name(path: &Path) -> Option<String> {
    Some(path.file_name()?.to_string_lossy().into_owned())
}

/// What the answer of the system means. That a process cannot be looked at, for want of descriptors or of rights, does
/// not mean that it has ended.
fn state_of(stat: io::Result<Vec<u8>>) -> ProcessState {
    match stat {
        Ok(stat) => state_in(&stat),
        Err(error) if error.kind() == io::ErrorKind::NotFound => ProcessState::Gone,
        Err(error) if error.raw_os_error() == Some(Errno::SRCH.raw_os_error()) => ProcessState::Gone,
        Err(_) => ProcessState::Alive,
    }
}

/// The state letter comes after the name in parentheses, which may itself hold parentheses and spaces.
fn state_in(stat: &[u8]) -> ProcessState {
    let after_name = stat.iter().rposition(|&byte| byte == b')').map_or(&[][..], |at| &stat[at + 1..]);
    match after_name.iter().find(|byte| !byte.is_ascii_whitespace()) {
        Some(b'T' | b't') => ProcessState::Stopped,
        Some(b'Z' | b'X' | b'x') | None => ProcessState::Gone,
        Some(_) => ProcessState::Alive,
    }
}

/// Programs that run other people's scripts: `python3.11`, `perl`, `gjs-console`, `bash`.
fn is_interpreter(name: &str) -> bool {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    matches!(
        stem,
        "python" | "pypy" | "perl" | "ruby" | "node" | "gjs" | "gjs-console" | "bash" | "dash" | "sh"
    )
}

/// The script or module in an interpreter's command line (arguments that each end with a zero byte).
fn script_in(arguments: &[u8]) -> Option<String> {
    let mut arguments = arguments.split(|&byte| byte == 0).skip(1).map(String::from_utf8_lossy);
    while let Some(argument) = arguments.next() {
        match argument.as_ref() {
            "-m" => {
                return arguments
                    .next()
                    .map(|module| module.into_owned())
                    .filter(|module| !module.is_empty());
            }
            // What follows is program text, not a file.
            "-c" | "-e" | "-" => return None,
            // These take a value of their own.
            "-W" | "-X" | "-r" | "--require" | "-I" => _ = arguments.next(),
            option if option.starts_with('-') => {}
            script => return file_name(Path::new(script)),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_state_letter_decides_whatever_the_process_is_called() {
        for (stat, expected) in [
            ("7 (sleep) S 1 7", ProcessState::Alive),
            ("7 (a) Z) (b) R 1", ProcessState::Alive),
            ("7 (sleep) T 1", ProcessState::Stopped),
            ("7 (sleep) t 1", ProcessState::Stopped),
            ("7 (sleep) Z 1", ProcessState::Gone),
            ("7 (sleep) X 1", ProcessState::Gone),
            ("", ProcessState::Gone),
        ] {
            assert_eq!(state_in(stat.as_bytes()), expected, "{stat}");
        }
    }

    #[test]
    fn a_process_that_cannot_be_looked_at_has_not_ended() {
        let after = |errno: Errno| state_of(Err(errno.into()));
        assert_eq!((after(Errno::NOENT), after(Errno::SRCH)), (ProcessState::Gone, ProcessState::Gone));
        for errno in [Errno::MFILE, Errno::NFILE, Errno::ACCESS, Errno::INTR] {
            assert_eq!(after(errno), ProcessState::Alive, "{errno}");
        }
    }

    #[test]
    fn a_script_is_called_by_its_own_name() {
        for (arguments, expected) in [
            ("python3\0/usr/bin/terminator\0--new\0", Some("terminator")),
            ("python3\0-u\0-X\0dev\0app.py\0", Some("app.py")),
            ("python3\0-m\0http.server\0", Some("http.server")),
            ("python3\0-c\0import gi\0", None),
            ("python3\0", None),
            ("", None),
        ] {
            assert_eq!(script_in(arguments.as_bytes()).as_deref(), expected, "{arguments:?}");
        }
    }

    #[test]
    fn interpreters_are_known_with_and_without_version() {
        for name in ["python3.11", "python3", "perl", "node", "sh"] {
            assert!(is_interpreter(name), "{name}");
        }
        for name in ["pythonista", "gedit", "node-red", "shotwell"] {
            assert!(!is_interpreter(name), "{name}");
        }
    }

    #[test]
    fn our_own_process_is_alive_and_has_a_name() {
        let pid = std::process::id();
        assert_eq!(ProcFs.state(pid), ProcessState::Alive);
        let executable = std::env::current_exe().unwrap();
        assert_eq!(ProcFs.executable(pid), file_name(&executable));
    }

    #[test]
    fn an_ended_process_is_gone_before_and_after_it_is_reaped() {
        let mut child = std::process::Command::new("true").spawn().unwrap();
        let pid = child.id();
        let patience = std::time::Instant::now() + std::time::Duration::from_secs(10);
        while ProcFs.state(pid) != ProcessState::Gone {
            assert!(std::time::Instant::now() < patience, "still {:?}", ProcFs.state(pid));
            std::thread::yield_now();
        }
        child.wait().unwrap();
        assert_eq!(ProcFs.state(pid), ProcessState::Gone);
        assert_eq!(ProcFs.executable(pid), None);
    }

    const PATIENCE: Duration = Duration::from_secs(10);

    #[tokio::test]
    async fn the_end_of_a_process_is_told_when_it_comes_and_not_before() {
        let mut child = std::process::Command::new("sleep").arg("1000").spawn().unwrap();
        let mut end = ProcFs.ended(child.id());
        // The first look registers the wait with the runtime, the second would see an end that came at once.
        assert!(futures_util::poll!(&mut end).is_pending());
        tokio::task::yield_now().await;
        assert!(futures_util::poll!(&mut end).is_pending());
        child.kill().unwrap();
        // Nobody has collected it yet: it need not be reaped to have ended.
        tokio::time::timeout(PATIENCE, end).await.unwrap();
        child.wait().unwrap();
    }

    #[tokio::test]
    async fn a_process_that_is_not_there_has_ended() {
        let mut child = std::process::Command::new("true").spawn().unwrap();
        let gone = child.id();
        child.wait().unwrap();
        for pid in [gone, 0, u32::MAX] {
            tokio::time::timeout(PATIENCE, ProcFs.ended(pid)).await.unwrap();
        }
    }
}
