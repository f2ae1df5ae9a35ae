//! Reading and driving applications through the accessibility layer.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use deskhand_model::{
    App, AppDiagnosis, AppId, Diagnosis, Fields, Handle, NodeData, NodeId, Result, Role, Tree,
};
use futures_util::future::join;

use super::changes::{Listening, Mailbox};
use super::compositor::{WindowChange, unsupported};
use super::top_level::{TopLevel, TopLevels};

/// What to read of an application, and how much at most.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ReadRequest {
    /// Fields that must be known of every node in the result.
    pub fields: Fields,
    /// When set, only nodes of these roles are wanted. The provider may use a faster path that skips the rest;
    /// the result then need not contain other nodes, and the nodes' ancestors may be missing.
    pub only_roles: Option<Vec<Role>>,
    /// When set together with `only_roles`, only nodes of exactly this name are wanted. The provider may leave the
    /// fields of others unread, their role included.
    pub only_name: Option<String>,
    /// Stop after this many nodes and say so in the tree's gaps.
    pub max_nodes: usize,
    /// Do not open nodes at this depth (the application itself is at depth 0).
    pub max_depth: Option<usize>,
    /// How new the answer has to be. Providers always read; this is for whoever keeps what they have read.
    pub freshness: Freshness,
}

/// How new an answer has to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Freshness {
    /// What the application has told so far will do; nobody is asked. For whoever confirms what is found.
    Told,
    /// Everything that the application has told until now; it is asked whether that is all.
    #[default]
    Current,
    /// The application is read, unless a full reading is no older than this.
    NoOlderThan(Duration),
}

impl Freshness {
    /// The application is read now.
    pub const NOW: Freshness = Freshness::NoOlderThan(Duration::ZERO);
}

impl Default for ReadRequest {
    fn default() -> ReadRequest {
        ReadRequest {
            fields: Fields::SNAPSHOT,
            only_roles: None,
            only_name: None,
            max_nodes: 100_000,
            max_depth: None,
            freshness: Freshness::default(),
        }
    }
}

/// By which way a tree was read; remembered per application after the first probe.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ReadPath {
    /// The application listed all nodes itself in one call.
    Cache,
    /// The application searched its tree for us.
    Collection,
    /// Node by node, many calls under way at once.
    Walk,
    /// Nothing was read: it was known, and kept by what the application told.
    Mirror,
    /// Some other way, by the platform's own name for it.
    Other(Cow<'static, str>),
}

impl ReadPath {
    /// A name for receipts and logs.
    pub fn name(&self) -> &str {
        match self {
            ReadPath::Cache => "cache",
            ReadPath::Collection => "collection",
            ReadPath::Walk => "walk",
            ReadPath::Mirror => "mirror",
            ReadPath::Other(name) => name,
        }
    }
}

/// A tree and what it cost to read.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The nodes.
    pub tree: Arc<Tree>,
    /// By which way.
    pub path: ReadPath,
    /// Whether a direct connection to the application was used.
    pub direct: bool,
    /// Calls that were made to the application.
    pub calls: u64,
    /// How many of these had to wait for the answer to an earlier one: the round trips that time is made of.
    pub rounds: u64,
    /// How old it was when it was handed out: zero when it was read for this very question or when the application
    /// tells of every change; else the time since the last full reading.
    pub age: Duration,
}

/// One thing to do to an element without any input device.
#[derive(Clone, Debug, PartialEq)]
pub enum Perform {
    /// Its main action.
    Press,
    /// Accept, as Return would.
    Confirm,
    /// Dismiss, as Escape would.
    Cancel,
    /// Switch on or off.
    Toggle,
    /// Choose it within its container.
    Select,
    /// Show its children.
    Expand,
    /// Hide its children.
    Collapse,
    /// One step up.
    Increment,
    /// One step down.
    Decrement,
    /// Replace its text.
    SetText(String),
    /// Set its number.
    SetNumber(f64),
    /// Insert text: at its caret while it has the focus, else at the end.
    InsertText(String),
    /// Open its context menu.
    ShowMenu,
    /// Give it the keyboard focus within its application.
    Focus {
        /// Whether its window may become the active one. Where a toolkit cannot do the one without the other and
        /// this is not allowed, it is `action_unsupported`.
        activate: bool,
    },
    /// Scroll its containers until it is in sight.
    ScrollIntoView,
}

impl Perform {
    /// A name for receipts, errors and logs.
    pub const fn name(&self) -> &'static str {
        match self {
            Perform::Press => "press",
            Perform::Confirm => "confirm",
            Perform::Cancel => "cancel",
            Perform::Toggle => "toggle",
            Perform::Select => "select",
            Perform::Expand => "expand",
            Perform::Collapse => "collapse",
            Perform::Increment => "increment",
            Perform::Decrement => "decrement",
            Perform::SetText(_) | Perform::SetNumber(_) => "set-value",
            Perform::InsertText(_) => "type",
            Perform::ShowMenu => "show-menu",
            Perform::Focus { .. } => "focus",
            Perform::ScrollIntoView => "scroll-into-view",
        }
    }
}

