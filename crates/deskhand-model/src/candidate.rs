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
    /// In which way it is not what was asked for, apart from its texts: `not enabled`, `link instead of button`.
    pub differences: Vec<String>,
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
            differences: Vec::new(),
        }
    }
}

/// Steps of a path that are shown at most: the window and the nearest ones.
const STEPS: usize = 6;

/// The way to a node: its window, its named ancestors, itself. The middle of a long way is left out.
fn path(tree: &Tree, id: NodeId) -> String {
    let above = tree.ancestors(id).filter(|&above| {
        above != NodeId::ROOT && (!tree.node(above).name.is_empty() || tree.node(above).role.is_window())
    });
    let mut way: Vec<NodeId> = std::iter::once(id).chain(above).collect();
    way.reverse();
    let shown = |way: &[NodeId]| way.iter().map(|&id| step(tree, id)).collect::<Vec<_>>().join(" > ");
    match way.as_slice() {
        [window, rest @ ..] if rest.len() >= STEPS => {
            format!("{} > … > {}", step(tree, *window), shown(&rest[rest.len() + 1 - STEPS..]))
        }
        way => shown(way),
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Handle, NodeData, TreeBuilder};

    /// A chain of nodes below a window; each is named after its depth, unless the name is empty.
    fn chain(names: &[&str]) -> Tree {
        let mut builder = TreeBuilder::new();
        let mut above = builder.add(NodeData::new(Handle::new(""), Role::Application, "application".into()));
        for (depth, name) in names.iter().enumerate() {
            let role = if depth == 0 { Role::Window } else { Role::Group };
            let mut node = NodeData::new(Handle::new(*name), role, "".into());
            node.name = (*name).into();
            let number = builder.add(node);
            builder.link(above, number);
            above = number;
        }
        builder.build().unwrap()
    }

    #[track_caller]
    fn check(names: &[&str], expected: &str) {
        let tree = chain(names);
        let last = NodeId(tree.len() as u32 - 1);
        assert_eq!(Candidate::describe(&tree, last, 0.0).path, expected);
    }

    #[test]
    fn a_path_shows_the_window_and_what_has_a_name() {
        check(&["Demo", "", "top", ""], "window \"Demo\" > group \"top\" > group");
        check(&["", "top"], "window > group \"top\"");
    }

    #[test]
    fn the_middle_of_a_long_path_is_left_out() {
        let names = ["w", "1", "2", "3", "4", "5", "6", "7"];
        let shown = r#"window "w" > … > group "3" > group "4" > group "5" > group "6" > group "7""#;
        check(&names, shown);
    }

    #[test]
    fn a_long_name_is_shortened_and_kept_on_one_line() {
        assert_eq!(shorten("a\nb"), "a b");
        assert_eq!(shorten(&"ö".repeat(100)), "ö".repeat(59) + "…");
    }
}
