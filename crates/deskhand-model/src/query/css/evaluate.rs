//! Answering selectors: sets of nodes, combined in passes over the tree.

use std::collections::HashMap;

use super::selector::{Among, Combinator, Complex, Compound, Nth, Part, SelectorList};
use crate::query::condition::Condition;
use crate::{NodeId, Role, Tree};

impl SelectorList {
    pub(in crate::query) fn matches(&self, tree: &Tree) -> Vec<NodeId> {
        list(tree, self).iter(tree).collect()
    }
}

/// A set of nodes of one tree.
struct NodeSet(Vec<bool>);

impl NodeSet {
    fn empty(tree: &Tree) -> NodeSet {
        NodeSet(vec![false; tree.len()])
    }

    fn contains(&self, id: NodeId) -> bool {
        self.0[id.index()]
    }

    fn insert(&mut self, id: NodeId) {
        self.0[id.index()] = true;
    }

    fn iter(&self, tree: &Tree) -> impl Iterator<Item = NodeId> {
        tree.ids().filter(|&id| self.contains(id))
    }
}

fn list(tree: &Tree, list: &SelectorList) -> NodeSet {
    let mut found = NodeSet::empty(tree);
    for selector in &list.selectors {
        let matches = complex(tree, selector);
        matches.iter(tree).for_each(|id| found.insert(id));
    }
    found
}

/// From left to right: what each compound describes, as far as it lies right to what was found before.
fn complex(tree: &Tree, selector: &Complex) -> NodeSet {
    let mut found: Option<NodeSet> = None;
    for (combinator, described) in &selector.steps {
        let reached = found.map(|found| follow(tree, &found, *combinator));
        found = Some(compound(tree, described, reached.as_ref()));
    }
    found.unwrap_or_else(|| NodeSet::empty(tree))
}

/// From right to left: the elements that have the whole selector after them.
fn has(tree: &Tree, selector: &Complex) -> NodeSet {
    let mut followed_by: Option<NodeSet> = None;
    for (combinator, described) in selector.steps.iter().rev() {
        let found = compound(tree, described, followed_by.as_ref());
        followed_by = Some(lead_to(tree, &found, *combinator));
    }
    followed_by.unwrap_or_else(|| NodeSet::empty(tree))
}

/// The nodes that a combinator reaches from `from`.
fn follow(tree: &Tree, from: &NodeSet, combinator: Combinator) -> NodeSet {
    let mut reached = NodeSet::empty(tree);
    match combinator {
        Combinator::Child | Combinator::Descendant => {
            for id in tree.ids() {
                if let Some(above) = tree.parent(id)
                    && (from.contains(above)
                        || combinator == Combinator::Descendant && reached.contains(above))
                {
                    reached.insert(id);
                }
            }
        }
        Combinator::NextSibling | Combinator::LaterSibling => {
            for parent in tree.ids() {
                let mut after = false;
                for id in tree.children(parent) {
                    if after {
                        reached.insert(id);
                    }
                    after = from.contains(id) || after && combinator == Combinator::LaterSibling;
                }
            }
        }
    }
    reached
}

/// The nodes from which a combinator reaches one of `to`.
fn lead_to(tree: &Tree, to: &NodeSet, combinator: Combinator) -> NodeSet {
    let mut leading = NodeSet::empty(tree);
    match combinator {
        Combinator::Child | Combinator::Descendant => {
            for id in tree.ids().rev() {
                if let Some(above) = tree.parent(id)
                    && (to.contains(id) || combinator == Combinator::Descendant && leading.contains(id))
                {
                    leading.insert(above);
                }
            }
        }
        Combinator::NextSibling | Combinator::LaterSibling => {
            for parent in tree.ids() {
                let siblings: Vec<NodeId> = tree.children(parent).collect();
                let mut before = false;
                for &id in siblings.iter().rev() {
                    if before {
                        leading.insert(id);
                    }
                    before = to.contains(id) || before && combinator == Combinator::LaterSibling;
                }
            }
        }
    }
    leading
}

