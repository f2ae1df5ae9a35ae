//! The window that an element is in, and where the element is on the screen.

use std::collections::HashMap;

use deskhand_model::{
    App, Error, ErrorKind, Fields, Handle, NodeData, NodeId, Rect, Result, Tree, Window, WindowId,
};

use crate::apps::describe;
use crate::bridge::{Bridge, Join, Known, Owned};
use crate::engine::Engine;
use crate::place::{content_of, place, place_tree};
use crate::ports::{ReadRequest, Reading, TopLevel};
use crate::session::{Element, Snapshot};
use crate::wait::Deadline;
use crate::watch::Look;

/// What a top-level element is recognised by.
const OUTLINE: Fields = Fields::SNAPSHOT;

impl Engine {
    /// Fills the bounds of a whole tree. Without a display the tree stays as it is.
    pub(crate) async fn place_snapshot(
        &self,
        snapshot: Snapshot,
        request: &ReadRequest,
        deadline: &Deadline<'_>,
    ) -> Snapshot {
        if !request.fields.contains(Fields::BOUNDS) {
            return snapshot;
        }
        match self.ports.compositor.windows(deadline.for_call()).await {
            Ok(windows) => {
                let whole = request.only_roles.is_none();
                let known = self.registry.known(&snapshot.app.id);
                let bridge = self.bridge(&snapshot.app, &known);
                let tree = place_tree(&snapshot.tree, &bridge, snapshot.app.pid, &windows, whole);
                Snapshot { tree: tree.into(), ..snapshot }
            }
            Err(error) => {
                tracing::debug!(%error, "no windows, so only the bounds that the toolkit tells");
                snapshot
            }
        }
    }

    /// Fills the bounds of single elements. What cannot be known stays unknown.
    pub(crate) async fn place_elements(
        &self,
        look: &Look,
        request: &ReadRequest,
        elements: &mut [Element],
        deadline: &Deadline<'_>,
    ) {
        let lacks = |node: &NodeData| node.bounds.is_some() != node.window_bounds.is_some();
        if !elements.iter().any(|element| lacks(&element.data)) {
            return;
        }
        let Ok(windows) = self.ports.compositor.windows(deadline.for_call()).await else { return };
        let app = &look.snapshot.app;
        if let Some(only) = self.only_window(app, &windows) {
            elements.iter_mut().for_each(|element| place(&mut element.data, only.content()));
            return;
        }
        let contents = if request.only_roles.is_none() {
            self.contents(app, look.tree(), &windows, deadline).await
        } else {
            self.contents_of_whole(app, request, &windows, deadline).await
        };
        for element in elements {
            if let Some(content) = contents.get(&element.data.handle) {
                place(&mut element.data, *content);
            }
        }
    }

    /// The content area that each element of the application is in, from a reading that skips nothing.
    async fn contents_of_whole(
        &self,
        app: &App,
        request: &ReadRequest,
        windows: &[Window],
        deadline: &Deadline<'_>,
    ) -> HashMap<Handle, Rect> {
        let whole = ReadRequest { fields: Fields::ROLE, only_roles: None, ..request.clone() };
        match self.ports.accessibility.read(&app.id, &whole, deadline.for_call()).await {
            Ok(Reading { tree, .. }) => self.contents(app, &tree, windows, deadline).await,
            Err(_) => HashMap::new(),
        }
    }

    /// The content area that each element of `tree` is in, where that is certain.
    async fn contents(
        &self,
        app: &App,
        tree: &Tree,
        windows: &[Window],
        deadline: &Deadline<'_>,
    ) -> HashMap<Handle, Rect> {
        let Ok(joins) = self.joins(app, tree, windows, deadline).await else { return HashMap::new() };
        let mut contents = HashMap::new();
        for (top, join) in joins {
            let Some(content) = content_of(&join, windows) else { continue };
            for id in std::iter::once(top).chain(tree.descendants(top)) {
                contents.insert(tree.node(id).handle.clone(), content);
            }
        }
        contents
    }

    /// Each top-level element with what it was joined with.
    async fn joins(
        &self,
        app: &App,
        tree: &Tree,
        windows: &[Window],
        deadline: &Deadline<'_>,
    ) -> Result<Vec<(NodeId, Join)>> {
        let tops: Vec<NodeId> = tree.children(NodeId::ROOT).collect();
        let details = self.details(app, tree, &tops, OUTLINE, deadline).await?;
        let told: Vec<TopLevel> = tops
            .iter()
            .zip(details)
            .map(|(&id, answer)| {
                answer.map_or_else(|_| TopLevel::of(tree.node(id)), |node| TopLevel::of(&node))
            })
            .collect();
        let known = self.registry.known(&app.id);
        let joins = self.bridge(app, &known).join(&told, &Owned::by(app.pid, windows));
        Ok(tops.into_iter().zip(joins.tops().iter().cloned()).collect())
    }

    /// How the application's elements and windows are joined.
    pub(crate) fn bridge<'a>(&self, app: &App, known: &'a Known) -> Bridge<'a> {
        Bridge::new(app, self.ports.compositor.split(), known)
    }

    /// The window that everything of the application must be in, because it has no other.
    fn only_window<'w>(&self, app: &App, windows: &'w [Window]) -> Option<&'w Window> {
        self.bridge(app, &Known::new()).only(&Owned::by(app.pid, windows))
    }

    /// The window that the node at `id` is in. `tree` must be whole.
    pub(crate) async fn window_of(
        &self,
        app: &App,
        tree: &Tree,
        id: NodeId,
        deadline: &Deadline<'_>,
    ) -> Result<Window> {
        let windows = self.ports.compositor.windows(deadline.for_call()).await?;
        if let Some(only) = self.only_window(app, &windows) {
            return Ok(only.clone());
        }
        let top = tree.window_of(id);
        let joins = self.joins(app, tree, &windows, deadline).await?;
        let join = joins.into_iter().find(|(at, _)| *at == top).map_or(Join::None, |(_, join)| join);
        let known = |id: WindowId| windows.iter().find(|window| window.id == id);
        match join {
            Join::One(id) => known(id).cloned().ok_or_else(|| no_window(app)),
            Join::Unsure(ids) => Err(unsure(app, &ids.into_iter().filter_map(known).collect::<Vec<_>>())),
            Join::None => Err(no_window(app)),
        }
    }
}

fn no_window(app: &App) -> Error {
    Error::new(ErrorKind::WindowNotFound, format!("No window of {} holds the element", describe(app)))
        .tried("compared process, title and geometry of all windows with the element's own window")
        .hint("windows are joined with elements by process, title and geometry; is the window still being opened?")
}

fn unsure(app: &App, windows: &[&Window]) -> Error {
    let list: Vec<String> =
        windows.iter().map(|window| format!("{} \"{}\"", window.id, window.title)).collect();
    let app = describe(app);
    let message = match windows.len() {
        1 => format!(
            "The element of {app} may be in another window than the one that its window looks most like"
        ),
        count => format!("The element of {app} can be in any of {count} windows that look alike"),
    };
    Error::new(ErrorKind::WindowAmbiguous, message)
        .tried(format!("compared with {}", list.join(", ")))
        .hint("give the windows different titles, places or sizes, or focus the one that is meant first")
}
