//! Windows as the window system sees them.

use std::fmt;
use std::str::FromStr;

use crate::{Insets, NameMatch, Rect};

/// The window system's own number for a window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WindowId(pub u64);

impl fmt::Display for WindowId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x}", self.0)
    }
}

/// The text is no number of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a window's number is written in hexadecimal, such as 0x1400003")]
pub struct InvalidWindowId;

impl FromStr for WindowId {
    type Err = InvalidWindowId;

    /// Reads what is written: `0x` and hexadecimal digits.
    fn from_str(text: &str) -> Result<WindowId, InvalidWindowId> {
        let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).ok_or(InvalidWindowId)?;
        // `from_str_radix` would take a sign as well.
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(InvalidWindowId);
        }
        u64::from_str_radix(digits, 16).map(WindowId).map_err(|_| InvalidWindowId)
    }
}

/// What a window is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum WindowKind {
    /// An ordinary application window.
    #[default]
    Regular,
    /// A dialog.
    Dialog,
    /// A pop-up menu, drop-down or the like.
    Popup,
    /// A menu bar that is a window of its own.
    MenuBar,
    /// A tooltip.
    Tooltip,
    /// A tool palette.
    Utility,
    /// The desktop background.
    Desktop,
    /// A panel or dock.
    Dock,
}

impl WindowKind {
    /// Every kind.
    pub const ALL: [WindowKind; 8] = [
        WindowKind::Regular,
        WindowKind::Dialog,
        WindowKind::Popup,
        WindowKind::MenuBar,
        WindowKind::Tooltip,
        WindowKind::Utility,
        WindowKind::Desktop,
        WindowKind::Dock,
    ];

    /// The kind with exactly this name.
    pub fn parse(name: &str) -> Option<WindowKind> {
        WindowKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The name on every wire.
    pub const fn name(self) -> &'static str {
        match self {
            WindowKind::Regular => "regular",
            WindowKind::Dialog => "dialog",
            WindowKind::Popup => "popup",
            WindowKind::MenuBar => "menuBar",
            WindowKind::Tooltip => "tooltip",
            WindowKind::Utility => "utility",
            WindowKind::Desktop => "desktop",
            WindowKind::Dock => "dock",
        }
    }
}

/// The workspace a window is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Workspace {
    /// This one, counted from zero.
    Number(u32),
    /// All of them.
    All,
}

/// What the user may do to a window, where the window system tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Abilities {
    /// It can be given another size.
    pub resizable: Option<bool>,
    /// It can be shrunk to an icon.
    pub minimizable: Option<bool>,
    /// It can be asked to close.
    pub closable: Option<bool>,
}

/// One window, as the window system reports it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Window {
    /// The window system's number.
    pub id: WindowId,
    /// Title; empty when it has none.
    pub title: String,
    /// Process that it says it belongs to.
    pub pid: Option<u32>,
    /// Application: the class of its windows (X11 `WM_CLASS`).
    pub app: String,
    /// Instance name within the class.
    pub instance: String,
    /// What it is for.
    pub kind: WindowKind,
    /// The application's own area in screen coordinates, as the window system has it: without the window
    /// manager's decoration, with the shadow that the application draws itself.
    pub client: Rect,
    /// Borders that the window manager draws around `client`.
    pub decoration: Insets,
    /// Invisible borders inside `client` that the application uses for a shadow.
    pub shadow: Insets,
    /// Workspace, where the window manager has workspaces.
    pub workspace: Option<Workspace>,
    /// Place in the stack: 0 is at the back, higher is in front.
    pub z_index: u32,
    /// Shrunk to an icon.
    pub minimized: bool,
    /// Not to be seen for another reason than being minimised: its application is hidden, it is withdrawn or on
    /// another workspace.
    pub hidden: bool,
    /// Has the keyboard focus.
    pub focused: bool,
    /// Fills the work area.
    pub maximized: bool,
    /// Covers the whole screen.
    pub fullscreen: bool,
    /// Blocks its application's other windows.
    pub modal: bool,
    /// Stays above ordinary windows.
    pub floating: bool,
    /// What may be done to it.
    pub abilities: Abilities,
}

impl Window {
    /// Whether it is to be seen, if nothing covers it.
    pub fn is_visible(&self) -> bool {
        !self.minimized && !self.hidden
    }

    /// Whether its application goes by this name, in this way.
    pub fn is_of_app(&self, name: &str, way: NameMatch) -> bool {
        way.fits(name, &self.app) || way.fits(name, &self.instance)
    }

    /// What the user sees as the window, with the window manager's decoration and without shadow.
    pub fn outer(&self) -> Rect {
        self.content().grown(self.decoration)
    }

    /// The application's own area without shadow: where window coordinates start.
    pub fn content(&self) -> Rect {
        self.client.shrunk(self.shadow)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_reads_back_as_it_was_written() {
        for id in [0, 1, 0x140_0003, u64::MAX].map(WindowId) {
            assert_eq!(id.to_string().parse(), Ok(id));
        }
        assert_eq!("0X1F".parse(), Ok(WindowId(31)));
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in
            ["", "0x", "12", "1f", " 0x1", "0x 1", "0x+1", "0x-1", "0xg", "0x0x1", "0x10000000000000000"]
        {
            assert_eq!(text.parse::<WindowId>(), Err(InvalidWindowId), "{text}");
        }
    }

    #[test]
    fn every_kind_is_known_by_its_name_alone() {
        for kind in WindowKind::ALL {
            assert_eq!(WindowKind::parse(kind.name()), Some(kind));
        }
        for text in ["", "menubar", "Dialog", "hud"] {
            assert_eq!(WindowKind::parse(text), None, "{text}");
        }
    }
}
