//! What has to be read again after an application told of changes. Pure.

use deskhand_model::{Fields, Handle, NodeId, Tree};

use crate::ports::{Telling, Told};

/// A subtree of more nodes is not read as a whole when its children change: only which they are, and those that are new.
const SMALL: usize = 48;

/// What to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Plan {
    /// Nothing.
    Nothing,
    /// The whole application.
    Whole,
    /// Parts of it.
    Parts(Parts),
}

/// Parts of an application.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Parts {
    /// Single elements, in tree order.
    pub(crate) nodes: Vec<NodeId>,
    /// What of them.
    pub(crate) fields: Fields,
    /// Elements with what is below them, in tree order. None is within another that is read as a whole.
    pub(crate) below: Vec<(NodeId, Reach)>,
}

/// How much below an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Everything.
    All,
    /// Which its children are, and everything below new ones.
    Children,
}

/// What to read so that `tree`, of which the fields `kept` are known, is as it was told. Elements that `can_wait` are left
/// as they are.
pub(crate) fn plan(
    tree: &Tree,
    told: &Told,
    kept: Fields,
    telling: Telling,
    can_wait: impl Fn(NodeId, Fields) -> bool,
) -> Plan {
    if told.anything || (!telling.structure && hints_at_more(tree, told)) {
        return Plan::Whole;
    }
    // An element that is not there is part of something that is told of by itself, or was and is gone.
    let mut changed: Vec<NodeId> =
        told.children.iter().filter_map(|element| tree.with_handle(element)).collect();
    changed.sort_unstable();
    if changed.first() == Some(&NodeId::ROOT) && tree.len() <= SMALL {
        return Plan::Whole;
    }
    let mut parts = Parts::default();
    let mut covered = None;
    for id in changed {
        if covered.is_some_and(|outer| tree.is_below(id, outer)) {
            continue;
        }
        // Only where all is told, what stays below is as it was.
        let is_large = tree.descendants(id).len() >= SMALL;
        let reach = if telling.structure && is_large { Reach::Children } else { Reach::All };
        if reach == Reach::All {
            covered = Some(id);
        }
        parts.below.push((id, reach));
    }
    for (element, fields) in &told.fields {
        let fields = *fields & kept;
        let Some(id) = tree.with_handle(element) else { continue };
        if !fields.is_empty() && !can_wait(id, fields) && !parts.covers(tree, id) {
            parts.nodes.push(id);
            parts.fields |= fields;
        }
    }
    parts.nodes.sort_unstable();
    if parts.is_empty() {
        Plan::Nothing
    } else if parts.are_too_many(tree) {
        Plan::Whole
    } else {
        Plan::Parts(parts)
    }
}

/// Drops what was told of children that are known to be the same, and has the others count as changed.
pub(crate) fn resolve_children(tree: Option<&Tree>, told: &mut Told, telling: Telling) {
    for (element, now) in std::mem::take(&mut told.children_now) {
        let Some(tree) = tree else { continue };
        let is_as_known = match tree.with_handle(&element) {
            Some(id) => tree.children(id).map(|child| &tree.node(child).handle).eq(now.iter()),
            // Where structure is told, what it is in is told of by itself.
            None => telling.structure,
        };
        if !is_as_known {
            told.children.insert(element);
        }
    }
}

/// Where not all is told, an element that was never seen is the sign that there is more; unless it may be among the
/// children that are read.
fn hints_at_more(tree: &Tree, told: &Told) -> bool {
    let is_known = |element: &Handle| tree.with_handle(element).is_some();
    !told.children.iter().all(is_known) || (told.children.is_empty() && !told.fields.keys().all(is_known))
}

impl Parts {
    fn is_empty(&self) -> bool {
        self.nodes.is_empty() && self.below.is_empty()
    }

    /// Whether it is about single elements only, so that every element stays where it is.
    pub(crate) fn keep_the_shape(&self) -> bool {
        self.below.is_empty()
    }

    /// Whether the node is read along with what is below another.
    fn covers(&self, tree: &Tree, id: NodeId) -> bool {
        let upto = self.below.partition_point(|(outer, _)| *outer <= id);
        let within = |outer: NodeId| outer == id || tree.is_below(id, outer);
        self.below[..upto].iter().rev().any(|&(outer, reach)| reach == Reach::All && within(outer))
    }

    /// Whether reading everything at once costs less.
    fn are_too_many(&self, tree: &Tree) -> bool {
        let whole = self.below.iter().filter(|(_, reach)| *reach == Reach::All);
        let nodes = self.nodes.len() + whole.map(|(id, _)| tree.descendants(*id).len()).sum::<usize>();
        self.below.len() > (tree.len() / 256).max(8) || nodes > (tree.len() / 4).max(SMALL)
    }
}

#[cfg(test)]
mod tests {
    use deskhand_model::{NodeData, Role, TreeBuilder};

    use super::*;

    const TELLS: Telling = Telling { structure: true, fields: Fields::ALL };
    const HINTS: Telling = Telling { structure: false, fields: Fields::ALL };
    const KEPT: Fields = Fields::NAME;

