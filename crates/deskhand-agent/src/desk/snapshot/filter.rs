//! Which elements of a window a snapshot shows.

use deskhand_model::{Action, NodeData, NodeId, Role, State, Tree};
use deskhand_schema::DEPTH_LIMIT;

use super::super::asking::given;
use super::super::elements::role;
use crate::contract::{Mode, SnapshotRequest};
use crate::server::Refusal;

/// What somebody wants to see. An element has to fulfil all of it; the way to it is shown with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Filter {
    role: Option<Role>,
    /// In lower case.
    label: Option<String>,
    interactive: bool,
    /// Levels below the window.
    depth: Option<usize>,
}

impl Filter {
    pub(super) fn read(request: &SnapshotRequest) -> Result<Filter, Refusal> {
        Ok(Filter {
            role: given(request.role.clone()).map(|name| role(&name)).transpose()?,
            label: given(request.label.clone()).map(|label| label.to_lowercase()),
            interactive: request.mode == Some(Mode::Interactive),
            depth: request.depth.map(|depth| usize::try_from(depth).unwrap_or(usize::MAX)),
        })
    }

    /// How deep an application's tree has to be read. Its windows are at depth 1, what is directly in them at 2; one
    /// level more, so that the last ones shown can tell how many they have inside of them.
    pub(super) fn reading_depth(&self) -> Option<usize> {
        self.depth.filter(|depth| *depth < DEPTH_LIMIT).map(|depth| depth + 2)
    }

    fn takes_all(&self) -> bool {
        self.role.is_none() && self.label.is_none() && !self.interactive
    }

    fn takes(&self, node: &NodeData) -> bool {
        self.role.is_none_or(|role| node.role == role)
            && self.label.as_ref().is_none_or(|label| node.name.to_lowercase().contains(label))
            && (!self.interactive || is_operated(node))
    }
}

/// Whether people operate it: by its role, or because it offers an action or takes text. That something can be scrolled
/// to or has a context menu says little: Chromium says so of nearly everything.
fn is_operated(node: &NodeData) -> bool {
    let says_little = |action: &Action| {
        matches!(action, Action::ScrollIntoView | Action::ShowMenu | Action::Confirm | Action::Cancel)
    };
    node.role.is_interactive()
        || node.states.contains(State::Editable)
        || node.actions.iter().any(|action| !says_little(&action))
}

/// The elements of one tree that are shown.
#[derive(Debug)]
pub(super) struct Shown {
    /// By their number; all when not given.
    nodes: Option<Vec<bool>>,
    /// Levels below the window.
    depth: usize,
    /// Whether something lies too deep to be shown although it was asked for.
    pub(super) is_cut: bool,
}

impl Shown {
    pub(super) fn new(tree: &Tree, filter: &Filter) -> Shown {
        let depth = filter.depth.map_or(DEPTH_LIMIT, |depth| depth.min(DEPTH_LIMIT));
        let nodes = (!filter.takes_all()).then(|| kept(tree, filter, depth));
        let asked_for = filter.depth.is_none_or(|depth| depth > DEPTH_LIMIT);
        let is_cut = asked_for
            && tree.ids().any(|id| {
                level(tree, id) > DEPTH_LIMIT && (filter.takes_all() || filter.takes(tree.node(id)))
            });
        Shown { nodes, depth, is_cut }
    }

    pub(super) fn shows(&self, tree: &Tree, id: NodeId) -> bool {
        level(tree, id) <= self.depth && self.nodes.as_ref().is_none_or(|nodes| nodes[id.index()])
    }
}

/// Levels below the window; the window itself is 0.
pub(super) fn level(tree: &Tree, id: NodeId) -> usize {
    tree.depth(id).saturating_sub(1)
}

