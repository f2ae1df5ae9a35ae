//! Windows: which there are, what can be done to them, and how their changes become known.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use deskhand_model::{Error, ErrorKind, Point, Rect, Result, Size, Window, WindowId};

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
    /// Take it away without asking; where the window system can do no less, the application ends with it. What is
    /// not saved is lost.
    ForceClose,
    /// Put it on this workspace, counted from zero.
    Workspace(u32),
}

/// Which of the two views of a desktop is to be believed about something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The window system's list of windows.
    Registry,
    /// The application's own account through accessibility.
    Accessibility,
}

/// What differs between platforms in who knows best about windows. The rest is the same everywhere and stands in the
/// engine's authority matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// Who tells where a window is and how large, and whether it is minimised or hidden.
    pub state: Side,
    /// Who carries out changes.
    pub changes: Side,
    /// By how much the registry can be behind; zero where the registry is the truth itself.
    pub lag: Duration,
}

impl Split {
    /// Where the window system itself is the truth, as on X11.
    pub const REGISTRY: Split = Split { state: Side::Registry, changes: Side::Registry, lag: Duration::ZERO };

    /// Where the window system's list lags behind and cannot change anything, as on macOS.
    pub const HYBRID: Split =
        Split { state: Side::Accessibility, changes: Side::Accessibility, lag: Duration::from_millis(100) };
}

/// The window system of one desktop.
#[async_trait]
pub trait Compositor: Send + Sync {
    /// Who knows best on this platform.
    fn split(&self) -> Split {
        Split::REGISTRY
    }

    /// All application windows, from back to front.
    async fn windows(&self, within: Duration) -> Result<Vec<Window>>;

    /// Asks for a change. Returns when the window system has dealt with the request as far as that can be known; what
    /// it made of it shows in the list. Only called where [`Split::changes`] is the registry's.
    async fn change(&self, window: WindowId, change: WindowChange, within: Duration) -> Result<()>;

    /// The window that has the keyboard, if any.
    async fn focused(&self, within: Duration) -> Result<Option<WindowId>>;

    /// The whole screen.
    async fn screen(&self, within: Duration) -> Result<Rect>;

    /// Number of workspaces and the current one.
    async fn workspaces(&self, within: Duration) -> Result<Workspaces>;

    /// Shows the workspace with this number.
    async fn show_workspace(&self, number: u32, within: Duration) -> Result<()>;

    /// How changes become known: by being told, or by asking again and again.
    async fn feed(&self, within: Duration) -> Result<Feed> {
        let _ = within;
        Ok(Feed::Polled)
    }
}

/// How changes of the registry become known.
pub enum Feed {
    /// The window system tells nothing: its list has to be read again and again.
    Polled,
    /// The window system tells of every change.
    Live(Box<dyn RegistryFeed>),
}

/// The states that a registry goes through, one after the other.
#[async_trait]
pub trait RegistryFeed: Send {
    /// The next state: the one now when called first, later ones when something has changed. Every state is handed
    /// out once, in order. Safe to drop while it waits: no state is lost by that. An error ends the feed.
    async fn next(&mut self) -> Result<RegistryState>;
}

/// One state of the registry.
#[derive(Clone, Debug)]
pub struct RegistryState {
    /// The windows, from back to front.
    pub windows: Arc<Vec<Window>>,
    /// Whether states before this one were left out because nobody took them in time.
    pub skipped: bool,
    /// What was touched since the state before, each once, in the order in which the window system first told of it. Says
    /// which of several changes came first; what is not here came at an unknown time.
    pub touched: Vec<Touch>,
}

/// Something that the window system told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Touch {
    /// Something about this window other than its title.
    Window(WindowId),
    /// The title of this window, which applications change by themselves.
    Title(WindowId),
    /// Who has the keyboard.
    Focus,
}

/// The workspaces of a desktop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Workspaces {
    /// How many there are.
    pub count: u32,
    /// The one that is shown, counted from zero.
    pub current: u32,
}

/// For ports that cannot do this.
pub(crate) fn unsupported(what: &str) -> Error {
    Error::new(ErrorKind::ActionUnsupported, format!("This platform cannot {what}"))
}
