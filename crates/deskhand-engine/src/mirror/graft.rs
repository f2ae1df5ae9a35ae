//! Putting what was read again into a live tree. Pure.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use deskhand_model::{Branch, ErrorKind, Handle, NodeId, Tree};

use super::fetch::{Fetched, Grown};
use crate::detail::merged;
use crate::ports::Told;

/// Puts the parts into the tree; who holds it sees nothing of that. Returns what has to be read because of what was seen.
/// A tree in which nothing is different stays the very same.
pub(crate) fn graft(tree: &mut Arc<Tree>, fetched: Fetched) -> Told {
    let mut more = Told::default();
    for (id, answer) in fetched.nodes {
        match answer {
            Ok(data) => {
                let node = merged(tree.node(id).clone(), data, fetched.fields);
                if node != *tree.node(id) {
                    Arc::make_mut(tree).replace(id, node);
                }
            }
            Err(error) if error.kind() == ErrorKind::ElementGone => ask_above(tree, id, &mut more),
            Err(_) => more.anything = true,
        }
    }
    // An element in two places has moved, and only one of them was told or read in time.
    more.anything |= would_stand_twice(tree, &fetched.below);
    // From the last to the first: numbers before a change stay what they were.
    for (id, grown) in fetched.below.into_iter().rev() {
        match grown {
            Grown::All(part) => Arc::make_mut(tree).splice(id, &part),
            Grown::Children(children) => more.anything |= !regrow(tree, id, &children),
            Grown::Gone => ask_above(tree, id, &mut more),
            Grown::Unknown => more.anything = true,
        }
    }
    more
}

/// An element is gone: what is below the one above it?
fn ask_above(tree: &Tree, id: NodeId, more: &mut Told) {
    match tree.parent(id) {
        Some(above) => {
            more.children.insert(tree.node(above).handle.clone());
        }
        None => more.anything = true,
    }
}

/// Puts the children of a node together anew. Says whether all that should be there were.
fn regrow(tree: &mut Arc<Tree>, id: NodeId, children: &[(Handle, Option<Arc<Tree>>)]) -> bool {
    let own: HashMap<&Handle, NodeId> =
        tree.children(id).map(|child| (&tree.node(child).handle, child)).collect();
    let branches: Option<Vec<Branch<'_>>> = children
        .iter()
        .map(|(handle, new)| match new {
            Some(new) => Some(Branch::New(new)),
            None => own.get(handle).copied().map(Branch::Kept),
        })
        .collect();
    let Some(branches) = branches else { return false };
    let same = |(branch, child): (&Branch<'_>, NodeId)| matches!(branch, Branch::Kept(id) if *id == child);
    let is_as_before = branches.len() == own.len() && branches.iter().zip(tree.children(id)).all(same);
    if !is_as_before {
        Arc::make_mut(tree).regrow(id, &branches);
    }
    true
}

/// Whether an element that is new somewhere is new elsewhere, too, or stays where it was.
fn would_stand_twice(tree: &Tree, below: &[(NodeId, Grown)]) -> bool {
    let mut leaving: Vec<(NodeId, NodeId)> = Vec::new();
    let mut coming: Vec<&Tree> = Vec::new();
    let run = |id: NodeId| (id, NodeId(id.0 + tree.descendants(id).len() as u32));
    for (id, grown) in below {
        match grown {
            Grown::All(part) => {
                leaving.push(run(*id));
                coming.push(part);
            }
            Grown::Children(children) => {
                let stay: HashSet<&Handle> = children.iter().map(|(handle, _)| handle).collect();
                let go = tree.children(*id).filter(|child| !stay.contains(&tree.node(*child).handle));
                leaving.extend(go.map(run));
                coming.extend(children.iter().filter_map(|(_, part)| part.as_deref()));
            }
            Grown::Gone | Grown::Unknown => {}
        }
    }
    let stays = |handle: &Handle| {
        let place = tree.with_handle(handle);
        place.is_some_and(|id| !leaving.iter().any(|(first, last)| (*first..=*last).contains(&id)))
    };
    let mut seen: HashSet<&Handle> = HashSet::new();
    let mut handles = coming.iter().flat_map(|part| part.ids().map(|id| &part.node(id).handle));
    handles.any(|handle| !seen.insert(handle) || stays(handle))
}

#[cfg(test)]
mod tests {
    use deskhand_model::{NodeData, Role, TreeBuilder};

    use super::*;

    /// `a(b c) d`: a letter, and what is below it in brackets.
    fn tree(shape: &str) -> Arc<Tree> {
        let mut builder = TreeBuilder::new();
        let mut path = vec![builder.add(NodeData::new(Handle::new("root"), Role::Group, "".into()))];
        let mut last = 0;
        for letter in shape.chars() {
            match letter {
                '(' => path.push(last),
                ')' => drop(path.pop()),
                ' ' => {}
                name => {
                    let node = NodeData::new(Handle::new(name.to_string()), Role::Group, "".into());
                    last = builder.add(node);
                    builder.link(path[path.len() - 1], last);
                }
            }
        }
        Arc::new(builder.build().unwrap())
    }

    /// The first child of that tree, as a part of another.
    fn part(shape: &str) -> Arc<Tree> {
        Arc::new(tree(shape).below(NodeId(1)))
    }

    fn letters(tree: &Tree) -> String {
        tree.ids().skip(1).map(|id| tree.node(id).handle.as_str()).collect()
    }

    fn check(shape: &str, below: Vec<(NodeId, Grown)>, expected: &str, is_sure: bool) {
        let mut tree = tree(shape);
        let held = tree.clone();
        let fetched = Fetched { nodes: Vec::new(), fields: deskhand_model::Fields::NONE, below };
        let more = graft(&mut tree, fetched);
        assert_eq!((letters(&tree).as_str(), !more.anything), (expected, is_sure), "{shape}");
        let before: String = shape.chars().filter(char::is_ascii_alphabetic).collect();
        assert_eq!(letters(&held), before, "who holds the tree sees nothing of it");
    }

    #[test]
    fn an_element_that_moved_between_two_parts_stands_once() {
        let both = vec![(NodeId(1), Grown::All(part("a(c)"))), (NodeId(4), Grown::All(part("d(b)")))];
        check("a(b c) d(e)", both, "acdb", true);
    }

    #[test]
    fn an_element_that_stands_elsewhere_makes_everything_doubtful() {
        check("a(b c) d(e)", vec![(NodeId(4), Grown::All(part("d(b)")))], "abcdb", false);
        let twice = vec![(NodeId(1), Grown::All(part("a(x)"))), (NodeId(4), Grown::All(part("d(x)")))];
        check("a(b c) d(e)", twice, "axdx", false);
    }

    #[test]
    fn children_that_stay_keep_what_is_below_them() {
        let handle = |name: &str| Handle::new(name);
        let children = || {
            Grown::Children(vec![(handle("d"), None), (handle("x"), Some(part("x(y)"))), (handle("a"), None)])
        };
        check("a(b c) d(e)", vec![(NodeId::ROOT, children())], "dexyabc", true);
        check("a(b y) d(e)", vec![(NodeId::ROOT, children())], "dexyaby", false);
    }

    #[test]
    fn an_element_that_is_gone_is_asked_for_one_level_up() {
        let mut tree = tree("a(b c) d");
        let below = vec![(NodeId(2), Grown::Gone)];
        let more =
            graft(&mut tree, Fetched { nodes: Vec::new(), fields: deskhand_model::Fields::NONE, below });
        assert_eq!(more.children, HashSet::from([Handle::new("a")]));
    }
}
