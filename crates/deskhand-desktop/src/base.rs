//! The folder in which all private desktops of a user live.
//!
//! It is in `/tmp` and not in `XDG_RUNTIME_DIR`: a program on a private desktop has a runtime folder of that desktop,
//! and `deskhand desktop list` must find the same desktops there as anywhere else. Its name is short because the path
//! of a socket has room for 107 bytes.

use std::fs::{self, DirBuilder, File};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::Duration;

use deskhand_model::{Error, ErrorKind, Result};
use rustix::io::Errno;
use rustix::process::Pid;

/// The base folder of this user.
pub(crate) fn of_user() -> PathBuf {
    PathBuf::from(format!("/tmp/deskhand-{}", rustix::process::getuid().as_raw()))
}

/// Makes the folder unless it is there, and checks that nobody else can replace what is in it.
pub(crate) fn prepare(base: &Path) -> Result<()> {
    let shown = base.display();
    match DirBuilder::new().mode(0o700).create(base) {
        Ok(()) => return Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
        Err(error) => return Err(Error::new(ErrorKind::Io, format!("{shown} cannot be made: {error}"))),
    }
    let found = fs::symlink_metadata(base)
        .map_err(|error| Error::new(ErrorKind::Io, format!("{shown} cannot be read: {error}")))?;
    let ours = found.is_dir() && found.uid() == rustix::process::getuid().as_raw();
    if ours && found.permissions().mode() & 0o022 == 0 {
        return Ok(());
    }
    Err(Error::new(
        ErrorKind::PermissionDenied,
        format!("{shown} is not a folder that only this user can write to"),
    )
    .hint(format!("look at it with: ls -ld {shown}; remove it, or set its mode to 700 if it is yours")))
}

/// Removes folders of desktops whose supervisor was killed. A living supervisor holds a lock on its folder.
pub(crate) fn sweep(base: &Path) {
    for entry in fs::read_dir(base).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_string_lossy();
        let leftover = if let Some(id) = name.strip_prefix(".new-") {
            // Not locked yet for an instant; later it is a leftover.
            is_id(id) && is_older_than(&path, Duration::from_secs(60))
        } else {
            is_id(&name) && File::open(&path).is_ok_and(|folder| folder.try_lock().is_ok())
        };
        if leftover {
            tracing::debug!(folder = %path.display(), "removing what a killed supervisor has left");
            if let Some(number) =
                fs::read_to_string(path.join("display")).ok().and_then(|text| text.parse().ok())
            {
                release_display(number);
            }
            let _ = fs::remove_dir_all(&path);
        }
    }
}

/// Gives the display number back, unless somebody uses it by now. The supervisor's lock file names the supervisor; the
/// server, which was told to end, may have left its socket.
fn release_display(number: u32) {
    let (lock, socket) = (format!("/tmp/.X{number}-lock"), format!("/tmp/.X11-unix/X{number}"));
    let holder = fs::read_to_string(&lock).ok().and_then(|pid| Pid::from_raw(pid.trim().parse().ok()?));
    if holder.is_none_or(|holder| rustix::process::test_kill_process(holder) != Err(Errno::SRCH)) {
        return;
    }
    let refused = |error: std::io::Error| error.kind() == std::io::ErrorKind::ConnectionRefused;
    if UnixStream::connect(&socket).is_err_and(refused) {
        let _ = fs::remove_file(&socket);
    }
    let _ = fs::remove_file(&lock);
}

fn is_id(name: &str) -> bool {
    name.len() == 8 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn is_older_than(path: &Path, age: Duration) -> bool {
    let modified = fs::metadata(path).and_then(|found| found.modified());
    modified.is_ok_and(|modified| modified.elapsed().is_ok_and(|elapsed| elapsed > age))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_folders_without_a_lock_are_swept() {
        let base = tempfile::tempdir().unwrap();
        let [live, dead, other] = ["0123abcd", "4567cdef", "desktops"].map(|name| base.path().join(name));
        for folder in [&live, &dead, &other] {
            fs::create_dir(folder).unwrap();
        }
        let lock = File::open(&live).unwrap();
        lock.lock_shared().unwrap();

        sweep(base.path());

        assert_eq!([live.exists(), dead.exists(), other.exists()], [true, false, true]);
    }

    #[test]
    fn a_folder_that_others_can_write_to_is_refused() {
        let base = tempfile::tempdir().unwrap();
        prepare(base.path()).unwrap();
        fs::set_permissions(base.path(), fs::Permissions::from_mode(0o777)).unwrap();
        assert_eq!(prepare(base.path()).unwrap_err().kind(), ErrorKind::PermissionDenied);
    }

    #[test]
    fn a_link_in_its_place_is_refused() {
        let other = tempfile::tempdir().unwrap();
        let link = other.path().join("link");
        std::os::unix::fs::symlink(other.path(), &link).unwrap();
        assert_eq!(prepare(&link).unwrap_err().kind(), ErrorKind::PermissionDenied);
    }
}
