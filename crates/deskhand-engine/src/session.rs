//! What a door can ask for: one trait, implemented by the engine and by remote clients alike.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use deskhand_model::{
    App, AppSelector, Diagnosis, Error, ErrorKind, NodeData, NodeId, Query, Rect, Result, Tree, Window,
    WindowId,
};

use crate::act::{Act, ActOptions};
use crate::heal::Heal;
use crate::idle::Idleness;
use crate::observe::{Observation, Observe};
use crate::polling::poll;
use crate::ports::{Chord, Image, ReadPath, ReadRequest, WindowChange};
use crate::receipt::Receipt;
use crate::until::Predicate;
use crate::windows::{Changed, WindowView};

/// An element, described rather than held: it is looked up anew each time it is used.
#[derive(Clone, Debug)]
pub struct Locator {
    /// In which application.
    pub app: AppSelector,
    /// Which element.
    pub query: Query,
    /// Of several matches, this one in tree order, counted from zero. Without it, several matches are an error.
    pub nth: Option<usize>,
}

/// A tree with where it came from and what it cost.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The application.
    pub app: App,
    /// Its elements.
    pub tree: Arc<Tree>,
    /// By which way it was read.
    pub path: ReadPath,
    /// Whether a direct connection to the application was used.
    pub direct: bool,
    /// Calls to the application.
    pub calls: u64,
    /// Calls that had to wait for an earlier answer.
    pub rounds: u64,
    /// How long the reading took.
    pub took: Duration,
    /// How old it was when it was handed out; see [`Reading::age`](crate::ports::Reading::age).
    pub age: Duration,
}

/// An element that was found: a node of a snapshot.
#[derive(Clone, Debug)]
pub struct Element {
    /// The application.
    pub app: App,
    /// The tree that it was found in.
    pub tree: Arc<Tree>,
    /// Its place there.
    pub id: NodeId,
    /// What is known about it; can be more than the tree holds.
    pub data: NodeData,
    /// Set when the locator did not match as written and was healed.
    pub healed: Option<Arc<Heal>>,
}

/// What `find_all` found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The tree that was searched, and what it cost.
    pub snapshot: Snapshot,
    /// The matches, in tree order.
    pub elements: Vec<Element>,
}

/// What to wait for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Until {
    /// At least one element matches.
    Present,
    /// No element matches.
    Absent,
    /// Exactly one element matches, and its text is this: its content, or its number or name when it has no text of its
    /// own.
    Text(String),
}

/// Which window somebody means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WindowSelector {
    /// By the window system's number.
    Id(WindowId),
    /// By title or application; an exact match wins over one that differs in case, that over one that merely
    /// contains the text. A number that nothing is called by is a process, or a window's number in decimal. Several
    /// matches are an error that lists them.
    Named(String),
}

/// What to take a picture of.
#[derive(Clone, Debug)]
pub enum Shot {
    /// The whole screen.
    Screen,
    /// A part of it.
    Part(Rect),
    /// A window's client area, also where it is covered.
    Window(WindowSelector),
    /// One element.
    Element(Box<Locator>),
}

/// Everything a door can ask of a desktop. Every call ends within the time it is given.
#[async_trait]
pub trait Session: Send + Sync {
    /// All applications.
    async fn apps(&self, within: Duration) -> Result<Vec<App>>;

    /// The one application that is meant; waits until it is there.
    async fn app(&self, app: &AppSelector, within: Duration) -> Result<App>;

    /// An application's tree, with bounds in screen and in window coordinates where both can be known.
    async fn tree(&self, app: &AppSelector, request: &ReadRequest, within: Duration) -> Result<Snapshot>;

    /// Every element that matches now; none is no error. Waits only for the application. The elements' own data is
    /// complete, whatever the tree holds.
    async fn find_all(&self, locator: &Locator, within: Duration) -> Result<Found>;

    /// The one element that matches; waits until there is exactly one.
    async fn find(&self, locator: &Locator, within: Duration) -> Result<Element>;

    /// Waits until elements match, or until none does, or until one says something; returns those that match. The error
    /// tells what was seen last.
    async fn wait(&self, locator: &Locator, until: Until, within: Duration) -> Result<Found>;

    /// Waits until a snapshot of the application is as `predicate` wants it; it is asked again for each new one.
    async fn wait_for(
        &self,
        app: &AppSelector,
        request: &ReadRequest,
        predicate: &mut Predicate<'_>,
        within: Duration,
    ) -> Result<Snapshot> {
        poll(self, app, request, predicate, within).await
    }

    /// Waits until the application is idle: until it says so itself where it can, else until it has not changed for a
    /// while. The error tells what was still going on.
    async fn wait_for_idle(&self, app: &AppSelector, within: Duration) -> Result<Idleness> {
        let _ = (app, within);
        Err(Error::new(
            ErrorKind::ActionUnsupported,
            "This session cannot tell whether an application is idle",
        ))
    }

    /// Does something to the one element that matches, when it is ready.
    async fn act(&self, locator: &Locator, act: &Act, options: &ActOptions) -> Result<Receipt>;

    /// Strikes keys in an application's window; real input, so the mode must allow it.
    async fn keys(&self, app: &AppSelector, chords: &[Chord], options: &ActOptions) -> Result<Receipt>;

    /// The text of the one element that matches: its content, or its name when it has no text of its own.
    async fn text(&self, locator: &Locator, within: Duration) -> Result<String>;

    /// All windows, from back to front, as the window system lists them. Asks no application anything.
    async fn windows(&self, within: Duration) -> Result<Vec<Window>>;

    /// One window, asked of both sides now: what the application says of it, merged with what the window system
    /// knows. Fails closed: where the platform needs accessibility and it is not certain which element the window is,
    /// there is no answer rather than one about another window.
    async fn window(&self, window: &WindowSelector, within: Duration) -> Result<WindowView>;

    /// Changes a window and tells what came of it. Places and sizes are told as they are at once, also when they are
    /// not those asked for; the other changes are waited for.
    async fn change_window(
        &self,
        window: &WindowSelector,
        change: WindowChange,
        within: Duration,
    ) -> Result<Changed>;

    /// Tells from now on what happens to windows.
    async fn observe(&self, what: &Observe, within: Duration) -> Result<Observation>;

    /// What goes on below the accessibility layer, in the platform's own words: of all applications in short, or of one
    /// with all its elements.
    async fn diagnose(&self, app: Option<&AppSelector>, within: Duration) -> Result<Diagnosis> {
        let _ = (app, within);
        Err(Error::new(
            ErrorKind::ActionUnsupported,
            "This session tells nothing about what goes on below it",
        ))
    }

    /// A picture.
    async fn screenshot(&self, shot: &Shot, within: Duration) -> Result<Image>;

    /// The text on the clipboard, if there is any.
    async fn clipboard(&self, within: Duration) -> Result<Option<String>>;

    /// Puts text on the clipboard.
    async fn set_clipboard(&self, text: &str, within: Duration) -> Result<()>;
}
