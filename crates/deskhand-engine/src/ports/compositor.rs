//! Windows: which there are, and what can be done to them.

use std::time::Duration;

use async_trait::async_trait;
use deskhand_model::{Point, Rect, Result, Size, Window, WindowId};

/// One thing to do to a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowChange {
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
    /// Put it on this workspace, counted from zero.
    Workspace(u32),
}

/// The window system of one desktop.
#[async_trait]
pub trait Compositor: Send + Sync {
    /// All application windows, from back to front.
    async fn windows(&self, within: Duration) -> Result<Vec<Window>>;

    /// Asks for a change. Returns when the window system has taken the request, which can be before it shows.
    async fn change(&self, window: WindowId, change: WindowChange, within: Duration) -> Result<()>;

    /// The window that has the keyboard, if any.
    async fn focused(&self, within: Duration) -> Result<Option<WindowId>>;

    /// The whole screen.
    async fn screen(&self, within: Duration) -> Result<Rect>;

    /// Number of workspaces and the current one.
    async fn workspaces(&self, within: Duration) -> Result<Workspaces>;

    /// Shows the workspace with this number.
    async fn show_workspace(&self, number: u32, within: Duration) -> Result<()>;
}

/// The workspaces of a desktop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Workspaces {
    /// How many there are.
    pub count: u32,
    /// The one that is shown, counted from zero.
    pub current: u32,
}
