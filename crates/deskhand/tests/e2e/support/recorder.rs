//! A second opinion about windows: an X client of its own that reads their state itself, makes changes behind Deskhand's
//! back, and knows when the window manager has dealt with everything.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use deskhand::{Point, Rect, WindowId};
use x11rb::connection::Connection as _;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ChangeWindowAttributesAux, ClientMessageEvent, ConnectionExt as _, CreateWindowAux,
    EventMask, MapState, PropMode, Window, WindowClass,
};
use x11rb::reexports::x11rb_protocol::parse_display::ConnectAddress;
use x11rb::rust_connection::{DefaultStream, RustConnection};
use x11rb::wrapper::ConnectionExt as _;

use super::{PATIENCE, Stage};

x11rb::atom_manager! {
    Atoms: AtomsCookie {
        UTF8_STRING,
        _NET_ACTIVE_WINDOW,
        _NET_CLIENT_LIST,
        _NET_CURRENT_DESKTOP,
        _NET_FRAME_EXTENTS,
        _GTK_FRAME_EXTENTS,
        _NET_MOVERESIZE_WINDOW,
        _NET_REQUEST_FRAME_EXTENTS,
        _NET_WM_NAME,
        _NET_WM_STATE,
        _NET_WM_STATE_HIDDEN,
    }
}

/// One window as the recorder sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Recorded {
    pub(crate) title: String,
    /// What the user sees: with the decoration, without shadow.
    pub(crate) outer: Rect,
    pub(crate) minimized: bool,
    pub(crate) shown: bool,
    pub(crate) focused: bool,
}

/// An X client.
pub(crate) struct Recorder {
    conn: RustConnection,
    root: Window,
    atoms: Atoms,
    /// A window that is never shown, for barriers.
    own: Window,
}

impl Recorder {
    pub(crate) fn on(stage: &Stage) -> Recorder {
        let env = stage.desktop.private().expect("a private desktop").env();
        let number = env.display.expect("its display").replace(':', "");
        let socket = ConnectAddress::Socket(format!("/tmp/.X11-unix/X{number}"));
        let (stream, _) = DefaultStream::connect(&socket).expect("the display's socket");
        // The secret is the end of the file with the only cookie that a private desktop has.
        let file = std::fs::read(env.xauthority.expect("its cookie file")).expect("its cookie");
        let (method, secret) = (b"MIT-MAGIC-COOKIE-1".to_vec(), file[file.len() - 16..].to_vec());
        let conn = RustConnection::connect_to_stream_with_auth_info(stream, 0, method, secret);
        let conn = conn.expect("a connection");
        let root = conn.setup().roots[0].root;
        let atoms = Atoms::new(&conn).expect("atoms").reply().expect("atoms");
        let own = conn.generate_id().expect("an id");
        let usual = CreateWindowAux::new();
        conn.create_window(0, own, root, -9, -9, 1, 1, 0, WindowClass::INPUT_OUTPUT, 0, &usual)
            .expect("a window");
        let listen = ChangeWindowAttributesAux::new().event_mask(EventMask::PROPERTY_CHANGE);
        conn.change_window_attributes(root, &listen).expect("a request");
        let recorder = Recorder { conn, root, atoms, own };
        recorder.barrier();
        recorder
    }

    /// Returns when the window manager has dealt with everything that was asked of it before, and with what the
    /// server told it in consequence: openbox learns of a focus that it gave from the server.
    pub(crate) fn barrier(&self) {
        for _ in 0..2 {
            self.answer();
        }
    }

