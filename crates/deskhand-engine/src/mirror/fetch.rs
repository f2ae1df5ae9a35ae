//! Reading the parts of an application that changed.

use std::collections::HashSet;
use std::sync::Arc;

use deskhand_model::{ErrorKind, Fields, Handle, NodeData, NodeId, Result, Tree};
use futures_util::future::{join, join_all};

use super::asked::Asked;
use super::mask::masked;
use super::plan::{Parts, Reach};
use crate::ports::ReadRequest;

/// Of more new children, each is not read by itself.
const FEW: usize = 8;

/// The parts as they are now.
pub(crate) struct Fetched {
    /// Single elements.
    pub(crate) nodes: Vec<(NodeId, Result<NodeData>)>,
    /// What was read of those.
    pub(crate) fields: Fields,
    /// What is below others, in tree order.
    pub(crate) below: Vec<(NodeId, Grown)>,
}

/// What is below an element now.
pub(crate) enum Grown {
    /// All of it, the element included.
    All(Arc<Tree>),
    /// Its children; those that are new with everything below them.
    Children(Vec<(Handle, Option<Arc<Tree>>)>),
    /// Nothing: the element is gone.
    Gone,
    /// It cannot be read by itself.
    Unknown,
}

/// What a reading cost.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cost {
    pub(crate) calls: u64,
    pub(crate) rounds: u64,
}

impl Cost {
    /// One more call, and its round trip.
    pub(crate) fn one_call(&mut self) {
        self.calls += 1;
        self.rounds += 1;
    }
}

/// Reads `parts` of the application, all at once. An application that does not answer or is gone is an error.
pub(crate) async fn fetch(
    asked: &Asked<'_>,
    tree: &Tree,
    parts: &Parts,
    kept: Fields,
    cost: &mut Cost,
) -> Result<Fetched> {
    let handles: Vec<Handle> = parts.nodes.iter().map(|&id| tree.node(id).handle.clone()).collect();
    let left = asked.left()?;
    let nodes = async {
        match handles.is_empty() {
            true => Ok(Vec::new()),
            false => asked.port.details(asked.app, &handles, parts.fields, left).await,
        }
    };
    let below = join_all(parts.below.iter().map(|&(id, reach)| grown(asked, tree, id, reach, kept)));
    let (nodes, below) = join(nodes, below).await;
    cost.calls += 1 + parts.below.len() as u64;
    let mut rounds = 1;
    let mut grown = Vec::with_capacity(below.len());
    for (&(id, _), answer) in parts.below.iter().zip(below) {
        let (answer, took) = answer?;
        rounds = rounds.max(took);
        grown.push((id, answer));
    }
    cost.rounds += rounds;
    let nodes = parts.nodes.iter().copied().zip(nodes?).collect();
    Ok(Fetched { nodes, fields: parts.fields, below: grown })
}

/// What is below one element now, and how many round trips it took to know.
async fn grown(
    asked: &Asked<'_>,
    tree: &Tree,
    id: NodeId,
    reach: Reach,
    kept: Fields,
) -> Result<(Grown, u64)> {
    let element = &tree.node(id).handle;
    match reach {
        Reach::All => Ok(match whole(asked, element, kept).await? {
            Read::Tree(tree, rounds) => (Grown::All(tree), rounds),
            Read::Gone => (Grown::Gone, 1),
            Read::Unknown => (Grown::Unknown, 1),
        }),
        Reach::Children => children(asked, tree, id, kept).await,
    }
}

/// The children of an element with many nodes below: which they are, and everything of the new ones.
async fn children(asked: &Asked<'_>, tree: &Tree, id: NodeId, kept: Fields) -> Result<(Grown, u64)> {
    let element = &tree.node(id).handle;
    let request = ReadRequest { max_depth: Some(1), ..asked.all(Fields::NONE) };
    let (listed, rounds) = match read(asked, element, &request).await? {
        Read::Tree(listed, rounds) => (listed, rounds),
        Read::Gone => return Ok((Grown::Gone, 1)),
        Read::Unknown => return Ok((Grown::Unknown, 1)),
    };
    let known: HashSet<&Handle> = tree.children(id).map(|child| &tree.node(child).handle).collect();
    let listed: Vec<&Handle> =
        listed.children(NodeId::ROOT).map(|child| &listed.node(child).handle).collect();
    let new: Vec<&Handle> = listed.iter().copied().filter(|child| !known.contains(child)).collect();
    if new.len() > FEW {
        return Ok(match whole(asked, element, kept).await? {
            Read::Tree(tree, more) => (Grown::All(tree), rounds + more),
            Read::Gone => (Grown::Gone, rounds + 1),
            Read::Unknown => (Grown::Unknown, rounds + 1),
        });
    }
    let mut grown = Vec::with_capacity(new.len());
    let mut longest = 0;
    for read in join_all(new.iter().map(|child| whole(asked, child, kept))).await {
        match read? {
            Read::Tree(tree, more) => {
                longest = longest.max(more);
                grown.push(Some(tree));
            }
            // It came and went: that it went is told by itself.
            Read::Gone => grown.push(None),
            Read::Unknown => return Ok((Grown::Unknown, rounds + 1)),
        }
    }
    let mut grown = grown.into_iter();
    let branches = listed.into_iter().filter_map(|child| match known.contains(child) {
        true => Some((child.clone(), None)),
        false => grown.next().flatten().map(|tree| (child.clone(), Some(tree))),
    });
    Ok((Grown::Children(branches.collect()), rounds + longest))
}

/// What became of reading below an element.
enum Read {
    Tree(Arc<Tree>, u64),
    Gone,
    /// The platform cannot read parts, or did not get to the end of this one.
    Unknown,
}

async fn whole(asked: &Asked<'_>, element: &Handle, kept: Fields) -> Result<Read> {
    Ok(match read(asked, element, &asked.all(kept)).await? {
        Read::Tree(tree, _) if tree.gaps().is_truncated() => Read::Unknown,
        Read::Tree(tree, rounds) => Read::Tree(masked(tree, kept), rounds),
        other => other,
    })
}

async fn read(asked: &Asked<'_>, element: &Handle, request: &ReadRequest) -> Result<Read> {
    match asked.port.read_below(asked.app, element, request, asked.left()?).await {
        Ok(reading) if reading.tree.gaps().out_of_time => Ok(Read::Unknown),
        Ok(reading) => Ok(Read::Tree(reading.tree, reading.rounds)),
        Err(error) => match error.kind() {
            ErrorKind::ElementGone => Ok(Read::Gone),
            ErrorKind::AppGone | ErrorKind::AppNotResponding => Err(error),
            _ => Ok(Read::Unknown),
        },
    }
}
