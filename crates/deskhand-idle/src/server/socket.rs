//! The socket file: in a folder that only this user can write to, and never in the way of a living process.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};

use deskhand_idle_protocol::pid_of;
use rustix::io::Errno;
use rustix::process::{Pid, test_kill_process};

/// Listens at the first of these places that can be used; the error is that of the first.
pub(crate) fn open(places: &[PathBuf], uid: u32) -> io::Result<(UnixListener, PathBuf)> {
    let mut first = None;
    for place in places {
        match listen(place, uid) {
            Ok(listener) => return Ok((listener, place.clone())),
            // Somebody answers for this process already, who would still be found first.
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => return Err(error),
            Err(error) => first = first.or(Some(error)),
        }
    }
    Err(first.unwrap_or_else(|| io::ErrorKind::NotFound.into()))
}

/// Removes the socket file.
pub(crate) fn discard(socket: &Path) {
    let _ = fs::remove_file(socket);
}

fn listen(socket: &Path, uid: u32) -> io::Result<UnixListener> {
    let folder = socket.parent().unwrap_or(Path::new("/"));
    let base = folder.parent().unwrap_or(Path::new("/"));
    for folder in [base, folder] {
        make_private(folder, uid)?;
    }
    sweep(folder);
    make_room(socket)?;
    let listener = UnixListener::bind(socket)?;
    // The folder keeps others out; this is the second door.
    let prepared = fs::set_permissions(socket, fs::Permissions::from_mode(0o600))
        .and_then(|()| listener.set_nonblocking(true));
    match prepared {
        Ok(()) => Ok(listener),
        Err(error) => {
            discard(socket);
            Err(error)
        }
    }
}

/// Makes a folder unless it is there, and checks that nobody else can replace what is in it.
fn make_private(folder: &Path, uid: u32) -> io::Result<()> {
    match DirBuilder::new().mode(0o700).create(folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        made => return made,
    }
    let found = fs::symlink_metadata(folder)?;
    if found.is_dir() && found.uid() == uid && found.permissions().mode() & 0o022 == 0 {
        return Ok(());
    }
    let text = format!("{} is not a folder that only this user can write to", folder.display());
    Err(io::Error::new(io::ErrorKind::PermissionDenied, text))
}

/// Makes room for our socket: a file of that name is what a process of the same number has left, unless somebody
/// answers. That is then a second copy of this library in this process, or a process of another container that shares
/// the folder.
fn make_room(socket: &Path) -> io::Result<()> {
    if fs::symlink_metadata(socket).is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
        return Ok(());
    }
    match UnixStream::connect(socket) {
        Ok(_) => Err(io::Error::new(io::ErrorKind::AddrInUse, format!("{} is in use", socket.display()))),
        Err(_) => fs::remove_file(socket),
    }
}

/// Removes the sockets of processes that were killed.
fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(pid_of) else { continue };
        let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) else { continue };
        let refused = |error: io::Error| error.kind() == io::ErrorKind::ConnectionRefused;
        if test_kill_process(pid) == Err(Errno::SRCH) && UnixStream::connect(entry.path()).is_err_and(refused)
        {
            discard(&entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// More than any system counts to.
    const NOBODY: u32 = 0x7fff_fff0;

    fn me() -> u32 {
        rustix::process::geteuid().as_raw()
    }

    fn place(folder: &Path, pid: u32) -> PathBuf {
        deskhand_idle_protocol::socket_places(Some(folder), me(), pid).swap_remove(0)
    }

    fn mode(path: &Path) -> u32 {
        fs::symlink_metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn only_the_user_can_reach_the_socket() {
        let folder = tempfile::tempdir().unwrap();
        let (_listener, socket) = open(&[place(folder.path(), 7)], me()).unwrap();
        assert_eq!(mode(&socket), 0o600);
        assert_eq!(mode(socket.parent().unwrap()), 0o700);
        assert_eq!(mode(&folder.path().join("deskhand")), 0o700);
    }

    #[test]
    fn what_a_killed_process_has_left_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let places = [place(folder.path(), 7)];
        drop(open(&places, me()).unwrap());
        assert!(places[0].exists(), "a killed process leaves its socket");
        let (_listener, socket) = open(&places, me()).unwrap();
        UnixStream::connect(socket).unwrap();
    }

    #[test]
    fn sockets_of_the_dead_are_swept_and_those_of_the_living_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let left = |pid| {
            let places = [place(folder.path(), pid)];
            drop(open(&places, me()).unwrap());
            places[0].clone()
        };
        let living = left(std::process::id());
        let dead = left(NOBODY);
        let other = dead.with_file_name("notes.txt");
        fs::write(&other, "").unwrap();
        open(&[place(folder.path(), 7)], me()).unwrap();
        assert_eq!([living.exists(), dead.exists(), other.exists()], [true, false, true]);
    }

    #[test]
    fn a_living_socket_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        let first = open(&[place(folder.path(), 7)], me()).unwrap();
        let places = [place(folder.path(), 7), place(elsewhere.path(), 7)];
        assert_eq!(open(&places, me()).unwrap_err().kind(), io::ErrorKind::AddrInUse);
        UnixStream::connect(first.1).unwrap();
    }

    #[test]
    fn folders_that_others_can_write_to_and_links_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().join("deskhand");
        fs::create_dir(&base).unwrap();
        fs::set_permissions(&base, fs::Permissions::from_mode(0o777)).unwrap();
        let refused = |uid| open(&[place(folder.path(), 7)], uid).unwrap_err().kind();
        assert_eq!(refused(me()), io::ErrorKind::PermissionDenied);

        fs::set_permissions(&base, fs::Permissions::from_mode(0o700)).unwrap();
        assert_eq!(refused(me() + 1), io::ErrorKind::PermissionDenied, "a folder of somebody else");

        let elsewhere = tempfile::tempdir().unwrap();
        fs::remove_dir(&base).unwrap();
        std::os::unix::fs::symlink(elsewhere.path(), &base).unwrap();
        assert_eq!(refused(me()), io::ErrorKind::PermissionDenied);
    }

    #[test]
    fn a_place_that_cannot_be_used_is_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        let long = folder.path().join("x".repeat(120));
        fs::create_dir(&long).unwrap();
        let missing = folder.path().join("missing");
        let places = [place(&missing, 7), place(&long, 7), place(folder.path(), 7)];
        assert_eq!(open(&places, me()).unwrap().1, places[2]);
        assert_eq!(
            open(&places[..2], me()).unwrap_err().kind(),
            io::ErrorKind::NotFound,
            "that of the first"
        );
    }
}
