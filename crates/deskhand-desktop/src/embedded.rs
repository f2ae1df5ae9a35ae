//! The supervisor program, carried inside this library, and how it is started.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};

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
    let in_memory = in_memory().and_then(|file| start(Path::new(&format!("/proc/self/fd/{}", file.as_raw_fd()))));
    match in_memory {
        // Some hardened systems execute nothing from memory, some containers have no /proc/self/fd.
        Err(error) if error.kind() != io::ErrorKind::WouldBlock => {
            tracing::debug!(%error, "starting the supervisor from a file instead of memory");
            let file = OnDisk::write(base.join(format!(".supervisor-{id}")))?;
            start(&file.0)
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
    fn write(path: PathBuf) -> io::Result<OnDisk> {
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
