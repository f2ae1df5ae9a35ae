//! Where the socket of a process is.

use std::path::{Path, PathBuf};

/// The file name of the socket of a process.
pub fn socket_name(pid: u32) -> String {
    format!("{pid}.sock")
}

/// The process that a file name belongs to; `None` when it is not the name of a socket.
pub fn pid_of(file_name: &str) -> Option<u32> {
    let pid = file_name.strip_suffix(".sock")?.parse().ok()?;
    (socket_name(pid) == file_name).then_some(pid)
}

/// The places of the socket of a process, best first: the runtime folder, then a folder of the user's own in `/tmp`,
/// for applications that have no runtime folder or one whose path is too long for a socket. Only the last two folders
/// of a path are this protocol's: whoever makes them keeps everybody else out of them.
pub fn socket_places(runtime_dir: Option<&Path>, uid: u32, pid: u32) -> Vec<PathBuf> {
    // A relative path would mean another folder to each side.
    let runtime = runtime_dir.filter(|folder| folder.is_absolute()).map(|folder| folder.join("deskhand"));
    let own = PathBuf::from(format!("/tmp/deskhand-{uid}"));
    runtime.into_iter().chain([own]).map(|base| base.join("idle").join(socket_name(pid))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_runtime_folder_comes_first() {
        let places = socket_places(Some(Path::new("/run/user/7")), 7, 42);
        assert_eq!(
            places,
            [Path::new("/run/user/7/deskhand/idle/42.sock"), Path::new("/tmp/deskhand-7/idle/42.sock")]
        );
    }

    #[test]
    fn without_a_usable_runtime_folder_there_is_the_users_own() {
        for none in [None, Some(Path::new("")), Some(Path::new("run/user"))] {
            assert_eq!(socket_places(none, 7, 42), [Path::new("/tmp/deskhand-7/idle/42.sock")]);
        }
    }

    #[test]
    fn only_names_of_sockets_name_a_process() {
        assert_eq!(pid_of(&socket_name(42)), Some(42));
        for other in ["42", "42.sock.new", "+42.sock", "042.sock", ".sock", "99999999999.sock"] {
            assert_eq!(pid_of(other), None, "{other}");
        }
    }
}
