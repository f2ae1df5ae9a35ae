//! The pages that an application shows in its web views.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use deskhand_model::Result as EngineResult;
use deskhand_page::{
    About, Call, Cookie, Dialog, DialogAnswer, Extent, Fault, FrameChoice, FrameId, LoadState, Navigation,
    NewViewKind, PageInput, Place, PrintOptions, View, ViewId, WindowChange, WindowState,
};
use serde_json::Value;

/// What comes of asking a page for something.
pub type PageResult<T> = std::result::Result<T, Fault>;

/// All pages of one application. Everything is done without the focus, in covered windows too, and has an end: what is
/// not done `within` its time is a fault.
///
/// While a dialog is open in a view, scripts of that view stand still: whatever needs them answers
/// [`deskhand_page::FaultKind::DialogOpen`], also when the dialog opens in the middle of it; the fault tells which.
#[async_trait]
pub trait Page: Send + Sync {
    /// Who shows the pages, and what can be asked for.
    fn about(&self) -> &About;

    /// The views that are open, the oldest first.
    async fn views(&self, within: Duration) -> PageResult<Vec<View>>;
    /// Opens a view with an empty page.
    async fn new_view(&self, kind: NewViewKind, opener: &ViewId, within: Duration) -> PageResult<View>;
    /// Closes a view, and its window when it was the only one there.
    async fn close_view(&self, view: &ViewId, within: Duration) -> PageResult<()>;
    /// The window that a view is in.
    async fn window(&self, view: &ViewId, within: Duration) -> PageResult<WindowState>;
    /// Changes the window that a view is in. Answers when the change has happened, with what came of it.
    async fn set_window(
        &self,
        view: &ViewId,
        change: WindowChange,
        within: Duration,
    ) -> PageResult<WindowState>;

    /// Goes somewhere, and answers when the page there has loaded so far.
    async fn go(&self, view: &ViewId, to: &Navigation, until: LoadState, within: Duration) -> PageResult<()>;
    /// Answers when no navigation is under way and the document has loaded so far.
    async fn wait_loaded(&self, place: &Place, until: LoadState, within: Duration) -> PageResult<()>;

    /// Calls a function in a document.
    async fn call(&self, place: &Place, call: &Call, within: Duration) -> PageResult<Value>;
    /// Finds a frame of a document.
    async fn enter_frame(&self, place: &Place, frame: &FrameChoice, within: Duration) -> PageResult<FrameId>;

    /// Strikes keys, moves pointers and turns wheels in this order. Answers when the page has seen it all.
    async fn input(&self, place: &Place, events: &[PageInput], within: Duration) -> PageResult<()>;
    /// Gives a file input these files (absolute paths), as if they had been chosen.
    async fn choose_files(
        &self,
        place: &Place,
        node: &str,
        files: &[String],
        within: Duration,
    ) -> PageResult<()>;

    /// The dialog that is open in a view.
    async fn dialog(&self, view: &ViewId, within: Duration) -> PageResult<Option<Dialog>>;
    /// Answers the dialog that is open in a view, and tells which it was.
    async fn answer_dialog(
        &self,
        view: &ViewId,
        answer: &DialogAnswer,
        within: Duration,
    ) -> PageResult<Dialog>;

    /// The cookies that are sent for the page in this place.
    async fn cookies(&self, place: &Place, within: Duration) -> PageResult<Vec<Cookie>>;
    /// Sets a cookie for the page in this place.
    async fn set_cookie(&self, place: &Place, cookie: &Cookie, within: Duration) -> PageResult<()>;
    /// Deletes the cookie with this name, or all that are sent for the page in this place.
    async fn delete_cookies(&self, place: &Place, name: Option<&str>, within: Duration) -> PageResult<()>;

    /// A picture, as PNG.
    async fn picture(&self, view: &ViewId, extent: Extent, within: Duration) -> PageResult<Vec<u8>>;
    /// The top document as PDF.
    async fn print(&self, place: &Place, options: &PrintOptions, within: Duration) -> PageResult<Vec<u8>>;
    /// Whether pages with certificates that nobody vouches for are loaded.
    async fn accept_insecure_certificates(&self, accept: bool, within: Duration) -> PageResult<()>;
}

/// An application with pages that is to be started.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageApp {
    /// The program.
    pub binary: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// Environment variables that it gets beside those of its desktop.
    pub env: Vec<(String, String)>,
    /// The folder that it starts in.
    pub cwd: Option<String>,
    /// The desktop that it runs on.
    pub desktop: PageDesktop,
}

/// The desktop that an application with pages runs on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PageDesktop {
    /// One of its own, which ends with it.
    #[default]
    Private,
    /// A private one of this size in pixels.
    Sized {
        /// The width.
        width: u32,
        /// The height.
        height: u32,
    },
    /// The one that the server runs on.
    Current,
}

/// Starts applications and finds the way to their pages.
#[async_trait]
pub trait PageApps: Send + Sync {
    /// Starts an application and answers once its pages can be asked. What was started is gone when this fails.
    async fn start(&self, app: &PageApp, within: Duration) -> EngineResult<Box<dyn StartedApp>>;
}

/// An application that was started for its pages. Dropping it ends the application, everything that it started, and
/// its private desktop.
#[async_trait]
pub trait StartedApp: Send + Sync {
    /// Its pages.
    fn page(&self) -> Arc<dyn Page>;
    /// Why it ended, once it has; `None` while it runs.
    fn ended(&self) -> Option<String>;
    /// Returns when the application has ended.
    async fn until_ended(&self) -> String;
    /// Ends it, all that it started and its private desktop, and returns when they are gone.
    async fn end(&self, within: Duration);
}