    /// An application with these lists below its root, each of so many items: list `1` has the items `1.0`, `1.1`, …
    fn lists(counts: &[usize]) -> Tree {
        let mut builder = TreeBuilder::new();
        let mut add = |handle: String| {
            let node = NodeData::new(Handle::new(handle), Role::ListItem, "".into());
            builder.add(node)
        };
        let root = add("root".to_owned());
        let mut links = Vec::new();
        for (number, &count) in counts.iter().enumerate() {
            let list = add(number.to_string());
            links.push((root, list));
            links.extend((0..count).map(|item| (list, add(format!("{number}.{item}")))));
        }
        for (above, below) in links {
            builder.link(above, below);
        }
        builder.build().unwrap()
    }

    fn plan(tree: &Tree, told: &Told, kept: Fields, telling: Telling) -> Plan {
        super::plan(tree, told, kept, telling, |_, _| false)
    }

    fn told(children: &[&str], fields: &[&str]) -> Told {
        let handle = |name: &&str| Handle::new(*name);
        Told {
            children: children.iter().map(handle).collect(),
            fields: fields.iter().map(|name| (handle(name), Fields::NAME)).collect(),
            ..Told::default()
        }
    }

    #[test]
    fn what_was_not_told_is_not_read() {
        assert_eq!(plan(&lists(&[3]), &Told::default(), KEPT, TELLS), Plan::Nothing);
        let states = Told { fields: [(Handle::new("0"), Fields::STATES)].into(), ..Told::default() };
        assert_eq!(plan(&lists(&[3]), &states, KEPT, HINTS), Plan::Nothing, "states are not kept");
    }

    #[test]
    fn elements_that_changed_are_read_in_tree_order() {
        let tree = lists(&[3, 60]);
        let parts = Parts {
            nodes: vec![NodeId(6)],
            fields: Fields::NAME,
            below: vec![(NodeId(1), Reach::All), (NodeId(5), Reach::Children)],
        };
        let told = told(&["1", "0", "0.1"], &["1.0", "0.2", "0"]);
        assert_eq!(plan(&tree, &told, KEPT, TELLS), Plan::Parts(parts), "list 0 is read with all its items");
    }

    #[test]
    fn an_element_that_can_wait_is_not_read() {
        let (tree, told) = (lists(&[3, 3]), told(&[], &["0.1", "1.1"]));
        let parts = Parts { nodes: vec![NodeId(3)], fields: Fields::NAME, below: Vec::new() };
        let waits = |id: NodeId, fields| id == NodeId(7) && fields == Fields::NAME;
        assert_eq!(super::plan(&tree, &told, KEPT, TELLS, waits), Plan::Parts(parts));
    }

    #[test]
    fn an_unknown_element_is_no_news_where_structure_is_told_and_a_sign_where_it_is_not() {
        let (tree, told) = (lists(&[3]), told(&[], &["new"]));
        assert_eq!(plan(&tree, &told, KEPT, TELLS), Plan::Nothing);
        assert_eq!(plan(&tree, &told, KEPT, HINTS), Plan::Whole);
    }

    #[test]
    fn where_not_all_is_told_children_are_read_with_everything_below_them() {
        let all = |id| Plan::Parts(Parts { below: vec![(NodeId(id), Reach::All)], ..Parts::default() });
        let tree = lists(&[60, 200]);
        assert_eq!(plan(&tree, &told(&["0"], &["0.3"]), KEPT, HINTS), all(1));
        assert_eq!(plan(&tree, &told(&["0"], &["new"]), KEPT, HINTS), all(1), "it may be in there");
        assert_eq!(plan(&tree, &told(&["1"], &[]), KEPT, HINTS), Plan::Whole, "nearly everything");
    }

    #[test]
    fn children_that_were_looked_at_count_only_when_they_are_others() {
        let tree = lists(&[2]);
        for (now, element, telling, is_news) in [
            (["0.0", "0.1"], "0", HINTS, false),
            (["0.1", "0.0"], "0", HINTS, true),
            (["0.0", "new"], "0", TELLS, true),
            (["0.0", "0.1"], "unknown", TELLS, false),
            (["0.0", "0.1"], "unknown", HINTS, true),
        ] {
            let now = now.iter().map(|name| Handle::new(*name)).collect();
            let mut told = Told { children_now: [(Handle::new(element), now)].into(), ..Told::default() };
            resolve_children(Some(&tree), &mut told, telling);
            assert_eq!(
                (told.children.len(), told.children_now.len()),
                (usize::from(is_news), 0),
                "{element}"
            );
        }
    }

    #[test]
    fn much_at_once_is_read_as_a_whole() {
        let tree = lists(&[2; 40]);
        let some: Vec<String> = (0..9).map(|number| number.to_string()).collect();
        let some: Vec<&str> = some.iter().map(String::as_str).collect();
        assert_eq!(plan(&tree, &told(&some, &[]), KEPT, TELLS), Plan::Whole);
        assert!(matches!(plan(&tree, &told(&some[1..], &[]), KEPT, TELLS), Plan::Parts(_)));
        let anything = Told { anything: true, ..Told::default() };
        assert_eq!(plan(&tree, &anything, KEPT, TELLS), Plan::Whole);
    }
}
