//! Simulated applications as trees.

use std::collections::HashMap;

use deskhand_engine::ports::ReadRequest;
use deskhand_model::{Fields, Handle, NodeData, Role, State, Tree, TreeBuilder};

use crate::world::{SimApp, SimWindow, World};

/// The tree of an application, while it runs.
pub(super) fn whole(world: &World, pid: u32, request: &ReadRequest) -> Option<Tree> {
    let app = world.app(pid)?;
    let mut builder = TreeBuilder::new();
    let root = builder.add(application(app, request.fields));
    if request.max_depth == Some(0) {
        builder.gaps_mut().depth_limit = Some(0);
        return builder.build();
    }
    let mut windows: Vec<&SimWindow> =
        world.windows.iter().filter(|window| window.pid == pid && world.is_listed(window)).collect();
    windows.sort_by_key(|window| window.key);
    for window in windows {
        add(world, window, 0, Some(root), request, &mut builder);
    }
    builder.build()
}

/// What is below one element, itself included, while it is there.
pub(super) fn below(world: &World, element: &Handle, request: &ReadRequest) -> Option<Tree> {
    if let Some(app) = of_root(world, element) {
        return whole(world, app.pid, request);
    }
    let (key, index) = world.resolve(element)?;
    let mut builder = TreeBuilder::new();
    add(world, world.window(key)?, index, None, request, &mut builder);
    builder.build()
}

/// One element, while it is there.
pub(super) fn element(world: &World, handle: &Handle, fields: Fields) -> Option<NodeData> {
    if let Some(app) = of_root(world, handle) {
        return Some(application(app, fields));
    }
    let (key, index) = world.resolve(handle)?;
    node(world, world.window(key)?, index, fields)
}

/// The application whose root this is.
fn of_root<'a>(world: &'a World, handle: &Handle) -> Option<&'a SimApp> {
    world.app(handle.as_str().parse().ok()?)
}

fn application(app: &SimApp, fields: Fields) -> NodeData {
    let mut root = NodeData::new(app.root(), Role::Application, "application".into());
    root.name = app.name.as_str().into();
    root.known |= fields;
    root
}

/// Adds an element of a window with what is below it, as far as the limits allow.
fn add(
    world: &World,
    window: &SimWindow,
    first: usize,
    root: Option<usize>,
    request: &ReadRequest,
    builder: &mut TreeBuilder,
) {
    // The number in the builder and the depth of the elements that were added.
    let mut places = HashMap::with_capacity(window.widgets.len());
    for (index, _) in window.widgets.below(first) {
        let above = match window.widgets.parent(index).filter(|_| index != first) {
            None => root.map(|root| (root, 0)),
            Some(parent) => match places.get(&parent) {
                Some(place) => Some(*place),
                // What is above was left out.
                None => continue,
            },
        };
        let depth = above.map_or(0, |(_, depth)| depth + 1);
        if request.max_depth.is_some_and(|most| depth > most) {
            builder.gaps_mut().depth_limit = request.max_depth;
            continue;
        }
        if builder.len() >= request.max_nodes {
            builder.gaps_mut().node_limit = Some(request.max_nodes);
            continue;
        }
        let Some(node) = node(world, window, index, request.fields) else { continue };
        let number = builder.add(node);
        if let Some((parent, _)) = above {
            builder.link(parent, number);
        }
        places.insert(index, (number, depth));
    }
}

fn node(world: &World, window: &SimWindow, index: usize, fields: Fields) -> Option<NodeData> {
    let mut node = window.widgets.told(index, window.element_at(index), fields, world.around(window))?;
    if index == 0 {
        let told = world.top_level(window);
        if fields.contains(Fields::NAME) {
            node.name = told.title.into();
        }
        if fields.contains(Fields::BOUNDS) {
            node.bounds = told.bounds;
        }
        if fields.contains(Fields::STATES) {
            for (state, set) in [
                (State::Active, told.focused),
                (State::Modal, told.modal),
                (State::Minimized, told.minimized),
                (State::Resizable, window.abilities.resizable),
            ] {
                if set == Some(true) {
                    node.states.insert(state);
                }
            }
        }
    }
    Some(node)
}
