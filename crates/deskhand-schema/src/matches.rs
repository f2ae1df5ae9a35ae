//! What a query found, for machines: the elements with the part of the tree that they stand in.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use deskhand_engine::{self as engine, ports::ReadPath};
use deskhand_model::{Error, NodeId, Query, Result, Tree};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::snapshot::{FieldNames, field_names, read_fields, usual_fields};
use crate::texts::Texts;
use crate::unreadable::unreadable;
use crate::{Body, Element, FlatNode, Heal, Snapshot, SnapshotHead, heal};

/// The elements that match a query, complete enough to be used in place of the originals.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Matches {
    /// The query as it was written.
    pub query: String,
    /// The tree that was searched; of its nodes only those that match and those that these are inside of.
    pub snapshot: Snapshot,
    /// The matches in tree order.
    pub elements: Vec<Match>,
}

impl Body for Matches {
    const KIND: &'static str = "matches";
}

/// One element that matches.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Match {
    /// Its place in the list of nodes.
    pub node: u32,
    /// The fields that are known of it; can be more than of its node.
    pub fields: FieldNames,
    /// What is known of it.
    pub element: Element,
    /// What healing did, when the query did not match as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub healed: Option<Heal>,
}

impl Matches {
    /// What a search for several found.
    pub fn from_found(query: &Query, found: &engine::Found) -> Matches {
        Matches::new(query, &found.snapshot, &found.elements)
    }

    /// The one that a strict search found. What its reading cost is not known any more.
    pub fn from_element(query: &Query, element: &engine::Element) -> Matches {
        let snapshot = engine::Snapshot {
            app: element.app.clone(),
            tree: element.tree.clone(),
            path: ReadPath::Other("unknown".into()),
            direct: false,
            calls: 0,
            rounds: 0,
            took: Duration::ZERO,
            age: Duration::ZERO,
        };
        Matches::new(query, &snapshot, std::slice::from_ref(element))
    }

    fn new(query: &Query, snapshot: &engine::Snapshot, elements: &[engine::Element]) -> Matches {
        let tree = &snapshot.tree;
        let kept = with_ancestors(tree, elements.iter().map(|element| element.id));
        let places: HashMap<NodeId, u32> = kept.iter().copied().zip(0..).collect();
        let place = |id: NodeId| places.get(&id).copied();
        let usual = usual_fields(tree, kept.iter().copied());
        let node = |&id: &NodeId| FlatNode::new(tree, id, tree.parent(id).and_then(place), usual);
        Matches {
            query: query.source().to_owned(),
            snapshot: Snapshot {
                head: SnapshotHead::new(snapshot, usual),
                nodes: kept.iter().map(node).collect(),
            },
            elements: elements
                .iter()
                .filter_map(|element| {
                    Some(Match {
                        node: place(element.id)?,
                        fields: field_names(element.data.known),
                        element: Element::from(&element.data),
                        healed: element.healed.as_deref().map(Heal::from),
                    })
                })
                .collect(),
        }
    }
}

/// The nodes at `ids` and all above them, in tree order; at least the root.
fn with_ancestors(tree: &Tree, ids: impl Iterator<Item = NodeId>) -> Vec<NodeId> {
    let mut kept = vec![false; tree.len()];
    kept[NodeId::ROOT.index()] = true;
    for id in ids.filter(|id| id.index() < tree.len()) {
        let mut at = Some(id);
        // What is above a node that is kept is kept already.
        while let Some(node) = at.filter(|node| !kept[node.index()]) {
            kept[node.index()] = true;
            at = tree.parent(node);
        }
    }
    tree.ids().filter(|id| kept[id.index()]).collect()
}

impl TryFrom<Matches> for engine::Found {
    type Error = Error;

    fn try_from(matches: Matches) -> Result<engine::Found> {
        let snapshot = engine::Snapshot::try_from(matches.snapshot)?;
        let mut texts = Texts::default();
        let element = |found: Match| {
            let id = NodeId(found.node);
            let Some(node) = snapshot.tree.get(id) else {
                let (node, len) = (found.node, snapshot.tree.len());
                return Err(unreadable(format!("a match is said to be node {node} of a tree with {len}")));
            };
            let known = read_fields(&found.fields);
            let data = found.element.to_node(node.handle.clone(), known, &mut texts);
            let (app, tree) = (snapshot.app.clone(), Arc::clone(&snapshot.tree));
            Ok(engine::Element { app, tree, id, data, healed: heal::told(found.healed) })
        };
        let elements = matches.elements.into_iter().map(element).collect::<Result<_>>()?;
        Ok(engine::Found { snapshot, elements })
    }
}

impl TryFrom<Matches> for engine::Element {
    type Error = Error;

    /// The only match.
    fn try_from(matches: Matches) -> Result<engine::Element> {
        let mut found = engine::Found::try_from(matches)?.elements;
        match (found.pop(), found.len()) {
            (Some(only), 0) => Ok(only),
            (last, more) => {
                let count = more + usize::from(last.is_some());
                Err(unreadable(format!("it holds {count} elements where one was asked for")))
            }
        }
    }
}
