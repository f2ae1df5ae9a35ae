//! A window as both views of the desktop together know it.

use deskhand_model::{Handle, Window, WindowId};

/// What speaks for an element being the accessibility side of a window.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Evidence {
    /// The platform told the window's number itself.
    pub exact_id: bool,
    /// Both say that they belong to the same process.
    pub process: bool,
    /// The process has no other window.
    pub only_window: bool,
    /// The titles are the same, and not empty.
    pub title: bool,
    /// Pixels between the two outlines, borders taken out: distance of the corners plus difference of the sizes.
    pub distance: Option<f64>,
    /// Both say that it has the keyboard.
    pub focused: bool,
    /// It is the element that the window had before.
    pub known_before: bool,
}

/// How sure a join is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// The best guess; another window fits as well.
    Guess,
    /// No other window fits.
    Sure,
    /// The platform says so.
    Exact,
}

/// Which element was joined with a window, by which evidence and how surely.
#[derive(Clone, Debug, PartialEq)]
pub struct Joined {
    /// The element.
    pub element: Handle,
    /// What speaks for it.
    pub evidence: Evidence,
    /// How sure it is.
    pub certainty: Certainty,
}

/// A window as both views together know it: each aspect from the side that is to be believed about it.
#[derive(Clone, Debug, PartialEq)]
pub struct WindowView {
    /// The merged record.
    pub window: Window,
    /// The element that it was joined with; absent where accessibility had no say and none was needed.
    pub joined: Option<Joined>,
}

/// What came of a change.
#[derive(Clone, Debug, PartialEq)]
pub struct Changed {
    /// The window as it is now; as it was last seen when it is gone.
    pub view: WindowView,
    /// The number that it was asked for by, when it has another one now.
    pub previous_id: Option<WindowId>,
    /// Whether it is as it was asked to be. Window managers and applications allow only certain places and sizes;
    /// then the view tells what they made of it.
    pub as_asked: bool,
}
