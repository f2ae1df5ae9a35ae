//! What an observation tells.

use std::sync::Arc;
use std::time::SystemTime;

use deskhand_model::{Window, WindowId};

/// What happened to a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum WindowEventKind {
    /// It is there.
    Created,
    /// The window system has given it another number; everything else about it goes on.
    IdChanged,
    /// It was shrunk to an icon.
    Minimized,
    /// It is an icon no more.
    Restored,
    /// It is not to be seen any more, for another reason than being minimised.
    Hidden,
    /// It is to be seen again, for another reason than being restored.
    Shown,
    /// It is somewhere else.
    Moved,
    /// It has another size.
    Resized,
    /// Its title is another one.
    TitleChanged,
    /// It has the keyboard now.
    Focused,
    /// It is gone.
    Destroyed,
}

impl WindowEventKind {
    /// Every kind, in the order in which the kinds of one round are told.
    pub const ALL: &[WindowEventKind] = &[
        WindowEventKind::Created,
        WindowEventKind::IdChanged,
        WindowEventKind::Minimized,
        WindowEventKind::Restored,
        WindowEventKind::Hidden,
        WindowEventKind::Shown,
        WindowEventKind::Moved,
        WindowEventKind::Resized,
        WindowEventKind::TitleChanged,
        WindowEventKind::Focused,
        WindowEventKind::Destroyed,
    ];

    /// The name on our wires.
    pub const fn name(self) -> &'static str {
        match self {
            WindowEventKind::Created => "created",
            WindowEventKind::IdChanged => "id-changed",
            WindowEventKind::Minimized => "minimized",
            WindowEventKind::Restored => "restored",
            WindowEventKind::Hidden => "hidden",
            WindowEventKind::Shown => "shown",
            WindowEventKind::Moved => "moved",
            WindowEventKind::Resized => "resized",
            WindowEventKind::TitleChanged => "title-changed",
            WindowEventKind::Focused => "focused",
            WindowEventKind::Destroyed => "destroyed",
        }
    }
}

/// One thing that happened to one window, before it has a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Happening {
    /// What happened.
    pub kind: WindowEventKind,
    /// The window afterwards; as it was last seen when it is gone.
    pub window: Window,
    /// The number that it had before, when that has changed.
    pub previous_id: Option<WindowId>,
}

/// One thing that happened to one window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WindowEvent {
    /// Its number within the observation: 1, 2, 3 and so on without a hole.
    pub sequence: u64,
    /// When it was seen.
    pub at: SystemTime,
    /// What happened.
    pub kind: WindowEventKind,
    /// The window afterwards; as it was last seen when it is gone.
    pub window: Window,
    /// The number that it had before, when that has changed.
    pub previous_id: Option<WindowId>,
}

/// All windows at one moment of an observation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WindowSnapshot {
    /// The last event that it contains the effect of; zero at the start.
    pub as_of: u64,
    /// When it was taken.
    pub at: SystemTime,
    /// The windows, from back to front.
    pub windows: Arc<Vec<Window>>,
}

/// What the reader of an observation gets next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Observed {
    /// All windows: at the start, and after a gap.
    Snapshot(WindowSnapshot),
    /// Something happened.
    Event(Arc<WindowEvent>),
    /// These events are lost to the reader: it was too slow, or the window system left something out. A snapshot with
    /// their effect follows.
    Gap {
        /// The first lost event.
        first: u64,
        /// The last lost event.
        last: u64,
        /// When the snapshot that follows was taken.
        at: SystemTime,
    },
}
