//! Nodes that come near to what was asked for.

use std::collections::HashMap;

use super::condition::{Condition, Relation, TextTest};
use super::property::Property;
use crate::nearest::likeness;
use crate::{Candidate, NodeData, NodeId, Role, Tree};

/// Texts that have less in common with the wanted one are not alike.
const ALIKE: f64 = 0.5;

/// Different texts that are compared at most; comparing is slow, and a person reads only a few candidates.
const MOST_COMPARED: usize = 20_000;

/// What a query asks of an element itself, whatever its notation.
pub(super) struct Wanted {
    role: Option<Role>,
    texts: Vec<(Property, TextTest)>,
    others: Vec<Condition>,
}

impl Wanted {
    pub(super) fn new(role: Option<Role>, conditions: Vec<Condition>) -> Wanted {
        let mut wanted = Wanted { role, texts: Vec::new(), others: Vec::new() };
        for condition in conditions {
            match condition {
                Condition::Role(role) => wanted.role = wanted.role.or(Some(role)),
                Condition::Text(property, test)
                    if test.relation != Relation::Exists
                        && !test.wanted.is_empty()
                        && !matches!(property, Property::State(_)) =>
                {
                    wanted.texts.push((property, test));
                }
                other => wanted.others.push(other),
            }
        }
        wanted
    }

    /// How near `node` comes, 0 to 1.
    fn score(&self, node: &NodeData, text_likeness: f64) -> f64 {
        let share = |part: usize, of: usize| if of == 0 { 1.0 } else { part as f64 / of as f64 };
        let role = share(usize::from(self.role == Some(node.role)), usize::from(self.role.is_some()));
        let met = self.others.iter().filter(|condition| condition.holds(node)).count();
        let weights = [
            (if self.texts.is_empty() { 0.0 } else { 6.0 }, text_likeness),
            (if self.role.is_none() { 0.0 } else { 2.0 }, role),
            (if self.others.is_empty() { 0.0 } else { 1.0 }, share(met, self.others.len())),
        ];
        let total: f64 = weights.iter().map(|(weight, _)| weight).sum();
        if total == 0.0 {
            0.0
        } else {
            weights.iter().map(|(weight, part)| weight * part).sum::<f64>() / total
        }
    }

    /// In which way `node`, alike as its texts may be, is not what was asked for.
    fn differences(&self, node: &NodeData) -> Vec<String> {
        let role = self.role.filter(|role| *role != node.role);
        let role = role.map(|role| format!("{} instead of {role}", node.role));
        let others = self.others.iter().filter(|condition| !condition.holds(node)).filter_map(difference);
        role.into_iter().chain(others).collect()
    }
}

/// The words for a condition that does not hold.
fn difference(condition: &Condition) -> Option<String> {
    match condition {
        Condition::State(test) => {
            Some(format!("{}{}", if test.wanted { "not " } else { "" }, test.state.name()))
        }
        Condition::Role(role) => Some(format!("not {role}")),
        Condition::Text(..) => None,
    }
}

/// Up to `limit` nodes, best first. Where texts were asked for they have to be alike; when no node has such a text,
/// nodes of the wanted role are shown.
pub(super) fn nearest(tree: &Tree, wanted: &Wanted, limit: usize) -> Vec<Candidate> {
    let mut compare = Comparer::default();
    let mut scored: Vec<(f64, NodeId)> = Vec::new();
    if !wanted.texts.is_empty() {
        scored = tree
            .ids()
            .filter_map(|id| {
                let node = tree.node(id);
                let alike = compare.texts(&wanted.texts, node);
                (alike >= ALIKE).then(|| (wanted.score(node, alike), id))
            })
            .collect();
    }
    if scored.is_empty()
        && let Some(role) = wanted.role
    {
        let of_role = tree.with_role(role).iter();
        scored = of_role.map(|&id| (wanted.score(tree.node(id), 0.0), id)).collect();
    }
    // Of equally near ones, those that a person can operate and see first, then tree order.
    let standing = |id: NodeId| {
        let node = tree.node(id);
        (node.role.is_interactive(), node.states.contains(crate::State::Showing))
    };
    scored.sort_by(|(a, a_id), (b, b_id)| {
        b.total_cmp(a).then_with(|| standing(*b_id).cmp(&standing(*a_id))).then_with(|| a_id.cmp(b_id))
    });
    scored.truncate(limit);
    scored
        .into_iter()
        .map(|(score, id)| Candidate {
            differences: wanted.differences(tree.node(id)),
            ..Candidate::describe(tree, id, score)
        })
        .collect()
}

/// Compares texts, each different one only once.
#[derive(Default)]
struct Comparer {
    known: HashMap<(usize, String), f64>,
}

impl Comparer {
    /// How alike the texts of `node` are to the wanted ones, on average.
    fn texts(&mut self, wanted: &[(Property, TextTest)], node: &NodeData) -> f64 {
        let sum: f64 =
            wanted.iter().enumerate().map(|(at, (property, test))| self.text(at, property, test, node)).sum();
        sum / wanted.len() as f64
    }

    fn text(&mut self, at: usize, property: &Property, test: &TextTest, node: &NodeData) -> f64 {
        let Some(text) = property.value(node) else { return 0.0 };
        if text == test.wanted.as_str() {
            return 1.0;
        }
        if let Some(&known) = self.known.get(&(at, text.to_string())) {
            return known;
        }
        if self.known.len() >= MOST_COMPARED {
            return 0.0;
        }
        let alike = likeness(&test.wanted.to_lowercase(), &text.to_lowercase());
        self.known.insert((at, text.into_owned()), alike);
        alike
    }
}

#[cfg(test)]
mod tests {
    use crate::Query;
    use crate::query::sample::tree;

    const TREE: &str = r#"
        application "demo"
          window "Settings"
            button "Save" #save +enabled
            button "Save All" #all
            link "Save" #link +enabled
            button "Close" #close
            checkbox "Beep" #beep
    "#;

    #[track_caller]
    fn check(query: &str, expected: &str) {
        let found = Query::parse(query).unwrap().nearest(&tree(TREE), 3);
        let shown: Vec<String> = found
            .iter()
            .map(|candidate| [vec![candidate.id.clone()], candidate.differences.clone()].concat().join("/"))
            .collect();
        assert_eq!(shown.join(" "), expected, "{query}");
        assert!(found.is_sorted_by(|a, b| a.score >= b.score));
    }

    #[test]
    fn alike_names_come_first() {
        check("Sve", "save link");
        check("Svae All", "all");
        check("Beap", "beep");
    }

    #[test]
    fn an_alike_name_of_the_right_role_wins() {
        check("role:button title:Svae", "save link/link instead of button");
        check("link[name=Clos]:enabled", "close/button instead of link/not enabled");
        check(
            "button[name=Save]:checked",
            "save/not checked all/not checked link/link instead of button/not checked",
        );
        check("//button[@name='Clos']", "close");
    }

    #[test]
    fn without_an_alike_name_the_role_is_shown() {
        check("role:checkbox title:Zzz", "beep");
        check("checkbox:enabled", "beep/not enabled");
        check("Zzz", "");
    }
}
