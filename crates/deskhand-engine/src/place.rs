//! Bounds in both coordinate systems. Pure.
//!
//! Providers deliver what a toolkit can tell: GTK4 knows no screen position, the others know only that. The missing
//! half follows from where the element's window has its content.

use deskhand_model::{NodeData, NodeId, Point, Rect, Tree, Window, WindowId};

use crate::bridge::{Bridge, Join, Owned};
use crate::ports::TopLevel;

/// Fills whichever bounds are missing, for a node in a window whose content is at `content`.
pub(crate) fn place(node: &mut NodeData, content: Rect) {
    let Point { x, y } = content.origin();
    match (node.bounds, node.window_bounds) {
        (None, Some(inner)) => node.bounds = Some(inner.translated(Point { x, y })),
        (Some(outer), None) => {
            let back = Point { x: x.saturating_neg(), y: y.saturating_neg() };
            node.window_bounds = Some(outer.translated(back));
        }
        _ => {}
    }
}

/// The content area behind a join. Windows that lie exactly on each other have the same one, whichever it is.
pub(crate) fn content_of(join: &Join, windows: &[Window]) -> Option<Rect> {
    let content = |id: &WindowId| windows.iter().find(|window| window.id == *id).map(Window::content);
    match join {
        Join::One(id) => content(id),
        Join::Unsure(ids) => {
            let mut contents = ids.iter().map(content);
            let first = contents.next()??;
            contents.all(|other| other == Some(first)).then_some(first)
        }
        Join::None => None,
    }
}

/// The tree with both kinds of bounds where both can be known. `whole` says that the tree has all ancestors; without
/// them a node's window is only certain when there is but one.
pub(crate) fn place_tree(
    tree: &Tree,
    bridge: &Bridge<'_>,
    pid: Option<u32>,
    windows: &[Window],
    whole: bool,
) -> Tree {
    let owned = Owned::by(pid, windows);
    if let Some(only) = bridge.only(&owned) {
        let content = only.content();
        return tree.map(|_, node| place(node, content));
    }
    if !whole {
        return tree.map(|_, _| {});
    }
    let tops: Vec<NodeId> = tree.children(NodeId::ROOT).collect();
    let told: Vec<TopLevel> = tops.iter().map(|&id| TopLevel::of(tree.node(id))).collect();
    let contents: Vec<Option<Rect>> =
        bridge.join(&told, &owned).tops().iter().map(|join| content_of(join, windows)).collect();
    // In tree order everything between two top-level nodes is below the first.
    let mut current = None;
    tree.map(|id, node| {
        if let Ok(at) = tops.binary_search(&id) {
            current = contents[at];
        }
        if let Some(content) = current {
            place(node, content);
        }
    })
}

#[cfg(test)]
mod tests {
    use deskhand_model::{App, AppId, Fields, Handle, Health, Insets, Role, Toolkit, TreeBuilder};

    use super::*;
    use crate::bridge::Known;
    use crate::ports::Split;

    fn window(id: u64, title: &str, client: Rect, shadow: u32) -> Window {
        Window {
            id: WindowId(id),
            title: title.to_owned(),
            pid: Some(7),
            app: String::new(),
            instance: String::new(),
            client,
            shadow: Insets { left: shadow, right: shadow, top: shadow, bottom: shadow },
            z_index: 0,
            ..Window::default()
        }
    }

    fn node(name: &str, bounds: Option<Rect>, window_bounds: Option<Rect>) -> NodeData {
        let mut node = NodeData::new(Handle::new(name), Role::Group, "".into());
        node.name = name.into();
        (node.bounds, node.window_bounds) = (bounds, window_bounds);
        node.known = Fields::SNAPSHOT;
        node
    }

    fn placed(tree: &Tree, name: &str) -> (Option<Rect>, Option<Rect>) {
        let node = tree.node(tree.with_name(name)[0]);
        (node.bounds, node.window_bounds)
    }

    /// root(One(a), Two(b))
    fn tree(a: NodeData, b: NodeData) -> Tree {
        let mut builder = TreeBuilder::new();
        let root = builder.add(node("root", None, None));
        for (title, child) in [("One", a), ("Two", b)] {
            let top = builder.add(node(title, None, None));
            let child = builder.add(child);
            builder.link(root, top);
            builder.link(top, child);
        }
        builder.build().unwrap()
    }

    fn placed_tree(tree: &Tree, windows: &[Window], whole: bool) -> Tree {
        let app = App {
            id: AppId::new("app"),
            name: String::new(),
            pid: Some(7),
            executable: None,
            desktop_id: None,
            toolkit: Toolkit::default(),
            health: Health::Responding,
        };
        let known = Known::new();
        place_tree(tree, &Bridge::new(&app, Split::REGISTRY, &known), app.pid, windows, whole)
    }

    #[test]
    fn each_half_is_filled_from_the_other() {
        let content = Rect::new(110, 210, 380, 280);
        for (screen, inner) in [
            (Some(Rect::new(120, 230, 10, 10)), None),
            (None, Some(Rect::new(10, 20, 10, 10))),
            (Some(Rect::new(120, 230, 10, 10)), Some(Rect::new(10, 20, 10, 10))),
        ] {
            let mut node = node("n", screen, inner);
            place(&mut node, content);
            assert_eq!(node.bounds, Some(Rect::new(120, 230, 10, 10)));
            assert_eq!(node.window_bounds, Some(Rect::new(10, 20, 10, 10)));
        }
    }

    #[test]
    fn window_coordinates_start_inside_of_the_shadow() {
        let windows = [window(1, "One", Rect::new(100, 200, 400, 300), 10)];
        let tree = tree(node("a", None, Some(Rect::new(0, 0, 5, 5))), node("b", None, None));
        let tree = placed_tree(&tree, &windows, true);
        assert_eq!(placed(&tree, "a"), (Some(Rect::new(110, 210, 5, 5)), Some(Rect::new(0, 0, 5, 5))));
        assert_eq!(placed(&tree, "b"), (None, None));
    }

    #[test]
    fn each_node_is_placed_by_its_own_window() {
        let windows =
            [window(1, "One", Rect::new(100, 0, 9, 9), 0), window(2, "Two", Rect::new(500, 0, 9, 9), 0)];
        let inner = Some(Rect::new(1, 1, 5, 5));
        let tree = tree(node("a", None, inner), node("b", None, inner));
        let whole = placed_tree(&tree, &windows, true);
        assert_eq!(placed(&whole, "a").0, Some(Rect::new(101, 1, 5, 5)));
        assert_eq!(placed(&whole, "b").0, Some(Rect::new(501, 1, 5, 5)));
        let partial = placed_tree(&tree, &windows, false);
        assert_eq!(placed(&partial, "a").0, None, "without ancestors its window is unknown");
    }

    #[test]
    fn windows_that_lie_on_each_other_place_alike() {
        let client = Rect::new(100, 0, 9, 9);
        let windows =
            [window(1, "x", client, 0), window(2, "x", client, 0), window(3, "x", Rect::new(0, 0, 9, 9), 0)];
        assert_eq!(content_of(&Join::Unsure(vec![WindowId(1), WindowId(2)]), &windows), Some(client));
        assert_eq!(content_of(&Join::Unsure(vec![WindowId(1), WindowId(3)]), &windows), None);
    }
}
