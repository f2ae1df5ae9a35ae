//! One look at an application through the contract's snapshot.

use std::sync::Arc;
use std::time::Duration;

use deskhand_engine::ports::{ReadPath, ReadRequest};
use deskhand_engine::{Element, Found, Locator, Snapshot};
use deskhand_model::{App, Error, ErrorKind, Handle, NodeData, NodeId, Result, Role, Tree, TreeBuilder};

use super::element::{TOLD, node, top_level};
use super::flat::{Placed, flatten};
use super::query;
use crate::contract::{ElementQuery, SnapshotRequest, WindowInfo};

/// What was seen of an application.
pub(super) struct Look {
    /// All that the agent showed, other applications' windows that go by the same name included: the agent counts those too.
    pub(super) windows: Vec<WindowInfo>,
    /// What it was asked to show.
    window: Option<String>,
    pub(super) snapshot: Snapshot,
}

/// What to ask the agent to show of an application.
pub(super) fn request(app: &App, read: &ReadRequest) -> SnapshotRequest {
    SnapshotRequest {
        window: named(app),
        // The application and its windows are levels too; no less than what is directly in a window can be asked for.
        depth: read.max_depth.map(|depth| u32::try_from(depth.saturating_sub(1).max(1)).unwrap_or(u32::MAX)),
        ..SnapshotRequest::default()
    }
}

fn named(app: &App) -> Option<String> {
    Some(app.name.clone()).filter(|name| !name.is_empty())
}

impl Look {
    pub(super) fn new(
        app: App,
        windows: Vec<WindowInfo>,
        read: &ReadRequest,
        took: Duration,
    ) -> Result<Look> {
        let tree = Arc::new(tree(&app, &windows, read)?);
        let path = ReadPath::Other("snapshot".into());
        let window = named(&app);
        Ok(Look {
            windows,
            window,
            snapshot: Snapshot {
                app,
                tree,
                path,
                direct: false,
                calls: 1,
                rounds: 1,
                took,
                age: Duration::ZERO,
            },
        })
    }

    /// The elements that a locator means.
    pub(super) fn found(&self, locator: &Locator) -> Result<Found> {
        let tree = &self.snapshot.tree;
        let mut ids = locator.query.matches(tree).map_err(Error::from)?;
        if let Some(nth) = locator.nth {
            ids = ids.get(nth).copied().into_iter().collect();
        }
        let element = |id: NodeId| Element {
            app: self.snapshot.app.clone(),
            tree: tree.clone(),
            id,
            data: tree.node(id).clone(),
            healed: None,
        };
        Ok(Found { snapshot: self.snapshot.clone(), elements: ids.into_iter().map(element).collect() })
    }

    /// The contract's words for an element of this look.
    pub(super) fn query(&self, element: &NodeData) -> Result<ElementQuery> {
        let number = element.handle.as_str().parse::<usize>().ok();
        let all = flatten(&self.windows);
        number.and_then(|number| query::meaning(&all, number, self.window.as_deref())).ok_or_else(|| {
            Error::new(
                ErrorKind::ActionUnsupported,
                "The agent acts on what is in windows, not on the windows themselves",
            )
        })
    }
}

/// The application with its windows and their elements.
fn tree(app: &App, windows: &[WindowInfo], read: &ReadRequest) -> Result<Tree> {
    let mut builder = TreeBuilder::new();
    let mut root = NodeData::new(Handle::new("application"), Role::Application, "application".into());
    root.known = TOLD.into_iter().fold(root.known, |all, field| all | field);
    root.name = app.name.as_str().into();
    let root = builder.add(root);
    let tops: Vec<Option<usize>> = windows
        .iter()
        .enumerate()
        .map(|(number, info)| {
            (info.app_name == app.name).then(|| {
                let top = builder.add(top_level(number, info));
                builder.link(root, top);
                top
            })
        })
        .collect();
    if read.max_depth != Some(1) {
        add_elements(&mut builder, &flatten(windows), &tops, read.max_nodes);
    }
    builder.gaps_mut().depth_limit = read.max_depth;
    builder.build().ok_or_else(|| Error::new(ErrorKind::Internal, "A tree has at least its root"))
}

/// Adds the elements of the windows that are in the tree, as many as may be.
fn add_elements(builder: &mut TreeBuilder, all: &[Placed<'_>], tops: &[Option<usize>], most: usize) {
    let mut places: Vec<Option<usize>> = Vec::with_capacity(all.len());
    for (number, Placed { info, window, parent }) in all.iter().enumerate() {
        let above = match parent {
            Some(parent) => places[*parent],
            None => tops.get(*window).copied().flatten(),
        };
        let place = above.filter(|_| builder.len() < most).map(|above| {
            let place = builder.add(node(number, info));
            builder.link(above, place);
            place
        });
        if above.is_some() && place.is_none() {
            builder.gaps_mut().node_limit = Some(most);
        }
        places.push(place);
    }
}