/// Elements that fulfil the filter, and the way to them. Children come after their parents, so walking backwards hands
/// each "there is one below" upwards.
fn kept(tree: &Tree, filter: &Filter, depth: usize) -> Vec<bool> {
    let mut kept = vec![false; tree.len()];
    for id in tree.ids().rev().filter(|&id| level(tree, id) <= depth) {
        kept[id.index()] |= filter.takes(tree.node(id));
        if let (true, Some(parent)) = (kept[id.index()], tree.parent(id)) {
            kept[parent.index()] = true;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use deskhand_model::{Handle, TreeBuilder};

    use super::*;

    /// application(window(group "Tools"(button "Save", link "Save help"), text "Saved"))
    fn sample() -> Tree {
        let nodes = [
            (Role::Application, "app", None),
            (Role::Window, "win", Some(0)),
            (Role::Group, "Tools", Some(1)),
            (Role::Button, "Save", Some(2)),
            (Role::Link, "Save help", Some(2)),
            (Role::Text, "Saved", Some(1)),
        ];
        let mut builder = TreeBuilder::new();
        for (role, name, parent) in nodes {
            let mut node = NodeData::new(Handle::new(name), role, "".into());
            node.name = name.into();
            let number = builder.add(node);
            if let Some(parent) = parent {
                builder.link(parent, number);
            }
        }
        builder.build().unwrap()
    }

    fn shown(request: &SnapshotRequest) -> Vec<String> {
        let tree = sample();
        let shown = Shown::new(&tree, &Filter::read(request).unwrap());
        assert!(!shown.is_cut);
        let below = tree.descendants(NodeId(1)).filter(|&id| shown.shows(&tree, id));
        below.map(|id| tree.node(id).name.to_string()).collect()
    }

    #[test]
    fn matching_elements_are_shown_with_the_way_to_them() {
        let request = SnapshotRequest::default();
        let role = |role: &str| Some(role.to_owned());
        let label = |label: &str| Some(label.to_owned());
        let interactive = Some(Mode::Interactive);
        for (request, expected) in [
            (request.clone(), ["Tools", "Save", "Save help", "Saved"].as_slice()),
            (SnapshotRequest { depth: Some(1), ..request.clone() }, &["Tools", "Saved"]),
            (SnapshotRequest { depth: Some(0), ..request.clone() }, &[]),
            (SnapshotRequest { role: role("AXButton"), ..request.clone() }, &["Tools", "Save"]),
            (
                SnapshotRequest { role: role(""), label: label(""), depth: Some(1), ..request.clone() },
                &["Tools", "Saved"],
            ),
            (
                SnapshotRequest { label: label("SAVE"), ..request.clone() },
                &["Tools", "Save", "Save help", "Saved"],
            ),
            (SnapshotRequest { label: label("help"), ..request.clone() }, &["Tools", "Save help"]),
            (SnapshotRequest { mode: interactive, ..request.clone() }, &["Tools", "Save", "Save help"]),
            (
                SnapshotRequest { mode: interactive, label: label("help"), ..request.clone() },
                &["Tools", "Save help"],
            ),
            (SnapshotRequest { mode: interactive, depth: Some(1), ..request.clone() }, &[]),
            (SnapshotRequest { mode: interactive, role: role("text"), ..request }, &[]),
        ] {
            assert_eq!(shown(&request), expected, "{request:?}");
        }
    }

    #[test]
    fn an_unknown_role_is_refused_with_the_nearest() {
        let request = SnapshotRequest { role: Some("buton".to_owned()), ..SnapshotRequest::default() };
        let refusal = Filter::read(&request).unwrap_err();
        assert_eq!(refusal.status.as_u16(), 400);
        assert!(refusal.details.contains("did you mean `button`"), "{}", refusal.details);
    }

    #[test]
    fn what_offers_only_scrolling_or_a_menu_is_not_operated() {
        let mut node = NodeData::new(Handle::new("h"), Role::Group, "".into());
        let little = [Action::ScrollIntoView, Action::ShowMenu];
        node.actions = little.into_iter().collect();
        assert!(!is_operated(&node));
        for action in [Action::Focus, Action::Select, Action::Increment] {
            node.actions = little.into_iter().chain([action]).collect();
            assert!(is_operated(&node), "{action:?}");
        }
    }

    #[test]
    fn the_tree_is_read_one_level_deeper_than_shown() {
        let depth = |depth| Filter { depth, ..Filter::default() }.reading_depth();
        assert_eq!((depth(None), depth(Some(0)), depth(Some(3))), (None, Some(2), Some(5)));
        assert_eq!(depth(Some(usize::MAX)), None);
    }

    #[test]
    fn what_lies_deeper_than_readers_of_json_can_go_is_cut() {
        let mut builder = TreeBuilder::new();
        let node = || NodeData::new(Handle::new("x"), Role::Group, "".into());
        let mut above = builder.add(node());
        for _ in 0..=DEPTH_LIMIT + 1 {
            let below = builder.add(node());
            builder.link(above, below);
            above = below;
        }
        let tree = builder.build().unwrap();
        let cut = |filter: Filter| Shown::new(&tree, &filter).is_cut;
        assert!(cut(Filter::default()));
        assert!(!cut(Filter { depth: Some(DEPTH_LIMIT), ..Filter::default() }), "it was not asked for");
        assert!(!cut(Filter { role: Some(Role::Button), ..Filter::default() }), "there is none below");
        let shown = Shown::new(&tree, &Filter::default());
        assert_eq!(tree.descendants(NodeId(1)).filter(|&id| shown.shows(&tree, id)).count(), DEPTH_LIMIT);
    }
}
