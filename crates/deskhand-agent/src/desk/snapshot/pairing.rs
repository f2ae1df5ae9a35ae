//! Which element of an application's tree is which of its windows. Pure.

use std::collections::{BTreeMap, BTreeSet};

use deskhand_model::{Fields, Handle, NodeData, NodeId, Role, State, Tree, Window, WindowId};

/// An application's windows with their elements.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Pairing {
    /// The element of each window, as far as it is known.
    pub(super) tops: BTreeMap<WindowId, NodeId>,
    /// Elements that are to be seen and are none of the windows: menus and pop-ups of toolkits that do not have them
    /// listed by the window system.
    pub(super) loose: Vec<NodeId>,
}

/// The pairing, when it follows from there being only one of each: nobody has to be asked then.
pub(super) fn obvious(tree: &Tree, windows: &[&Window]) -> Option<Pairing> {
    let [window] = windows else { return None };
    let tops: Vec<NodeId> = tree.children(NodeId::ROOT).collect();
    let shown: Vec<NodeId> = showing(tree).collect();
    match (tops.as_slice(), shown.as_slice()) {
        ([], _) => Some(Pairing::default()),
        // A minimised window is not shown.
        ([only], _) | (_, [only]) => {
            Some(Pairing { tops: BTreeMap::from([(window.id, *only)]), loose: Vec::new() })
        }
        _ => None,
    }
}

/// The pairing by what is known of which element is which window.
pub(super) fn paired(tree: &Tree, windows: &[&Window], known: &[(WindowId, Handle)]) -> Pairing {
    let place = |handle: &Handle| tree.children(NodeId::ROOT).find(|&id| tree.node(id).handle == *handle);
    let mut tops: BTreeMap<WindowId, NodeId> =
        known.iter().filter_map(|(window, handle)| Some((*window, place(handle)?))).collect();
    let taken: BTreeSet<NodeId> = tops.values().copied().collect();
    let mut loose: Vec<NodeId> = showing(tree).filter(|id| !taken.contains(id)).collect();
    // The last window and the last element that is one belong together.
    let left: Vec<&&Window> = windows.iter().filter(|window| !tops.contains_key(&window.id)).collect();
    let mut windowed = loose.iter().copied().filter(|&id| tree.node(id).role.is_window());
    if let ([window], Some(top), None) = (left.as_slice(), windowed.next(), windowed.next()) {
        tops.insert(window.id, top);
        loose.retain(|&id| id != top);
    }
    Pairing { tops, loose }
}

/// The top-level elements that are to be seen.
fn showing(tree: &Tree) -> impl Iterator<Item = NodeId> + '_ {
    tree.children(NodeId::ROOT).filter(|&id| {
        let node = tree.node(id);
        !node.known.contains(Fields::STATES) || node.states.contains(State::Showing)
    })
}

/// What the contract calls a window that the window system does not list. Beside one that is listed it is a menu or the
/// like: GTK 3 has those in windows of their own.
pub(super) fn kind_of_loose(node: &NodeData, beside_window: bool) -> &'static str {
    match node.role {
        Role::Window if !beside_window => "regular",
        Role::Dialog | Role::AlertDialog => "dialog",
        Role::Tooltip => "tooltip",
        _ => "popup",
    }
}

#[cfg(test)]
mod tests {
    use deskhand_model::TreeBuilder;

    use super::*;

    /// An application with these top-level elements; those with a `-` before their name are not shown.
    fn tree(tops: &[(Role, &str)]) -> Tree {
        let mut builder = TreeBuilder::new();
        let root = builder.add(NodeData::new(Handle::new("app"), Role::Application, "".into()));
        for (role, name) in tops {
            let mut node = NodeData::new(Handle::new(*name), *role, "".into());
            node.known = Fields::ALL;
            if !name.starts_with('-') {
                node.states.insert(State::Showing);
            }
            let number = builder.add(node);
            builder.link(root, number);
        }
        builder.build().unwrap()
    }

    fn window(id: u64) -> Window {
        Window { id: WindowId(id), ..Window::default() }
    }

    fn names(tree: &Tree, pairing: &Pairing) -> (Vec<(u64, String)>, Vec<String>) {
        let name = |id: &NodeId| tree.node(*id).handle.as_str().to_owned();
        let tops = pairing.tops.iter().map(|(window, id)| (window.0, name(id))).collect();
        (tops, pairing.loose.iter().map(name).collect())
    }

    #[test]
    fn one_window_and_one_element_belong_together() {
        let one = window(1);
        for (tops, expected) in [
            ([(Role::Window, "a")].as_slice(), Some("a")),
            (&[(Role::Window, "-hidden")], Some("-hidden")),
            (&[(Role::Window, "-hidden"), (Role::Window, "a")], Some("a")),
            (&[], None),
        ] {
            let tree = tree(tops);
            let pairing = obvious(&tree, &[&one]).unwrap();
            let expected: Vec<(u64, String)> =
                expected.map(|name| (1, name.to_owned())).into_iter().collect();
            assert_eq!(names(&tree, &pairing), (expected, vec![]));
        }
    }

    #[test]
    fn several_of_either_have_to_be_asked_about() {
        let (one, two) = (window(1), window(2));
        assert_eq!(obvious(&tree(&[(Role::Window, "a")]), &[&one, &two]), None);
        assert_eq!(obvious(&tree(&[(Role::Window, "a"), (Role::Menu, "menu")]), &[&one]), None);
    }

    #[test]
    fn what_is_shown_and_no_window_is_loose() {
        let tree = tree(&[(Role::Window, "a"), (Role::Menu, "menu"), (Role::Window, "-old")]);
        let known = [(WindowId(1), Handle::new("a"))];
        let (tops, loose) = names(&tree, &paired(&tree, &[&window(1)], &known));
        assert_eq!((tops, loose), (vec![(1, "a".to_owned())], vec!["menu".to_owned()]));
    }

    #[test]
    fn the_last_of_both_belong_together() {
        let tree = tree(&[(Role::Window, "a"), (Role::Dialog, "b"), (Role::Menu, "menu")]);
        let known = [(WindowId(1), Handle::new("a")), (WindowId(9), Handle::new("gone"))];
        let (tops, loose) = names(&tree, &paired(&tree, &[&window(1), &window(2)], &known));
        assert_eq!(tops, [(1, "a".to_owned()), (2, "b".to_owned())]);
        assert_eq!(loose, ["menu"]);
    }

    #[test]
    fn two_that_cannot_be_told_apart_stay_loose() {
        let tree = tree(&[(Role::Window, "a"), (Role::Window, "b")]);
        let (tops, loose) = names(&tree, &paired(&tree, &[&window(1), &window(2)], &[]));
        assert!(tops.is_empty());
        assert_eq!(loose, ["a", "b"]);
    }
}
