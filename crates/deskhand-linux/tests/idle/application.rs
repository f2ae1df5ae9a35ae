//! An application with an idle socket that behaves as it is told. It is this process, so that its number is right.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::chown;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::thread;

use deskhand_engine::ports::DesktopEnv;
use deskhand_idle_protocol::socket_places;
use deskhand_linux::IdleSockets;
use tempfile::TempDir;

/// What it does when it is asked.
#[derive(Clone, Copy)]
pub(crate) enum Behaviour {
    HasNoSocket,
    LeftItsSocket,
    BelongsToSomebodyElse,
    HasAFileInstead,
    /// Says this and closes the connection.
    Says(&'static str),
    NeverAnswers,
    NeverEndsItsLine,
}

pub(crate) struct Application {
    folder: TempDir,
}

impl Application {
    pub(crate) fn start(behaviour: Behaviour) -> Application {
        let application = Application { folder: tempfile::tempdir().unwrap() };
        let socket = application.socket(application.pid());
        fs::create_dir_all(socket.parent().unwrap()).unwrap();
        match behaviour {
            Behaviour::HasNoSocket => {}
            Behaviour::HasAFileInstead => fs::write(socket, "").unwrap(),
            Behaviour::LeftItsSocket => drop(UnixListener::bind(socket).unwrap()),
            Behaviour::BelongsToSomebodyElse => {
                let listener = UnixListener::bind(&socket).unwrap();
                chown(socket, Some(65534), None).unwrap();
                serve(listener, behaviour);
            }
            _ => serve(UnixListener::bind(socket).unwrap(), behaviour),
        }
        application
    }

    pub(crate) fn pid(&self) -> u32 {
        std::process::id()
    }

    /// Gives its socket the name of this process, too.
    pub(crate) fn also_named_after(&self, pid: u32) -> u32 {
        fs::hard_link(self.socket(self.pid()), self.socket(pid)).unwrap();
        pid
    }

    pub(crate) fn sockets(&self) -> IdleSockets {
        let runtime_dir = Some(self.folder.path().to_owned());
        IdleSockets::new(&DesktopEnv { runtime_dir, ..DesktopEnv::default() })
    }

    fn socket(&self, pid: u32) -> PathBuf {
        socket_places(Some(self.folder.path()), 0, pid).swap_remove(0)
    }
}

/// Serves until the test is over.
fn serve(listener: UnixListener, behaviour: Behaviour) {
    thread::spawn(move || {
        for stream in listener.incoming() {
            answer(stream.unwrap(), behaviour);
        }
    });
}

fn answer(mut stream: UnixStream, behaviour: Behaviour) {
    let mut question = String::new();
    BufReader::new(&stream).read_line(&mut question).unwrap();
    assert!(question.starts_with("{\"deskhand_idle\":1,\"wait_ms\":"), "{question}");
    match behaviour {
        Behaviour::Says(line) => drop(stream.write_all(line.as_bytes())),
        Behaviour::NeverEndsItsLine => while stream.write_all(&[b'x'; 4096]).is_ok() {},
        // Returns when the other side has given up.
        _ => drop(stream.read_to_end(&mut Vec::new())),
    }
}