/// A part of a compound, with everything done that does not depend on the single node.
enum Prepared<'s> {
    Own(&'s Condition),
    In(NodeSet, bool),
    Place { places: Vec<u32>, nth: &'s Nth },
    Root,
    Empty,
}

/// The nodes that a compound describes, if `within` is given only those in it.
fn compound(tree: &Tree, compound: &Compound, within: Option<&NodeSet>) -> NodeSet {
    let parts: Vec<Prepared<'_>> = compound.parts.iter().map(|part| prepare(tree, part)).collect();
    let mut found = NodeSet::empty(tree);
    let mut consider = |id: NodeId| {
        if within.is_none_or(|within| within.contains(id)) && parts.iter().all(|part| part.holds(tree, id)) {
            found.insert(id);
        }
    };
    match compound.role {
        Some(role) => tree.with_role(role).iter().copied().for_each(&mut consider),
        None => tree.ids().for_each(&mut consider),
    }
    found
}

fn prepare<'s>(tree: &Tree, part: &'s Part) -> Prepared<'s> {
    match part {
        Part::Own(condition) => Prepared::Own(condition),
        Part::In { list: inner, wanted } => Prepared::In(list(tree, inner), *wanted),
        Part::Has(inner) => {
            let mut found = NodeSet::empty(tree);
            for selector in &inner.selectors {
                has(tree, selector).iter(tree).for_each(|id| found.insert(id));
            }
            Prepared::In(found, true)
        }
        Part::Nth(nth) => Prepared::Place { places: places(tree, &nth.among, nth.from_end), nth },
        Part::Only { among } => {
            let (first, last) = (places(tree, among, false), places(tree, among, true));
            Prepared::In(NodeSet(first.iter().zip(&last).map(|places| places == (&1, &1)).collect()), true)
        }
        Part::Root => Prepared::Root,
        Part::Empty => Prepared::Empty,
    }
}

impl Prepared<'_> {
    fn holds(&self, tree: &Tree, id: NodeId) -> bool {
        match self {
            Prepared::Own(condition) => condition.holds(tree.node(id)),
            Prepared::In(set, wanted) => set.contains(id) == *wanted,
            Prepared::Place { places, nth } => nth.selects(places[id.index()]),
            Prepared::Root => id == NodeId::ROOT,
            Prepared::Empty => tree.children(id).next().is_none(),
        }
    }
}

/// The place of every node among its siblings, counted from one; zero for those that are not counted.
fn places(tree: &Tree, among: &Among, from_end: bool) -> Vec<u32> {
    let counted = match among {
        Among::Matching(inner) => Some(list(tree, inner)),
        Among::All | Among::SameRole => None,
    };
    let counts = |id: NodeId| counted.as_ref().is_none_or(|counted| counted.contains(id));
    let mut places = vec![0; tree.len()];
    // The root has no siblings and is the first of its own.
    places[0] = u32::from(counts(NodeId::ROOT));
    let mut seen: HashMap<Option<Role>, u32> = HashMap::new();
    for parent in tree.ids() {
        seen.clear();
        let mut children: Vec<NodeId> = tree.children(parent).filter(|&id| counts(id)).collect();
        if from_end {
            children.reverse();
        }
        for id in children {
            let kind = matches!(among, Among::SameRole).then(|| tree.node(id).role);
            let place = seen.entry(kind).or_default();
            *place += 1;
            places[id.index()] = *place;
        }
    }
    places
}

impl Nth {
    /// Whether `place` is `step * n + offset` for some n from zero on.
    fn selects(&self, place: u32) -> bool {
        let (step, distance) = (i64::from(self.step), i64::from(place) - i64::from(self.offset));
        place > 0 && if step == 0 { distance == 0 } else { distance % step == 0 && distance / step >= 0 }
    }
}

#[cfg(test)]
mod tests {
    use crate::Notation::Css;
    use crate::query::sample::check;

