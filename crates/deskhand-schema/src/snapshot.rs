//! Trees for machines: a flat list of nodes, however deep the tree is.

use std::borrow::Cow;
use std::sync::Arc;

use deskhand_engine::{self as engine, ports::ReadPath};
use deskhand_model::{self as model, Error, Fields, Handle, NodeId, Result, TreeBuilder};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::receipt::{duration, milliseconds};
use crate::texts::Texts;
use crate::unreadable::unreadable;
use crate::{App, Body, Element};

/// Names of fields of elements.
pub(crate) type FieldNames = Vec<Cow<'static, str>>;

/// A reading of an application's tree, complete enough to be used in place of the original.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Snapshot {
    /// Everything but the nodes.
    #[serde(flatten)]
    pub head: SnapshotHead,
    /// The nodes in tree order: each comes right before everything that is inside of it.
    pub nodes: Vec<FlatNode>,
}

impl Body for Snapshot {
    const KIND: &'static str = "snapshot";
}

/// What a reading of a tree has to say beside the nodes.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SnapshotHead {
    /// The application.
    pub app: App,
    /// The fields that are known of the nodes, unless a node says otherwise.
    pub fields: FieldNames,
    /// What the reading left out.
    pub gaps: Gaps,
    /// By which way it was read.
    pub path: String,
    /// Whether a direct connection to the application was used.
    pub direct: bool,
    /// Calls to the application.
    pub calls: u64,
    /// Calls that had to wait for the answer to an earlier one.
    pub rounds: u64,
    /// How long the reading took, in milliseconds.
    pub took_ms: f64,
    /// How old it was when it was handed out, in milliseconds; zero when it was read for this very question.
    #[serde(default)]
    pub age_ms: f64,
}

/// One node.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FlatNode {
    /// The platform's own reference to the element.
    pub handle: String,
    /// Place of the node that it is inside of, in the list of nodes; only the first one has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<u32>,
    /// The fields that are known of it, where they are not those of the other nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fields: Option<FieldNames>,
    /// What is known of it.
    pub element: Element,
}

/// Why a tree does not hold everything that the application has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Gaps {
    /// The reading stopped at this number of nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_limit: Option<usize>,
    /// Nodes at this depth were not opened.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth_limit: Option<usize>,
    /// Whether time ran out before all was read.
    pub out_of_time: bool,
    /// Links to elements that were somewhere else in the tree already, and were left out.
    pub repeated: usize,
    /// Elements that the application dropped or failed to describe while it was read.
    pub unreadable: usize,
}

impl From<&model::Gaps> for Gaps {
    fn from(gaps: &model::Gaps) -> Gaps {
        let model::Gaps { node_limit, depth_limit, out_of_time, repeated, unreadable } = *gaps;
        Gaps { node_limit, depth_limit, out_of_time, repeated, unreadable }
    }
}

impl From<Gaps> for model::Gaps {
    fn from(gaps: Gaps) -> model::Gaps {
        let Gaps { node_limit, depth_limit, out_of_time, repeated, unreadable } = gaps;
        model::Gaps { node_limit, depth_limit, out_of_time, repeated, unreadable }
    }
}

impl SnapshotHead {
    /// What `snapshot` has to say, when these are the fields that its nodes usually have.
    pub(crate) fn new(snapshot: &engine::Snapshot, usual: Fields) -> SnapshotHead {
        SnapshotHead {
            app: App::from(&snapshot.app),
            fields: field_names(usual),
            gaps: Gaps::from(snapshot.tree.gaps()),
            path: snapshot.path.name().to_owned(),
            direct: snapshot.direct,
            calls: snapshot.calls,
            rounds: snapshot.rounds,
            took_ms: milliseconds(snapshot.took),
            age_ms: milliseconds(snapshot.age),
        }
    }
}

