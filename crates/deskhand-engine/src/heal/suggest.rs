//! The query that means one element of a tree and no other. Pure.

use deskhand_model::{NodeId, Query, Role, Tree};

use super::portrait::test_id;

/// The first of the usual ways to write it that means exactly the node at `id`: by an id, by role and name, by those and
/// the window or what it is in, and at last by its number.
pub(super) fn suggest(tree: &Tree, id: NodeId) -> String {
    let means_it = |query: &String| {
        Query::parse(query).is_ok_and(|query| query.matches(tree).is_ok_and(|found| found == [id]))
    };
    ways(tree, id).find(means_it).unwrap_or_else(|| by_number(tree, id))
}

fn ways(tree: &Tree, id: NodeId) -> impl Iterator<Item = String> {
    let node = tree.node(id);
    let role = node.role;
    let window = &tree.node(tree.window_of(id)).name;
    let test_key = node.attributes.iter().find(|(_, value)| **value == *test_id(node) && !value.is_empty());
    let by_test_id = test_key.map(|(key, value)| format!("attr.{key}:{}", quoted(value)));
    let by_id = (!node.id.is_empty()).then(|| format!("id:{}", quoted(&node.id)));
    let by_role_and_id = by_id.as_ref().map(|by_id| format!("role:{role} {by_id}"));
    let by_name = (!node.name.is_empty()).then(|| format!("role:{role} title:{}", quoted(&node.name)));
    let in_window = |query: &Option<String>| {
        query
            .as_ref()
            .filter(|_| !window.is_empty())
            .map(|query| format!("{query} window:{}", quoted(window)))
    };
    let by_name_in_window = in_window(&by_name);
    let by_description = (!node.description.is_empty()).then(|| {
        let name = by_name.clone().unwrap_or_else(|| format!("role:{role}"));
        format!("{name} description:{}", quoted(&node.description))
    });
    let by_description_in_window = in_window(&by_description);
    let fields = [
        by_test_id,
        by_id,
        by_role_and_id,
        by_name,
        by_name_in_window,
        by_description,
        by_description_in_window,
    ];
    fields.into_iter().flatten().chain(by_container(tree, id)).collect::<Vec<_>>().into_iter()
}

/// By the nearest things around it that have an id or a name.
fn by_container(tree: &Tree, id: NodeId) -> Vec<String> {
    let node = tree.node(id);
    let own = selector(node.role, &node.name, &node.id);
    let above = tree.ancestors(id).filter(|&above| above != NodeId::ROOT);
    above
        .map(|above| tree.node(above))
        .filter(|above| !above.name.is_empty() || !above.id.is_empty())
        .map(|above| format!("{} {own}", selector(above.role, &above.name, &above.id)))
        .collect()
}

fn selector(role: Role, name: &str, id: &str) -> String {
    match (name, id) {
        ("", "") => role.name().to_owned(),
        ("", id) => format!("{role}[id={}]", in_quotes(id)),
        (name, _) => format!("{role}[name={}]", in_quotes(name)),
    }
}

/// By its number among the elements of its role and name, or of its role.
fn by_number(tree: &Tree, id: NodeId) -> String {
    let node = tree.node(id);
    let numbered =
        |alike: &mut dyn Iterator<Item = NodeId>| 1 + alike.take_while(|other| *other < id).count();
    let same_role = tree.with_role(node.role).iter().copied();
    let mark = ['\'', '"'].into_iter().find(|mark| !node.name.contains(*mark));
    match mark.filter(|_| !node.name.is_empty()) {
        Some(mark) => {
            let nth = numbered(&mut same_role.filter(|other| tree.node(*other).name == node.name));
            format!("(//{}[@name={mark}{}{mark}])[{nth}]", node.role, node.name)
        }
        None => format!("(//{})[{}]", node.role, numbered(&mut same_role.into_iter())),
    }
}

/// A value of the field notation, in quotes where it needs them.
fn quoted(value: &str) -> String {
    let simple = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    if !value.is_empty() && value.chars().all(simple) { value.to_owned() } else { in_quotes(value) }
}

fn in_quotes(value: &str) -> String {
    format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use deskhand_model::{Fields, Handle, NodeData, TreeBuilder};

    use super::*;

    /// Each line is an element: its depth, role, name, id.
    fn tree(lines: &[(usize, Role, &str, &str)]) -> Tree {
        let mut builder = TreeBuilder::new();
        let mut path: Vec<usize> = Vec::new();
        for (place, (depth, role, name, id)) in lines.iter().enumerate() {
            let mut node = NodeData::new(Handle::new(place.to_string()), *role, "".into());
            (node.name, node.id, node.known) = ((*name).into(), (*id).into(), Fields::ALL);
            let number = builder.add(node);
            path.truncate(*depth);
            if let Some(parent) = path.last() {
                builder.link(*parent, number);
            }
            path.push(number);
        }
        builder.build().unwrap()
    }

    #[test]
    fn the_first_way_that_means_only_it_is_taken() {
        let tree = tree(&[
            (0, Role::Application, "app", ""),
            (1, Role::Window, "One", ""),
            (2, Role::Button, "Save", "save"),
            (2, Role::Button, "Say \"hi\"\\", ""),
            (2, Role::Button, "Close", ""),
            (2, Role::Group, "Left", ""),
            (3, Role::Button, "Delete", "delete"),
            (2, Role::Group, "Right", ""),
            (3, Role::Button, "Delete", "delete"),
            (3, Role::Checkbox, "", ""),
            (3, Role::Checkbox, "", ""),
            (3, Role::Radio, "It's", ""),
            (3, Role::Radio, "It's", ""),
            (1, Role::Dialog, "Two words", ""),
            (2, Role::Button, "Close", ""),
        ]);
        for (place, expected) in [
            (2, "id:save"),
            (3, r#"role:button title:"Say \"hi\"\\""#),
            (4, "role:button title:Close window:One"),
            (6, r#"group[name="Left"] button[name="Delete"]"#),
            (10, "(//checkbox)[2]"),
            (12, r#"(//radio[@name="It's"])[2]"#),
            (14, r#"role:button title:Close window:"Two words""#),
        ] {
            assert_eq!(suggest(&tree, NodeId(place)), expected);
        }
        for id in tree.ids() {
            let query = Query::parse(&suggest(&tree, id)).unwrap();
            assert_eq!(query.matches(&tree).unwrap(), [id], "{}", query.source());
        }
    }
}
