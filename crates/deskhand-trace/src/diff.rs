//! What changed between two readings of an application's tree.

use std::collections::HashMap;
use std::collections::VecDeque;

use deskhand_model::{Candidate, Fields, NodeData, NodeId, Rect, Role, Tree, Value};
use deskhand_schema::{ElementChange, FieldChange, TreeDiff, TreePart};

/// Longest text that a change tells in full, in characters.
const LONGEST: usize = 200;

/// What is different in `after`, with at most `most` entries.
pub(crate) fn diff(before: &Tree, after: &Tree, most: usize) -> TreeDiff {
    let pairs = Pairs::new(before, after);
    let added = outermost(after, |id| pairs.before(id).is_none());
    let removed = outermost(before, |id| pairs.after(id).is_none());
    let changed = after.ids().filter_map(|id| {
        let fields = changes(before.node(pairs.before(id)?), after.node(id));
        (!fields.is_empty()).then_some((id, fields))
    });
    let mut bound = Bound { left: most, more: 0 };
    // Texts and paths are made only of what is listed.
    let removed = bound.take(removed).map(|id| part(before, id)).collect();
    let added = bound.take(added).map(|id| part(after, id)).collect();
    let changed = bound.take(changed).map(|(id, fields)| ElementChange {
        path: Candidate::describe(after, id, 1.0).path,
        node: id.0,
        fields,
    });
    TreeDiff { changed: changed.collect(), added, removed, more: bound.more }
}

/// How many more entries may be listed, and how many were not.
struct Bound {
    left: usize,
    more: usize,
}

impl Bound {
    fn take<T>(&mut self, entries: impl Iterator<Item = T>) -> std::vec::IntoIter<T> {
        let mut listed = Vec::new();
        for entry in entries {
            if self.left > 0 {
                self.left -= 1;
                listed.push(entry);
            } else {
                self.more += 1;
            }
        }
        listed.into_iter()
    }
}

fn part(tree: &Tree, id: NodeId) -> TreePart {
    TreePart { path: Candidate::describe(tree, id, 1.0).path, node: id.0, inside: tree.descendants(id).len() }
}

/// The nodes that are so and whose parent is not.
fn outermost<'a>(tree: &'a Tree, is_so: impl Fn(NodeId) -> bool + 'a) -> impl Iterator<Item = NodeId> + 'a {
    tree.ids().filter(move |&id| is_so(id) && tree.parent(id).is_none_or(|above| !is_so(above)))
}

/// Which node of one tree is which of the other.
struct Pairs {
    to_before: Vec<Option<NodeId>>,
    to_after: Vec<Option<NodeId>>,
}

/// What an element is known by where its handle is new: its parent, and what it is called there.
type Place<'a> = (NodeId, Role, &'a str, &'a str);

impl Pairs {
    fn new(before: &Tree, after: &Tree) -> Pairs {
        let mut pairs = Pairs { to_before: vec![None; after.len()], to_after: vec![None; before.len()] };
        pairs.join(NodeId::ROOT, NodeId::ROOT);
        pairs.by_handle(before, after);
        pairs.by_place(before, after);
        pairs
    }

    fn join(&mut self, before: NodeId, after: NodeId) {
        self.to_before[after.index()] = Some(before);
        self.to_after[before.index()] = Some(after);
    }

    fn before(&self, after: NodeId) -> Option<NodeId> {
        self.to_before[after.index()]
    }

    fn after(&self, before: NodeId) -> Option<NodeId> {
        self.to_after[before.index()]
    }

    /// Most toolkits keep the handle of an element as long as it lives.
    fn by_handle(&mut self, before: &Tree, after: &Tree) {
        let known: HashMap<_, _> = before.ids().map(|id| (&before.node(id).handle, id)).collect();
        for id in after.ids() {
            let node = after.node(id);
            let old = known.get(&node.handle).copied();
            let old = old.filter(|&old| before.node(old).role == node.role && self.after(old).is_none());
            if let (Some(old), None) = (old, self.before(id)) {
                self.join(old, id);
            }
        }
    }

    /// Some make new ones for what looks the same. Parents come before their children in both trees.
    fn by_place(&mut self, before: &Tree, after: &Tree) {
        let mut places: HashMap<Place<'_>, VecDeque<NodeId>> = HashMap::new();
        for id in before.ids().filter(|&id| self.after(id).is_none()) {
            if let Some(above) = before.parent(id) {
                places.entry(place(above, before.node(id))).or_default().push_back(id);
            }
        }
        for id in after.ids() {
            if self.before(id).is_some() {
                continue;
            }
            let Some(above) = after.parent(id).and_then(|above| self.before(above)) else { continue };
            let same = places.get_mut(&place(above, after.node(id))).and_then(VecDeque::pop_front);
            if let Some(old) = same {
                self.join(old, id);
            }
        }
    }
}

fn place(above: NodeId, node: &NodeData) -> Place<'_> {
    (above, node.role, &node.id, &node.name)
}