/// What the application did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Performed {
    /// The platform's own words for the call: `Action.DoAction(click)`.
    pub by: String,
}

/// The accessibility layer of one desktop. Every call ends within its time: an application that does not answer
/// is `app_not_responding`, one that ended is `app_gone`, and neither delays calls to others.
#[async_trait]
pub trait Accessibility: Send + Sync {
    /// All applications with an accessibility tree. Those that do not answer are listed as not responding.
    async fn applications(&self, within: Duration) -> Result<Vec<App>>;

    /// Reads an application's tree from the application, in as few round trips as its toolkit allows.
    async fn read(&self, app: &AppId, request: &ReadRequest, within: Duration) -> Result<Reading>;

    /// Reads `fields` of single elements, all at once. An element that is gone is an `element_gone` error in its
    /// place.
    async fn details(
        &self,
        app: &AppId,
        elements: &[Handle],
        fields: Fields,
        within: Duration,
    ) -> Result<Vec<Result<NodeData>>>;

    /// Does one thing to one element. `action_unsupported` when the element or its toolkit cannot.
    async fn perform(
        &self,
        app: &AppId,
        element: &Handle,
        what: &Perform,
        within: Duration,
    ) -> Result<Performed>;

    /// Reads what is below one element, that element included as the root of the answer. `action_unsupported` where only
    /// whole applications can be read.
    async fn read_below(
        &self,
        app: &AppId,
        element: &Handle,
        request: &ReadRequest,
        within: Duration,
    ) -> Result<Reading> {
        let _ = (app, element, request, within);
        Err(unsupported("read parts of an application"))
    }

    /// Puts down in `mailbox` from now on what the application tells of its changes. `None` where nothing is heard.
    async fn listen(
        &self,
        app: &AppId,
        mailbox: Arc<Mailbox>,
        within: Duration,
    ) -> Result<Option<Listening>> {
        let _ = (app, mailbox, within);
        Ok(None)
    }

    /// Returns when everything that the application told before this call is in its mailboxes. One round trip.
    async fn caught_up(&self, app: &AppId, within: Duration) -> Result<()> {
        let _ = (app, within);
        Ok(())
    }

    /// Reads `fields` of single elements behind everything that the application told before: [`Accessibility::details`] and
    /// [`Accessibility::caught_up`] in the same round trip, and in fewer calls where the answers tell both.
    async fn confirm(
        &self,
        app: &AppId,
        elements: &[Handle],
        fields: Fields,
        within: Duration,
    ) -> Result<Vec<Result<NodeData>>> {
        confirm_apart(self, app, elements, fields, within).await
    }

    /// The element's whole text content.
    async fn text(&self, app: &AppId, element: &Handle, within: Duration) -> Result<String>;

    /// The application's windows, asked of it now. By default the children of its root, wherever one looks for them.
    async fn top_levels(&self, app: &AppId, among: TopLevels, within: Duration) -> Result<Vec<TopLevel>> {
        let _ = among;
        let request = ReadRequest { max_depth: Some(1), ..ReadRequest::default() };
        let Reading { tree, .. } = self.read(app, &request, within).await?;
        Ok(tree.children(NodeId::ROOT).map(|id| TopLevel::of(tree.node(id))).collect())
    }

    /// What goes on below, in the platform's own words: of all applications in short, or of this one with all its
    /// elements. By default nothing is told beyond which applications there are.
    async fn diagnose(&self, app: Option<&AppId>, within: Duration) -> Result<Diagnosis> {
        let mut apps = self.applications(within).await?;
        apps.retain(|one| app.is_none_or(|app| one.id == *app));
        let told = |app| AppDiagnosis { app, facts: Vec::new(), elements: Vec::new() };
        Ok(Diagnosis { facts: Vec::new(), apps: apps.into_iter().map(told).collect() })
    }

    /// Changes a window through its element, on platforms where the window system cannot. Only called where
    /// [`Split::changes`](super::Split::changes) is accessibility's.
    async fn change_window(
        &self,
        app: &AppId,
        window: &Handle,
        change: WindowChange,
        within: Duration,
    ) -> Result<()> {
        let _ = (app, window, change, within);
        Err(unsupported("change windows through accessibility"))
    }
}

/// Confirms elements by [`Accessibility::details`] and [`Accessibility::caught_up`] side by side: where the answers about
/// the elements do not tell by themselves that nothing is on its way any more.
pub async fn confirm_apart<A: Accessibility + ?Sized>(
    accessibility: &A,
    app: &AppId,
    elements: &[Handle],
    fields: Fields,
    within: Duration,
) -> Result<Vec<Result<NodeData>>> {
    let details = accessibility.details(app, elements, fields, within);
    let (answers, caught_up) = join(details, accessibility.caught_up(app, within)).await;
    caught_up?;
    answers
}
