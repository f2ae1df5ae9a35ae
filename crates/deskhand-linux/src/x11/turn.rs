//! Taking turns at keyboard and pointer with other processes.
//!
//! The turn is a socket name in the kernel's abstract namespace: one process at a time can bind it, it leaves no file,
//! and the kernel gives it back when the process ends, whatever ends it.

use std::io;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};

use deskhand_engine::ports::{DesktopEnv, Turn};
use deskhand_model::{Error, ErrorKind, Result};

/// What the turn of one display is called among the processes of one user.
pub(super) struct Name(String);

impl Name {
    pub(super) fn of(env: &DesktopEnv) -> Name {
        let user = rustix::process::getuid().as_raw();
        let display = env.display.as_deref().unwrap_or_default();
        // Screens of one display share their keyboard and pointer.
        let server = match display.rsplit_once(':') {
            Some((host, number)) => format!("{host}:{}", number.split('.').next().unwrap_or_default()),
            None => display.to_owned(),
        };
        Name(format!("deskhand-input-{user}-{server}"))
    }

    pub(super) fn try_take(&self) -> Result<Option<Turn>> {
        let bound = SocketAddr::from_abstract_name(&self.0).and_then(|name| UnixListener::bind_addr(&name));
        match bound {
            Ok(held) => Ok(Some(Turn::held_by(held))),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => Ok(None),
            Err(error) => {
                let message = format!("cannot take a turn at keyboard and pointer: {error}");
                Err(Error::new(ErrorKind::Io, message))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on(display: &str) -> Name {
        Name::of(&DesktopEnv { display: Some(display.to_owned()), ..DesktopEnv::default() })
    }

    #[test]
    fn one_has_the_turn_until_it_is_dropped() {
        let (one, other) = (on(":31999"), on(":31999.0"));
        let turn = one.try_take().unwrap();
        assert!(turn.is_some());
        assert!(other.try_take().unwrap().is_none(), "the same display under another name");
        assert!(on(":31998").try_take().unwrap().is_some(), "another display");
        drop(turn);
        assert!(other.try_take().unwrap().is_some());
    }
}