    const TREE: &str = r#"
        application "demo" #app
          window "Settings" #settings
            group #top
              button "Save" #save +enabled +focused class="primary large"
              button "Save All" #all
              text "Ready" #ready
              checkbox "Beep" #beep +enabled +checked
            group #bottom description=lower
              button "Close" #close +enabled
              slider "Volume" #volume value=50 @10,20,30,40
          dialog "Größe" #dialog
            button "SAVE" #shout
    "#;

    #[test]
    fn roles_ids_and_attributes_select() {
        check(Css, "button", TREE, "save all close shout");
        check(Css, "AXButton#save", TREE, "save");
        check(Css, "push-button[title='Save']", TREE, "save");
        check(Css, "#volume", TREE, "volume");
        check(Css, "*", TREE, "app settings top save all ready beep bottom close volume dialog shout");
        check(Css, "[name]:not(button)", TREE, "app settings ready beep volume dialog");
        check(Css, ".large", TREE, "save");
        check(Css, "button.larg", TREE, "");
        check(Css, "[role=dialog]", TREE, "dialog");
        check(Css, "[value=50]", TREE, "volume");
        check(Css, "[x='10'][height=40]", TREE, "volume");
        check(Css, "[checked], [focused=true]", TREE, "save beep");
        check(Css, "button, text", TREE, "save all ready close shout");
    }

    #[test]
    fn every_operator_compares_as_css_says() {
        check(Css, "[name^=Save]", TREE, "save all");
        check(Css, "[name$='All']", TREE, "all");
        check(Css, "[name*=olum]", TREE, "volume");
        check(Css, "[name~=All]", TREE, "all");
        check(Css, "[name|=Save]", TREE, "save");
        check(Css, "[name=save i]", TREE, "save shout");
        check(Css, "[name='GRÖßE' i]", TREE, "dialog");
        check(Css, "[name*='']", TREE, "");
        check(Css, "group[name='']", TREE, "top bottom");
    }

    #[test]
    fn combinators_relate_elements() {
        check(Css, "window button", TREE, "save all close");
        check(Css, "window > button", TREE, "");
        check(Css, "window > group > button", TREE, "save all close");
        check(Css, "button + text", TREE, "ready");
        check(Css, "button ~ *", TREE, "all ready beep volume");
        check(Css, "window group + group slider", TREE, "volume");
        check(Css, "application>window,dialog", TREE, "settings dialog");
    }

    #[test]
    fn states_are_pseudo_classes() {
        check(Css, "button:enabled", TREE, "save close");
        check(Css, "button:disabled", TREE, "all shout");
        check(Css, ":checked", TREE, "beep");
        check(Css, "button:focus:enabled", TREE, "save");
    }

    #[test]
    fn structural_pseudo_classes_count_siblings() {
        check(Css, ":root", TREE, "app");
        check(Css, "window :first-child", TREE, "top save close");
        check(Css, "window :last-child", TREE, "beep bottom volume");
        check(Css, "button:only-child", TREE, "shout");
        check(Css, "text:only-of-type", TREE, "ready");
        check(Css, "group > :nth-child(odd)", TREE, "save ready close");
        check(Css, "#top > :nth-child(-n+2)", TREE, "save all");
        check(Css, "#top > :nth-last-child(2)", TREE, "ready");
        check(Css, "button:nth-of-type(2)", TREE, "all");
        check(Css, "#top > :nth-child(2 of :enabled)", TREE, "beep");
        check(Css, "slider:empty, group:empty", TREE, "volume");
    }

    #[test]
    fn nested_selectors_narrow_down() {
        check(Css, ":is(button, slider):not(:enabled)", TREE, "all volume shout");
        check(Css, ":where(window, dialog) > *", TREE, "top bottom shout");
        check(Css, "group:has(slider)", TREE, "bottom");
        check(Css, "window:has(> group > slider)", TREE, "settings");
        check(Css, "window:has(> slider)", TREE, "");
        check(Css, "button:has(+ text)", TREE, "all");
        check(Css, "button:has(~ checkbox)", TREE, "save all");
        check(Css, ":has(#volume):not(:root)", TREE, "settings bottom");
        check(Css, "group:not(:has(text)) button", TREE, "close");
    }
}