/// In which fields that are known of both the two differ. Places on the screen are left out: when a window is moved,
/// everything in it would be different.
fn changes(before: &NodeData, after: &NodeData) -> Vec<FieldChange> {
    let mut fields = Vec::new();
    let both = |field: Fields| before.known.contains(field) && after.known.contains(field);
    let mut compare = |name: &str, before: String, after: String| {
        if before != after {
            fields.push(FieldChange { field: name.to_owned(), before: short(&before), after: short(&after) });
        }
    };
    if both(Fields::NAME) {
        compare("name", before.name.to_string(), after.name.to_string());
    }
    if both(Fields::DESCRIPTION) {
        compare("description", before.description.to_string(), after.description.to_string());
    }
    if both(Fields::ID) {
        compare("id", before.id.to_string(), after.id.to_string());
    }
    if both(Fields::STATES) && before.states != after.states {
        let names = |node: &NodeData, other: &NodeData| {
            let only = node.states.iter().filter(|&state| !other.states.contains(state));
            only.map(|state| state.name()).collect::<Vec<_>>().join(" ")
        };
        compare("states", names(before, after), names(after, before));
    }
    if both(Fields::VALUE) {
        compare("value", number(before.value), number(after.value));
    }
    if both(Fields::TEXT) {
        let text = |node: &NodeData| node.text.as_deref().unwrap_or_default().to_owned();
        compare("text", text(before), text(after));
    }
    if let (Some(old), Some(new)) = (before.window_bounds, after.window_bounds) {
        compare("bounds", rectangle(old), rectangle(new));
    }
    fields
}

fn number(value: Option<Value>) -> String {
    value.map(|value| value.current.to_string()).unwrap_or_default()
}

fn rectangle(rect: Rect) -> String {
    format!("{},{} {}x{}", rect.x, rect.y, rect.width, rect.height)
}

/// At most [`LONGEST`] characters, with an ellipsis where there were more.
fn short(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    text.chars().take(LONGEST - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use deskhand_model::{Handle, State, StateSet, TreeBuilder};

    use super::*;

    /// A window with children: handle and name of each.
    fn tree(children: &[(&str, &str)]) -> Tree {
        let mut builder = TreeBuilder::new();
        let root = builder.add(NodeData::new(Handle::new("app"), Role::Application, "".into()));
        let mut window = NodeData::new(Handle::new("window"), Role::Window, "".into());
        (window.name, window.known) = ("Demo".into(), Fields::SNAPSHOT);
        let window = builder.add(window);
        builder.link(root, window);
        for (handle, name) in children {
            let mut node = NodeData::new(Handle::new(*handle), Role::Button, "".into());
            (node.name, node.known) = ((*name).into(), Fields::SNAPSHOT);
            let node = builder.add(node);
            builder.link(window, node);
        }
        builder.build().unwrap()
    }

    fn paths(parts: &[TreePart]) -> Vec<&str> {
        parts.iter().map(|part| part.path.as_str()).collect()
    }

    #[test]
    fn equal_trees_have_no_difference() {
        let one = tree(&[("1", "Save"), ("2", "Open")]);
        assert!(diff(&one, &tree(&[("1", "Save"), ("2", "Open")]), 10).is_empty());
    }

    #[test]
    fn what_came_and_what_went_is_told_with_its_path() {
        let told = diff(&tree(&[("1", "Save"), ("2", "Open")]), &tree(&[("1", "Save"), ("3", "Close")]), 10);
        assert_eq!(paths(&told.added), [r#"window "Demo" > button "Close""#]);
        assert_eq!(paths(&told.removed), [r#"window "Demo" > button "Open""#]);
        assert!(told.changed.is_empty());
    }

    #[test]
    fn an_element_with_a_new_handle_at_its_old_place_is_the_same_one() {
        let told = diff(&tree(&[("1", "Save"), ("2", "Save")]), &tree(&[("8", "Save"), ("9", "Save")]), 10);
        assert!(told.is_empty(), "{told:?}");
    }

    #[test]
    fn a_new_name_and_new_states_are_changes() {
        let before = tree(&[("1", "Save")]);
        let after = tree(&[("1", "Saved")]).map(|_, node| {
            if node.role == Role::Button {
                node.states = StateSet::EMPTY.with(State::Focused);
            }
        });
        let told = diff(&before, &after, 10);
        let fields: Vec<(&str, &str, &str)> = told.changed[0]
            .fields
            .iter()
            .map(|field| (field.field.as_str(), field.before.as_str(), field.after.as_str()))
            .collect();
        assert_eq!(fields, [("name", "Save", "Saved"), ("states", "", "focused")]);
    }

    #[test]
    fn a_field_that_one_side_does_not_know_has_not_changed() {
        let before = tree(&[("1", "Save")]).map(|_, node| node.known = Fields::ROLE);
        assert!(diff(&before, &tree(&[("1", "Saved")]), 10).is_empty());
    }

    #[test]
    fn of_a_part_only_the_outermost_is_listed() {
        let told = diff(&tree(&[]), &tree(&[]).map(|_, node| node.handle = Handle::new("other")), 10);
        assert!(told.is_empty(), "the same places");
        let mut builder = TreeBuilder::new();
        builder.add(NodeData::new(Handle::new("app"), Role::Application, "".into()));
        let told = diff(&builder.build().unwrap(), &tree(&[("1", "Save"), ("2", "Open")]), 10);
        assert_eq!((paths(&told.added), told.added[0].inside), (vec![r#"window "Demo""#], 2));
    }

    #[test]
    fn a_long_list_is_bounded_and_says_how_many_more_there_are() {
        let names: Vec<String> = (0..50).map(|number| number.to_string()).collect();
        let many: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), name.as_str())).collect();
        let told = diff(&tree(&[]), &tree(&many), 5);
        assert_eq!((told.added.len(), told.more), (5, 45));
    }
}
