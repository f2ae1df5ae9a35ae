//! Looking at windows and changing them.

use deskhand_engine::{WindowSelector, ports::WindowChange};
use deskhand_model::{Error, InvalidWindowId, Result};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Timed, invalid};
use crate::{Point, Size};

/// Which window is meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WindowRef {
    /// By the window system's number, written as it writes it: `0x1400003`.
    Id(String),
    /// By title or application, or by a number that is a process or a window's number in decimal.
    Named(String),
}

impl From<&WindowSelector> for WindowRef {
    fn from(window: &WindowSelector) -> WindowRef {
        match window {
            WindowSelector::Id(id) => WindowRef::Id(id.to_string()),
            WindowSelector::Named(name) => WindowRef::Named(name.clone()),
        }
    }
}

impl TryFrom<WindowRef> for WindowSelector {
    type Error = Error;

    fn try_from(window: WindowRef) -> Result<WindowSelector> {
        match window {
            WindowRef::Named(name) => Ok(WindowSelector::Named(name)),
            WindowRef::Id(text) => text.parse().map(WindowSelector::Id).map_err(|error: InvalidWindowId| {
                invalid(format!("`{text}` is not the number of a window")).hint(error.to_string())
            }),
        }
    }
}

/// Asks for one window. The answer is a `window`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WindowRequest {
    /// Which one.
    pub window: WindowRef,
    /// How long it may take.
    #[serde(flatten)]
    pub time: Timed,
}

/// One thing to do to a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// Bring it to the front and give it the keyboard.
    Focus,
    /// Put the top left corner of its outer frame there.
    Move(Point),
    /// Give its content this size.
    Resize(Size),
    /// Shrink it to an icon.
    Minimize,
    /// Undo minimise, maximise and full screen.
    Restore,
    /// Fill the work area.
    Maximize,
    /// Cover the screen.
    Fullscreen,
    /// Ask it to close.
    Close,
    /// Take it away without asking. What is not saved is lost.
    ForceClose,
    /// Put it on this workspace, counted from zero.
    Workspace(u32),
}

impl From<WindowChange> for Change {
    fn from(change: WindowChange) -> Change {
        match change {
            WindowChange::Focus => Change::Focus,
            WindowChange::Move(to) => Change::Move(to.into()),
            WindowChange::Resize(size) => Change::Resize(size.into()),
            WindowChange::Minimize => Change::Minimize,
            WindowChange::Restore => Change::Restore,
            WindowChange::Maximize => Change::Maximize,
            WindowChange::Fullscreen => Change::Fullscreen,
            WindowChange::Close => Change::Close,
            WindowChange::ForceClose => Change::ForceClose,
            WindowChange::Workspace(number) => Change::Workspace(number),
        }
    }
}

impl From<Change> for WindowChange {
    fn from(change: Change) -> WindowChange {
        match change {
            Change::Focus => WindowChange::Focus,
            Change::Move(to) => WindowChange::Move(to.into()),
            Change::Resize(size) => WindowChange::Resize(size.into()),
            Change::Minimize => WindowChange::Minimize,
            Change::Restore => WindowChange::Restore,
            Change::Maximize => WindowChange::Maximize,
            Change::Fullscreen => WindowChange::Fullscreen,
            Change::Close => WindowChange::Close,
            Change::ForceClose => WindowChange::ForceClose,
            Change::Workspace(number) => WindowChange::Workspace(number),
        }
    }
}

/// Changes a window. The answer is `changed`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ChangeRequest {
    /// Which one.
    pub window: WindowRef,
    /// What to do to it.
    pub change: Change,
    /// How long it may take.
    #[serde(flatten)]
    pub time: Timed,
}
