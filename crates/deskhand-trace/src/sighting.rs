//! What a locator means in a tree.

use deskhand_engine::Locator;
use deskhand_model::{Candidate, NodeData, NodeId, Rect, State, Tree};
use deskhand_schema as schema;

use crate::secret;

/// Most matches that a step lists.
const LISTED: usize = 10;

/// What a locator means in one reading.
#[derive(Clone, Debug)]
pub(crate) struct Sighting {
    /// How many elements match.
    pub(crate) matches: usize,
    /// The first of them.
    pub(crate) candidates: Vec<schema::Candidate>,
    /// Where the one that is meant is on the screen.
    pub(crate) bounds: Option<Rect>,
    /// Whether the one that is meant keeps a secret; not known when it is not clear which one is meant.
    pub(crate) secret: Option<bool>,
}

impl Sighting {
    /// What `locator` means in `tree`; `None` when the query cannot be asked there.
    pub(crate) fn of(locator: &Locator, tree: &Tree) -> Option<Sighting> {
        let matches = locator.query.matches(tree).ok()?;
        let meant = match (matches.as_slice(), locator.nth) {
            ([only], None) => Some(*only),
            (all, Some(nth)) => all.get(nth).copied(),
            _ => None,
        };
        let node = meant.map(|id| tree.node(id));
        Some(Sighting {
            candidates: listed(tree, &matches),
            matches: matches.len(),
            bounds: node.and_then(|node| node.bounds),
            secret: node.map(secret::keeps_one),
        })
    }
}

/// The first of these elements, in the form of a step.
pub(crate) fn listed(tree: &Tree, ids: &[NodeId]) -> Vec<schema::Candidate> {
    let told = ids.iter().take(LISTED).map(|&id| Candidate::describe(tree, id, 1.0));
    told.map(|candidate| schema::Candidate::from(&candidate)).collect()
}

/// Whether keys that are struck now may go into a field that keeps a secret. Qt takes the focus of its elements back while
/// their window is not active, and gives it again before the keys arrive: where nobody has it, any such field counts.
pub(crate) fn keys_are_secret(tree: &Tree) -> bool {
    let nodes = || tree.ids().map(|id| tree.node(id));
    let mut focused = nodes().filter(|node| node.states.contains(State::Focused)).peekable();
    match focused.peek() {
        Some(_) => focused.any(secret::keeps_one),
        None => nodes().any(secret::keeps_one),
    }
}

/// Whether the element that a receipt names keeps a secret; not known when the tree does not have it. For elements that
/// their locator alone does not lead to, such as healed ones.
pub(crate) fn keeps_secret(target: &Candidate, tree: &Tree) -> Option<bool> {
    let same = |node: &&NodeData| {
        node.role == target.role
            && *node.name == *target.name
            && *node.id == *target.id
            && node.bounds == target.bounds
    };
    let found: Vec<bool> = tree.ids().map(|id| tree.node(id)).filter(same).map(secret::keeps_one).collect();
    (!found.is_empty()).then(|| found.into_iter().any(|secret| secret))
}

#[cfg(test)]
mod tests {
    use deskhand_model::{AppSelector, Fields, Handle, Query, Role, TreeBuilder};

    use super::*;

    fn tree() -> Tree {
        let mut builder = TreeBuilder::new();
        let root = builder.add(NodeData::new(Handle::new(""), Role::Application, "".into()));
        for (name, role) in [("User", "text"), ("Password", "password text"), ("User", "text")] {
            let mut node = NodeData::new(Handle::new(name), Role::Textfield, role.into());
            (node.name, node.known) = (name.into(), Fields::SNAPSHOT);
            node.bounds = Some(Rect::new(1, 2, 3, 4));
            let node = builder.add(node);
            builder.link(root, node);
        }
        builder.build().unwrap()
    }

    fn sighting(query: &str, nth: Option<usize>) -> Sighting {
        let app = AppSelector::Name("login".to_owned());
        Sighting::of(&Locator { app, query: Query::parse(query).unwrap(), nth }, &tree()).unwrap()
    }

    #[test]
    fn the_one_that_is_meant_is_known_by_its_place_and_by_whether_it_keeps_a_secret() {
        let password = sighting("Password", None);
        assert_eq!((password.matches, password.secret), (1, Some(true)));
        assert_eq!(password.bounds, Some(Rect::new(1, 2, 3, 4)));
        assert_eq!(sighting("User", Some(1)).secret, Some(false));
    }

    #[test]
    fn of_several_matches_none_is_meant_but_all_are_listed() {
        let users = sighting("User", None);
        assert_eq!((users.matches, users.candidates.len(), users.secret), (2, 2, None));
        assert_eq!(sighting("Nobody", None).matches, 0);
    }

    #[test]
    fn an_element_that_a_receipt_names_is_found_again() {
        let tree = tree();
        let password = Candidate::describe(&tree, NodeId(2), 1.0);
        assert!(keys_are_secret(&tree), "nobody says where keys go");
        let with_focus_on = |name: &str| {
            tree.map(|_, node| {
                if &*node.name == name {
                    node.states.insert(State::Focused);
                }
            })
        };
        assert!(keys_are_secret(&with_focus_on("Password")));
        assert!(!keys_are_secret(&with_focus_on("User")));
        assert_eq!(keeps_secret(&password, &tree), Some(true));
        assert_eq!(keeps_secret(&Candidate { name: "Other".to_owned(), ..password }, &tree), None);
    }
}
