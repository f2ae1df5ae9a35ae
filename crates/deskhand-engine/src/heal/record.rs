//! Making a fingerprint of an element, and a portrait of a fingerprint. Pure.

use deskhand_model::{NodeId, Tree};

use super::family::related;
use super::fingerprint::{Fingerprint, Other};
use super::portrait::{Gallery, Portrait, place_in_window, test_id, window_size};
use super::text::{folded, likeness, tidy};

/// Most others that are kept.
const OTHERS: usize = 16;

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
    let (name, place) = (folded(&own.name), place_in_window(tree, id));
    let mut scored: Vec<(f64, NodeId)> = tree
        .ids()
        .skip(1)
        .filter(|&other| other != id && related(own.role, tree.node(other).role))
        .map(|other| {
            let node = tree.node(other);
            let same_test_id = !test_id(own).is_empty() && test_id(node) == test_id(own);
            let alike = likeness(&name, &folded(&node.name)) + f64::from(u8::from(same_test_id));
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
