//! Windows of one colour, made by the tests themselves.

use deskhand_engine::ports::Image;
use deskhand_model::{Rect, WindowId};
use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{
    AtomEnum, ConnectionExt as _, CreateWindowAux, EventMask, PropMode, Window, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use super::desktop::Desktop;

/// A connection that makes windows. It answers nothing: the X server paints their background.
pub(crate) struct Painter {
    pub(crate) conn: RustConnection,
}

impl Painter {
    pub(crate) fn on(desktop: &Desktop) -> Painter {
        Painter { conn: desktop.connect() }
    }

    pub(crate) fn root(&self) -> Window {
        self.conn.setup().roots[0].root
    }

    pub(crate) fn atom(&self, name: &str) -> u32 {
        self.conn.intern_atom(false, name.as_bytes()).unwrap().reply().unwrap().atom
    }

    /// A window that is not shown yet.
    pub(crate) fn prepare(&self, title: &str, rect: Rect, rgb: u32, override_redirect: bool) -> Window {
        let window = self.conn.generate_id().unwrap();
        let aux = CreateWindowAux::new()
            .background_pixel(rgb)
            .event_mask(EventMask::STRUCTURE_NOTIFY)
            .override_redirect(u32::from(override_redirect));
        let (x, y) = (rect.x as i16, rect.y as i16);
        let (width, height) = (rect.width as u16, rect.height as u16);
        let class = WindowClass::INPUT_OUTPUT;
        self.conn.create_window(0, window, self.root(), x, y, width, height, 0, class, 0, &aux).unwrap();
        self.text(window, "_NET_WM_NAME", "UTF8_STRING", title.as_bytes());
        self.text(window, "WM_CLASS", "STRING", b"painted\0Painter\0");
        self.numbers(window, "_NET_WM_PID", AtomEnum::CARDINAL.into(), &[std::process::id()]);
        // Position and size are the user's wish: openbox would place the window elsewhere otherwise.
        let hints = [3, rect.x as u32, rect.y as u32, rect.width, rect.height];
        let hints: Vec<u32> = hints.into_iter().chain([0; 13]).collect();
        self.numbers(window, "WM_NORMAL_HINTS", AtomEnum::WM_SIZE_HINTS.into(), &hints);
        window
    }

    /// A window that is shown.
    pub(crate) fn show(&self, title: &str, rect: Rect, rgb: u32) -> WindowId {
        self.map(self.prepare(title, rect, rgb, false))
    }

    pub(crate) fn map(&self, window: Window) -> WindowId {
        self.conn.map_window(window).unwrap();
        self.conn.sync().unwrap();
        WindowId(window.into())
    }

    pub(crate) fn text(&self, window: Window, property: &str, kind: &str, text: &[u8]) {
        let (property, kind) = (self.atom(property), self.atom(kind));
        self.conn.change_property8(PropMode::REPLACE, window, property, kind, text).unwrap();
        self.conn.sync().unwrap();
    }

    pub(crate) fn numbers(&self, window: Window, property: &str, kind: u32, numbers: &[u32]) {
        let property = self.atom(property);
        self.conn.change_property32(PropMode::REPLACE, window, property, kind, numbers).unwrap();
        self.conn.sync().unwrap();
    }

    pub(crate) fn atoms(&self, window: Window, property: &str, names: &[&str]) {
        let atoms: Vec<u32> = names.iter().map(|name| self.atom(name)).collect();
        self.numbers(window, property, AtomEnum::ATOM.into(), &atoms);
    }
}

/// The colour at a place of a picture.
pub(crate) fn color(image: &Image, x: u32, y: u32) -> u32 {
    let at = (y * image.width + x) as usize * 3;
    image.rgb[at..at + 3].iter().fold(0, |color, &byte| color << 8 | u32::from(byte))
}

/// Whether the whole picture has one colour.
pub(crate) fn is_all(image: &Image, rgb: u32) -> bool {
    image.rgb.chunks_exact(3).all(|pixel| pixel == &rgb.to_be_bytes()[1..])
}
