//! Changing a window from outside: an X client of its own that knows nothing of Deskhand.

use std::time::Instant;

use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{
    AtomEnum, ClientMessageEvent, ConfigureWindowAux, ConnectionExt as _, EventMask, PropMode, Window,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use crate::Fault;

/// `_NET_MOVERESIZE_WINDOW`: the gravity is the window's own, x and y are given, and a tool for the user asks.
const PLACE_FROM_TOOL: u32 = (1 << 8) | (1 << 9) | (2 << 12);

x11rb::atom_manager! {
    /// The names that are spoken in.
    pub(crate) Atoms:

    /// The answer that gives them.
    AtomsCookie {
        UTF8_STRING,
        _NET_WM_NAME,
        _NET_MOVERESIZE_WINDOW,
        _NET_FRAME_EXTENTS,
    }
}

/// A way to change a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `ConfigureWindow`, which the server hands to the window manager, which carries it out.
    Configure,
    /// A message to the window manager, `_NET_MOVERESIZE_WINDOW`.
    Request,
    /// The property with the title, which nobody stands in between of.
    Title,
}

impl Kind {
    pub(crate) fn named(name: &str) -> Option<Kind> {
        match name {
            "configure" => Some(Kind::Configure),
            "request" => Some(Kind::Request),
            "title" => Some(Kind::Title),
            _ => None,
        }
    }
}

/// What a window is to become. No two in a row are the same.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    /// The corner of its frame is to be there.
    Place { kind: Kind, x: i16, y: i16 },
    /// This is to be its title.
    Title(String),
}

impl Change {
    pub(crate) fn number(kind: Kind, number: u16) -> Change {
        let step = (number % 300) as i16;
        match kind {
            Kind::Title => Change::Title(format!("Crowd, change {number}")),
            _ => Change::Place { kind, x: 20 + step, y: 40 + step },
        }
    }
}

/// The client that makes changes.
pub(crate) struct Changer {
    conn: RustConnection,
    root: Window,
    atoms: Atoms,
    window: Window,
}

impl Changer {
    pub(crate) fn of(window: Window) -> Result<Changer, Fault> {
        let (conn, screen) = x11rb::connect(None)?;
        let root = conn.setup().roots[screen].root;
        let atoms = Atoms::new(&conn)?.reply()?;
        Ok(Changer { conn, root, atoms, window })
    }

    /// Sends the change and does not wait for anything. Tells when it began to.
    pub(crate) fn make(&self, change: &Change) -> Result<Instant, Fault> {
        let (conn, window, atoms) = (&self.conn, self.window, &self.atoms);
        let start = Instant::now();
        match change {
            Change::Place { kind: Kind::Request, x, y } => {
                let data = [PLACE_FROM_TOOL, *x as u32, *y as u32, 0, 0];
                let message = ClientMessageEvent::new(32, window, atoms._NET_MOVERESIZE_WINDOW, data);
                let to_manager = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
                conn.send_event(false, self.root, to_manager, message)?.ignore_error();
            }
            Change::Place { x, y, .. } => {
                let place = ConfigureWindowAux::new().x(i32::from(*x)).y(i32::from(*y));
                conn.configure_window(window, &place)?.ignore_error();
            }
            Change::Title(title) => {
                let (name, utf8) = (atoms._NET_WM_NAME, atoms.UTF8_STRING);
                conn.change_property8(PropMode::REPLACE, window, name, utf8, title.as_bytes())?
                    .ignore_error();
            }
        }
        conn.flush()?;
        Ok(start)
    }

    /// Width of the frame at the left and at the top.
    pub(crate) fn frame(&self) -> Result<(i16, i16), Fault> {
        let extents = self.atoms._NET_FRAME_EXTENTS;
        let reply = self.conn.get_property(false, self.window, extents, AtomEnum::CARDINAL, 0, 4)?.reply()?;
        let sides: Vec<u32> = reply.value32().map(Iterator::collect).unwrap_or_default();
        match sides[..] {
            [left, _, top, _] => Ok((i16::try_from(left)?, i16::try_from(top)?)),
            _ => Ok((0, 0)),
        }
    }
}
