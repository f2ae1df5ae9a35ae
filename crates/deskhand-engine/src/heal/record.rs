//! Making a fingerprint of an element, and a portrait of a fingerprint. Pure.

use deskhand_model::{NodeId, Tree};

use super::family::related;
use super::fingerprint::{Fingerprint, Other};
use super::portrait::{Gallery, Portrait, place_in_window, test_id, window_size};
use super::text::{folded, likeness, tidy};

/// Most others that are kept.
const OTHERS: usize = 16;

/// How far away in tree order names are compared letter by letter. Beyond, only the same name counts as alike: a tree can
/// have very many nodes.
const REACH: u32 = 1_000;

/// How much of a name is compared. Some have a whole document for a name.
const COMPARED: usize = 100;

impl Fingerprint {
    /// How the element at `id` looks now, apart from its picture.
    pub(super) fn of(tree: &Tree, id: NodeId) -> Fingerprint {
        let gallery = Gallery::new(tree);
        let Portrait { role, name, description, test_id, id: own_id, path, before, after, bounds, .. } =
            gallery.portrait(id);
        Fingerprint {
            role,
            name,
            description,
            test_id,
            id: own_id,
            window: tree.node(tree.window_of(id)).name.to_string(),
            path,
            before,
            after,
            others: others(&gallery, id),
            bounds,
            window_size: window_size(tree, id),
            thumbnail: None,
        }
    }

    pub(super) fn portrait(&self) -> Portrait {
        Portrait {
            role: self.role,
            name: self.name.clone(),
            tidy_name: tidy(&self.name),
            folded_name: folded(&self.name),
            description: self.description.clone(),
            folded_description: folded(&self.description),
            test_id: self.test_id.clone(),
            id: self.id.clone(),
            window: Some(folded(&self.window)),
            path: self.path.clone(),
            before: self.before.clone(),
            after: self.after.clone(),
            bounds: self.bounds,
        }
    }
}

impl Other {
    fn of(gallery: &Gallery<'_>, id: NodeId) -> Other {
        let Portrait { role, name, description, test_id, id, before, after, bounds, .. } =
            gallery.portrait(id);
        let (before, after) = (before.into_iter().next(), after.into_iter().next());
        Other { role, name, description, id, test_id, before, after, bounds }
    }

    pub(super) fn portrait(&self) -> Portrait {
        Portrait {
            role: self.role,
            name: self.name.clone(),
            tidy_name: tidy(&self.name),
            folded_name: folded(&self.name),
            description: self.description.clone(),
            folded_description: folded(&self.description),
            test_id: self.test_id.clone(),
            id: self.id.clone(),
            window: None,
            path: Vec::new(),
            before: self.before.clone().into_iter().collect(),
            after: self.after.clone().into_iter().collect(),
            bounds: self.bounds,
        }
    }
}

/// The elements that one could most easily take for the one at `id`: those with the most similar names, and the nearest.
fn others(gallery: &Gallery<'_>, id: NodeId) -> Vec<Other> {
    let tree = gallery.tree;
    let own = tree.node(id);
    let (name, place) = (beginning(&own.name), place_in_window(tree, id));
    let mut scored: Vec<(f64, NodeId)> = tree
        .ids()
        .skip(1)
        .filter(|&other| other != id && related(own.role, tree.node(other).role))
        .map(|other| {
            let node = tree.node(other);
            let same_test_id = !test_id(own).is_empty() && test_id(node) == test_id(own);
            let alike = match beginning(&node.name) {
                same if same == name && !same.is_empty() => 1.0,
                other_name if other.0.abs_diff(id.0) <= REACH => likeness(&name, &other_name),
                _ => 0.0,
            };
            let alike = alike + f64::from(u8::from(same_test_id));
            let near = match (place, place_in_window(tree, other)) {
                (Some(a), Some(b)) => {
                    let (across, down) = (f64::from(a.x) - f64::from(b.x), f64::from(a.y) - f64::from(b.y));
                    1.0 / (1.0 + across.hypot(down) / 100.0)
                }
                _ => 1.0 / (1.0 + f64::from(other.0.abs_diff(id.0)) / 4.0),
            };
            let sibling = if tree.parent(other) == tree.parent(id) { 0.3 } else { 0.0 };
            (alike.max(near + sibling) + 0.1 * (alike + near), other)
        })
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    scored.truncate(OTHERS);
    // In tree order, so that a file of them changes little when little has changed.
    scored.sort_by_key(|(_, other)| *other);
    scored.into_iter().map(|(_, other)| Other::of(gallery, other)).collect()
}

/// The folded beginning of a name.
fn beginning(name: &str) -> String {
    let end = name.char_indices().nth(COMPARED).map_or(name.len(), |(at, _)| at);
    folded(&name[..end])
}

#[cfg(test)]
mod tests {
    use deskhand_model::{Fields, Handle, NodeData, Role, TreeBuilder};

    use super::*;

    /// A window with buttons of these names.
    fn window(names: &[&str]) -> Tree {
        let mut builder = TreeBuilder::new();
        let mut add = |role: Role, name: &str| {
            let mut node = NodeData::new(Handle::new(name), role, "".into());
            (node.name, node.known) = (name.into(), Fields::ALL);
            builder.add(node)
        };
        let (root, window) = (add(Role::Application, "app"), add(Role::Window, "Editor"));
        let buttons: Vec<usize> = names.iter().map(|name| add(Role::Button, name)).collect();
        builder.link(root, window);
        buttons.into_iter().for_each(|button| builder.link(window, button));
        builder.build().unwrap()
    }

    fn others_of_the_first(names: &[&str]) -> Vec<String> {
        Fingerprint::of(&window(names), NodeId(2)).others.into_iter().map(|other| other.name).collect()
    }

    #[test]
    fn far_away_only_the_same_name_counts_as_alike() {
        let mut names = vec!["Save the file"; 1];
        names.extend(["Something else"; 900]);
        names.push("Save the files");
        names.extend(["Something else"; 4000]);
        names.extend(["Save a file", "Save the _file…"]);
        let others = others_of_the_first(&names);
        let has = |name: &str| others.iter().any(|other| other == name);
        assert_eq!(others.len(), OTHERS);
        assert_eq!(
            [has("Save the files"), has("Save a file"), has("Save the _file…")],
            [true, false, true],
            "{others:?}"
        );
    }

    #[test]
    fn a_document_for_a_name_is_compared_by_its_beginning() {
        let document = "word ".repeat(10_000);
        assert_eq!(beginning(&document), beginning(&"word ".repeat(20)));
        assert_eq!(others_of_the_first(&[&document, &document]), [document.as_str()]);
    }
}