impl FlatNode {
    /// The node at `id`, in a list in which its parent has this place.
    pub(crate) fn new(tree: &model::Tree, id: NodeId, parent: Option<u32>, usual: Fields) -> FlatNode {
        let node = tree.node(id);
        FlatNode {
            handle: node.handle.as_str().to_owned(),
            parent,
            fields: (node.known != usual).then(|| field_names(node.known)),
            element: Element::from(node),
        }
    }
}

/// The whole of a small reading; [`SnapshotChunks`](crate::SnapshotChunks) writes one of any size.
impl TryFrom<Snapshot> for engine::Snapshot {
    type Error = Error;

    fn try_from(Snapshot { head, nodes }: Snapshot) -> Result<engine::Snapshot> {
        let usual = read_fields(&head.fields);
        let mut texts = Texts::default();
        let mut builder = TreeBuilder::new();
        let mut way = Way::default();
        for (place, node) in nodes.into_iter().enumerate() {
            let parent = way.step(place, node.parent)?;
            let known = node.fields.as_deref().map_or(usual, read_fields);
            builder.add(node.element.to_node(Handle::new(node.handle), known, &mut texts));
            if let Some(parent) = parent {
                builder.link(parent, place);
            }
        }
        *builder.gaps_mut() = head.gaps.into();
        let tree = builder.build().ok_or_else(|| unreadable("the tree has no nodes"))?;
        Ok(engine::Snapshot {
            app: head.app.into(),
            tree: Arc::new(tree),
            path: read_path(head.path),
            direct: head.direct,
            calls: head.calls,
            rounds: head.rounds,
            took: duration(head.took_ms),
            age: duration(head.age_ms),
        })
    }
}

/// The way from the root to the node that was read last. Nodes in tree order go on from somewhere on it, so that
/// their places in the list are also those in the tree.
#[derive(Default)]
struct Way(Vec<usize>);

impl Way {
    /// Goes on to the node at `place`, below its parent.
    fn step(&mut self, place: usize, parent: Option<u32>) -> Result<Option<usize>> {
        let parent = match (place, parent) {
            (0, None) => None,
            (0, Some(_)) => return Err(unreadable("the first node of the tree has a parent")),
            (_, None) => return Err(unreadable(format!("node {place} of the tree has no parent"))),
            (_, Some(parent)) => Some(parent as usize),
        };
        while parent.is_some() && self.0.last() != parent.as_ref() {
            if self.0.pop().is_none() {
                let parent = parent.unwrap_or_default();
                let message = format!(
                    "node {place} of the tree is said to be in node {parent}, which is not before it"
                );
                return Err(unreadable(message));
            }
        }
        self.0.push(place);
        Ok(parent)
    }
}

/// The fields that most of the nodes have.
pub(crate) fn usual_fields(tree: &model::Tree, ids: impl Iterator<Item = NodeId>) -> Fields {
    let mut counted: Vec<(Fields, usize)> = Vec::new();
    for known in ids.map(|id| tree.node(id).known) {
        match counted.iter_mut().find(|(fields, _)| *fields == known) {
            Some((_, count)) => *count += 1,
            None => counted.push((known, 1)),
        }
    }
    counted.iter().max_by_key(|(_, count)| *count).map_or(Fields::NONE, |(fields, _)| *fields)
}

pub(crate) fn field_names(fields: Fields) -> FieldNames {
    fields.names().map(Cow::Borrowed).collect()
}

/// The fields with these names. Those of a newer vocabulary are left out.
pub(crate) fn read_fields(names: &[Cow<'static, str>]) -> Fields {
    names.iter().filter_map(|name| Fields::parse(name)).fold(Fields::NONE, |all, field| all | field)
}

fn read_path(name: String) -> ReadPath {
    match name.as_str() {
        "cache" => ReadPath::Cache,
        "collection" => ReadPath::Collection,
        "walk" => ReadPath::Walk,
        "mirror" => ReadPath::Mirror,
        _ => ReadPath::Other(name.into()),
    }
}
