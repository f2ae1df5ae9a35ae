//! The supervisor program, carried inside this library, and how it is started.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::Duration;

use rustix::fs::{MemfdFlags, memfd_create};
use rustix::io::{Errno, FdFlags, fcntl_setfd};

static PROGRAM: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/supervisor"));

/// Starts a supervisor for the desktop `id` in the folder `base`, with one end of a control stream.
pub(crate) fn start(
    base: &Path,
    id: &str,
    control: &OwnedFd,
    environment: &[(OsString, OsString)],
) -> io::Result<Child> {
    let start = |program: &Path| command(program, base, id, control, environment).spawn();
    let in_memory =
        in_memory().and_then(|file| start(Path::new(&format!("/proc/self/fd/{}", file.as_raw_fd()))));
    match in_memory {
        // Some hardened systems execute nothing from memory, some containers have no /proc/self/fd.
        Err(error) if error.kind() != io::ErrorKind::WouldBlock => {
            tracing::debug!(%error, "starting the supervisor from a file instead of memory");
            OnDisk::write(base, id).and_then(|file| while_busy(|| start(&file.0)))
        }
        result => result,
    }
}

/// The program as a file without a name.
fn in_memory() -> io::Result<File> {
    let name = "deskhand-supervisor";
    let memory = match memfd_create(name, MemfdFlags::CLOEXEC | MemfdFlags::EXEC) {
        // Kernels before 6.3 do not know the flag, and need none.
        Err(Errno::INVAL) => memfd_create(name, MemfdFlags::CLOEXEC),
        result => result,
    }?;
    let mut file = File::from(memory);
    file.write_all(PROGRAM)?;
    Ok(file)
}

/// The program as a file, which is there only while it is being started.
struct OnDisk(PathBuf);

impl OnDisk {
    fn write(base: &Path, id: &str) -> io::Result<OnDisk> {
        let path = base.join(format!(".supervisor-{id}"));
        let mut file = OpenOptions::new().write(true).create_new(true).mode(0o700).open(&path)?;
        let on_disk = OnDisk(path);
        file.write_all(PROGRAM).map(|()| on_disk)
    }
}

impl Drop for OnDisk {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Tries again while another thread's fork still holds the file open for writing. Such a copy lives until its exec.
fn while_busy<T>(start: impl Fn() -> io::Result<T>) -> io::Result<T> {
    for _ in 0..500 {
        match start() {
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy => {
                std::thread::sleep(Duration::from_millis(2));
            }
            result => return result,
        }
    }
    start()
}

#[expect(unsafe_code, reason = "passes a descriptor on between fork and exec")]
fn command(
    program: &Path,
    base: &Path,
    id: &str,
    control: &OwnedFd,
    environment: &[(OsString, OsString)],
) -> Command {
    let mut command = Command::new(program);
    command
        .arg0("deskhand-supervisor")
        .arg(control.as_raw_fd().to_string())
        .arg(std::process::id().to_string())
        .args([base.as_os_str(), id.as_ref()])
        .env_clear()
        .envs(environment.iter().map(|(name, value)| (name, value)));
    let control = control.as_raw_fd();
    let pass_on = move || {
        // SAFETY: the caller holds the descriptor until the child runs.
        let control = unsafe { std::os::fd::BorrowedFd::borrow_raw(control) };
        Ok(fcntl_setfd(control.as_fd(), FdFlags::empty())?)
    };
    // SAFETY: the closure makes one system call and does not allocate.
    unsafe { command.pre_exec(pass_on) };
    command
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frames::{Report, receive};
    use std::os::unix::net::UnixStream;

    /// Starts the supervisor from what `program` makes, lets it go, and looks what is left.
    fn check<P>(program: impl Fn(&Path) -> P, path: impl Fn(&P) -> PathBuf) {
        let base = tempfile::tempdir().unwrap();
        let (mut ours, theirs) = UnixStream::pair().unwrap();
        let theirs = OwnedFd::from(theirs);
        let program = program(base.path());
        let start = || command(&path(&program), base.path(), "0123abcd", &theirs, &[]).spawn();
        let mut child = while_busy(start).unwrap();
        drop((theirs, program));

        assert!(matches!(receive(&mut ours).unwrap(), Some(Report::Open { .. })));
        assert!(base.path().join("0123abcd/run").is_dir());
        drop(ours);

        assert!(child.wait().unwrap().success());
        assert_eq!(fs::read_dir(base.path()).unwrap().count(), 0);
    }

    #[test]
    fn the_supervisor_runs_from_memory() {
        let path = |file: &File| PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()));
        check(|_| in_memory().unwrap(), path);
    }

    #[test]
    fn the_supervisor_runs_from_a_file_that_is_gone_afterwards() {
        check(|base| OnDisk::write(base, "0123abcd").unwrap(), |file| file.0.clone());
    }
}
