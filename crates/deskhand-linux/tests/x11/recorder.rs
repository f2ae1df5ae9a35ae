//! An independent look at the windows: its own connection, its own questions, nothing shared with the provider.

use std::collections::BTreeMap;
use std::time::Instant;

use deskhand_model::Rect;
use x11rb::protocol::xproto::{
    AtomEnum, ClientMessageEvent, ConnectionExt as _, EventMask, GetGeometryReply, MapState, Window,
};

use super::desktop::{Desktop, PATIENCE};
use super::painter::Painter;

/// What the recorder has seen of one window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sight {
    pub(crate) title: String,
    pub(crate) client: Rect,
    pub(crate) minimized: bool,
    pub(crate) visible: bool,
    pub(crate) focused: bool,
}

/// All managed windows by number.
pub(crate) type Sights = BTreeMap<u64, Sight>;

/// Looks at windows and asks for changes as any other client would.
pub(crate) struct Recorder {
    pub(crate) painter: Painter,
    probe: Window,
}

impl Recorder {
    pub(crate) fn on(desktop: &Desktop) -> Recorder {
        let painter = Painter::on(desktop);
        let probe = painter.prepare("recorder's probe", Rect::new(0, 0, 1, 1), 0, false);
        Recorder { painter, probe }
    }

    /// Sends the window manager a request.
    pub(crate) fn request(&self, window: Window, kind: &str, data: [u32; 5]) {
        let message = ClientMessageEvent::new(32, window, self.painter.atom(kind), data);
        let mask = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
        let root = self.painter.root();
        self.painter.conn.send_event(false, root, mask, message).unwrap().check().unwrap();
    }

    /// Returns when the window manager has dealt with everything that was asked of it before.
    pub(crate) fn barrier(&self) {
        let answer = self.painter.atom("_NET_FRAME_EXTENTS");
        self.painter.conn.delete_property(self.probe, answer).unwrap().check().unwrap();
        self.request(self.probe, "_NET_REQUEST_FRAME_EXTENTS", [0; 5]);
        let patience = Instant::now() + PATIENCE;
        while self.numbers(self.probe, "_NET_FRAME_EXTENTS").is_empty() {
            assert!(Instant::now() < patience, "the window manager does not answer");
            std::thread::yield_now();
        }
    }

    /// All windows once the manager has nothing more to do and no frame is on its way.
    pub(crate) fn look(&self) -> Sights {
        let patience = Instant::now() + PATIENCE;
        let mut before = None;
        loop {
            self.barrier();
            match self.look_once() {
                Some(now) if before.as_ref() == Some(&now) => return now,
                now => before = now,
            }
            assert!(Instant::now() < patience, "the windows do not come to rest");
        }
    }

    /// One look; nothing when a frame does not fit its window.
    fn look_once(&self) -> Option<Sights> {
        let root = self.painter.root();
        let number = |property| self.numbers(root, property).first().copied();
        let current = number("_NET_CURRENT_DESKTOP");
        let active = number("_NET_ACTIVE_WINDOW");
        let hidden = self.painter.atom("_NET_WM_STATE_HIDDEN");
        let mut sights = Sights::new();
        for window in self.numbers(root, "_NET_CLIENT_LIST") {
            let attributes = self.painter.conn.get_window_attributes(window).unwrap().reply().ok()?;
            let client = self.place(window)?;
            let minimized = self.numbers(window, "_NET_WM_STATE").contains(&hidden);
            let desktop = self.numbers(window, "_NET_WM_DESKTOP").first().copied();
            let is_here = desktop == current || desktop == Some(u32::MAX);
            let sight = Sight {
                title: self.title(window),
                client,
                minimized,
                visible: attributes.map_state == MapState::VIEWABLE && is_here && !minimized,
                focused: active == Some(window),
            };
            sights.insert(window.into(), sight);
        }
        Some(sights)
    }

    /// Where a window is; nothing while its frame has another size than it should have.
    fn place(&self, window: Window) -> Option<Rect> {
        let (conn, root) = (&self.painter.conn, self.painter.root());
        let own = self.geometry(window)?;
        let parent = conn.query_tree(window).unwrap().reply().ok()?.parent;
        let at = conn.translate_coordinates(window, root, 0, 0).unwrap().reply().ok()?;
        let client = Rect::new(at.dst_x.into(), at.dst_y.into(), own.width.into(), own.height.into());
        if parent != root {
            let frame = self.geometry(parent)?;
            let borders = self.numbers(window, "_NET_FRAME_EXTENTS");
            let [left, right, top, bottom] = borders[..] else { return None };
            let fits = u32::from(frame.width) == client.width + left + right
                && u32::from(frame.height) == client.height + top + bottom
                && client.x - i32::from(frame.x) == left as i32
                && client.y - i32::from(frame.y) == top as i32;
            if !fits {
                return None;
            }
        }
        Some(client)
    }

    fn geometry(&self, window: Window) -> Option<GetGeometryReply> {
        self.painter.conn.get_geometry(window).unwrap().reply().ok()
    }

    fn title(&self, window: Window) -> String {
        let name = self.painter.atom("_NET_WM_NAME");
        let reply = self.painter.conn.get_property(false, window, name, AtomEnum::ANY, 0, 1024).unwrap();
        String::from_utf8(reply.reply().map(|reply| reply.value).unwrap_or_default()).unwrap()
    }

    pub(crate) fn numbers(&self, window: Window, property: &str) -> Vec<u32> {
        let atom = self.painter.atom(property);
        let reply = self.painter.conn.get_property(false, window, atom, AtomEnum::ANY, 0, 1024).unwrap();
        reply.reply().ok().and_then(|reply| Some(reply.value32()?.collect())).unwrap_or_default()
    }
}
