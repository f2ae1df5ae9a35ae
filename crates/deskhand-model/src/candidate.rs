//! Elements described for error messages.

use crate::{NodeId, Rect, Role, Tree};

/// An element as an error message or a list shows it: enough to tell it from its neighbours and to write a
/// query that means only it.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// Role.
    pub role: Role,
    /// Name; empty when it has none.
    pub name: String,
    /// Developer-set id; empty when it has none.
    pub id: String,
    /// Where it is in the tree, from the window down: `window "Demo" > panel > button "Save"`.
    pub path: String,
    /// Where it is on the screen, where known.
    pub bounds: Option<Rect>,
    /// How near it is to what was asked for, 0 to 1.
    pub score: f64,
}

/// Longest name that is shown in full.
const SHOWN: usize = 60;

impl Candidate {
    /// Describes the node at `id`.
    pub fn describe(tree: &Tree, id: NodeId, score: f64) -> Candidate {
        let node = tree.node(id);
        Candidate {
            role: node.role,
            name: node.name.to_string(),
            id: node.id.to_string(),
            path: path(tree, id),
            bounds: node.bounds,
            score,
        }
    }
}

/// The way to a node: its window, its named ancestors, itself.
fn path(tree: &Tree, id: NodeId) -> String {
    let mut steps: Vec<String> = std::iter::once(id)
        .chain(tree.ancestors(id).filter(|&above| {
            above != NodeId::ROOT && (!tree.node(above).name.is_empty() || tree.node(above).role.is_window())
        }))
        .map(|id| step(tree, id))
        .collect();
    steps.reverse();
    steps.join(" > ")
}

fn step(tree: &Tree, id: NodeId) -> String {
    let node = tree.node(id);
    if node.name.is_empty() {
        node.role.to_string()
    } else {
        format!("{} \"{}\"", node.role, shorten(&node.name))
    }
}

/// At most [`SHOWN`] characters of `text`, on one line.
fn shorten(text: &str) -> String {
    let flat: String = text.chars().take(SHOWN + 1).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if flat.chars().count() > SHOWN { flat.chars().take(SHOWN - 1).chain(['…']).collect() } else { flat }
}