    /// Returns when the window manager has answered a question.
    fn answer(&self) {
        self.conn.delete_property(self.own, self.atoms._NET_FRAME_EXTENTS).expect("a request");
        self.request(self.own, self.atoms._NET_REQUEST_FRAME_EXTENTS, [0; 5]);
        let deadline = Instant::now() + PATIENCE;
        while self.numbers(self.own, self.atoms._NET_FRAME_EXTENTS).is_empty() {
            assert!(Instant::now() < deadline, "the window manager does not answer");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// How often the window manager has said since the last call that another window has the keyboard.
    pub(crate) fn focus_changes(&self) -> usize {
        let events = std::iter::from_fn(|| self.conn.poll_for_event().expect("the server"));
        let is_focus = |event: &Event| {
            matches!(event, Event::PropertyNotify(change)
                if change.window == self.root && change.atom == self.atoms._NET_ACTIVE_WINDOW)
        };
        events.filter(is_focus).count()
    }

    /// All managed windows now.
    pub(crate) fn state(&self) -> BTreeMap<WindowId, Recorded> {
        let active = self.numbers(self.root, self.atoms._NET_ACTIVE_WINDOW).first().copied();
        let clients = self.numbers(self.root, self.atoms._NET_CLIENT_LIST);
        let recorded = |window: &Window| {
            let recorded = self.window(*window, active == Some(*window))?;
            Some((WindowId(u64::from(*window)), recorded))
        };
        clients.iter().filter_map(recorded).collect()
    }

    fn window(&self, window: Window, focused: bool) -> Option<Recorded> {
        let geometry = self.conn.get_geometry(window).ok()?.reply().ok()?;
        let origin = self.conn.translate_coordinates(window, self.root, 0, 0).ok()?.reply().ok()?;
        let attributes = self.conn.get_window_attributes(window).ok()?.reply().ok()?;
        let frame = self.insets(window, self.atoms._NET_FRAME_EXTENTS);
        let shadow = self.insets(window, self.atoms._GTK_FRAME_EXTENTS);
        let [left, right, top, bottom] = [0, 1, 2, 3].map(|side| frame[side] - shadow[side]);
        let name = self
            .conn
            .get_property(false, window, self.atoms._NET_WM_NAME, AtomEnum::ANY, 0, 1 << 16)
            .ok()?
            .reply()
            .ok()?;
        let states = self.numbers(window, self.atoms._NET_WM_STATE);
        Some(Recorded {
            title: String::from_utf8_lossy(&name.value).into_owned(),
            outer: Rect::new(
                i32::from(origin.dst_x) - left,
                i32::from(origin.dst_y) - top,
                (i32::from(geometry.width) + left + right) as u32,
                (i32::from(geometry.height) + top + bottom) as u32,
            ),
            minimized: states.contains(&self.atoms._NET_WM_STATE_HIDDEN),
            shown: attributes.map_state == MapState::VIEWABLE,
            focused,
        })
    }

    /// Asks the window manager to move a window, as a pager would.
    pub(crate) fn ask_to_move(&self, window: WindowId, to: Point) {
        const NORTH_WEST_X_Y_FROM_PAGER: u32 = 1 | 0b0011 << 8 | 2 << 12;
        let data = [NORTH_WEST_X_Y_FROM_PAGER, to.x as u32, to.y as u32, 0, 0];
        self.request(window.0 as Window, self.atoms._NET_MOVERESIZE_WINDOW, data);
    }

    /// Shows another workspace.
    pub(crate) fn show_workspace(&self, number: u32) {
        self.request(self.root, self.atoms._NET_CURRENT_DESKTOP, [number, 0, 0, 0, 0]);
    }

    /// A window of the recorder's own, shown by the window manager.
    pub(crate) fn open(&self, title: &str, at: Rect) -> WindowId {
        let window = self.conn.generate_id().expect("an id");
        let (x, y) = (at.x as i16, at.y as i16);
        let (width, height) = (at.width as u16, at.height as u16);
        let aux = CreateWindowAux::new();
        let class = WindowClass::INPUT_OUTPUT;
        self.conn
            .create_window(0, window, self.root, x, y, width, height, 0, class, 0, &aux)
            .expect("a window");
        self.write_title(window, title);
        self.conn.map_window(window).expect("a request");
        WindowId(u64::from(window))
    }

    /// Gives one of the recorder's own windows another title.
    pub(crate) fn rename(&self, window: WindowId, title: &str) {
        self.write_title(window.0 as Window, title);
        self.conn.sync().expect("the server");
    }

    /// Ends one of the recorder's own windows.
    pub(crate) fn end(&self, window: WindowId) {
        self.conn.destroy_window(window.0 as Window).expect("a request");
        self.conn.sync().expect("the server");
    }

    fn write_title(&self, window: Window, title: &str) {
        let atoms = &self.atoms;
        self.conn
            .change_property8(
                PropMode::REPLACE,
                window,
                atoms._NET_WM_NAME,
                atoms.UTF8_STRING,
                title.as_bytes(),
            )
            .expect("a request");
    }

    fn request(&self, window: Window, kind: Atom, data: [u32; 5]) {
        let message = ClientMessageEvent::new(32, window, kind, data);
        let mask = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
        self.conn.send_event(false, self.root, mask, message).expect("a request");
        self.conn.flush().expect("the server");
    }

    fn insets(&self, window: Window, property: Atom) -> [i32; 4] {
        match self.numbers(window, property).as_slice() {
            [left, right, top, bottom] => [*left as i32, *right as i32, *top as i32, *bottom as i32],
            _ => [0; 4],
        }
    }

    fn numbers(&self, window: Window, property: Atom) -> Vec<u32> {
        let asked = self.conn.get_property(false, window, property, AtomEnum::ANY, 0, 1 << 16);
        let reply = asked.expect("a request").reply().ok();
        reply.and_then(|reply| reply.value32().map(Iterator::collect)).unwrap_or_default()
    }
}
