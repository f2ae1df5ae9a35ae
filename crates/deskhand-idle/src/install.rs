//! Begins and ends serving.

use std::io;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::sync::{Arc, MutexGuard, Once, PoisonError};

use deskhand_idle_protocol::socket_places;

use crate::bell::Bell;
use crate::process::{Process, Serving, current, known};
use crate::server;
use crate::sys;

/// The part of Deskhand that is built into this application, serving its socket. Dropping the value changes nothing:
/// there is one per process.
#[derive(Clone, Debug)]
pub struct Idle {
    socket: PathBuf,
}

impl Idle {
    /// Lets this user's Deskhand ask whether this process is idle, on a thread of its own. Once is enough; more often
    /// does no harm. A forked child is another process and installs for itself.
    ///
    /// On an error the application is simply not found and Deskhand judges by what it sees; everything else here can
    /// still be called.
    ///
    /// Reads `XDG_RUNTIME_DIR`: call it before other threads change the environment.
    pub fn install() -> io::Result<Idle> {
        let process = current();
        let mut serving = lock(process);
        if let Some(serving) = &*serving {
            return Ok(Idle { socket: serving.socket.clone() });
        }
        let started = start(process)?;
        let socket = started.socket.clone();
        *serving = Some(started);
        // A forked child inherits this together with the handler.
        static TIDY: Once = Once::new();
        TIDY.call_once(|| sys::at_exit(leave));
        Ok(Idle { socket })
    }

    /// Where it is asked.
    pub fn socket(&self) -> &Path {
        &self.socket
    }
}

/// Stops serving and removes the socket, as the end of the process does unless it is killed. What a killed process
/// leaves does no harm. Without an installation nothing happens.
pub fn uninstall() {
    let process = current();
    let Some(serving) = lock(process).take() else { return };
    process.state().bell = None;
    server::discard(&serving.socket);
    serving.bell.stop();
}

/// Removes the socket at the end of the process that made it. A forked child has none, unless it has installed for
/// itself. The other threads still run, so nobody is waited for here.
extern "C" fn leave() {
    if let Some(serving) = known().and_then(|process| process.serving.try_lock().ok())
        && let Some(serving) = &*serving
    {
        server::discard(&serving.socket);
    }
}

fn lock(process: &Process) -> MutexGuard<'_, Option<Serving>> {
    process.serving.lock().unwrap_or_else(PoisonError::into_inner)
}

fn start(process: &'static Process) -> io::Result<Serving> {
    let uid = rustix::process::geteuid().as_raw();
    let runtime_dir = std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
    let (listener, socket) = server::open(&socket_places(runtime_dir.as_deref(), uid, process.pid()), uid)?;
    match spawn(process, listener, uid) {
        Ok(bell) => Ok(Serving { socket, bell }),
        Err(error) => {
            process.state().bell = None;
            server::discard(&socket);
            Err(error)
        }
    }
}

fn spawn(process: &'static Process, listener: UnixListener, uid: u32) -> io::Result<Arc<Bell>> {
    let bell = Arc::new(Bell::new()?);
    let heard = bell.clone();
    // Before the thread serves anybody: it relies on being woken.
    process.state().bell = Some(bell.clone());
    sys::spawn_without_signals("deskhand-idle", move || server::serve(process, listener, heard, uid))?;
    Ok(bell)
}

/// Where this process is asked, if it is.
pub(crate) fn served_socket() -> Option<PathBuf> {
    lock(current()).as_ref().map(|serving| serving.socket.clone())
}
