//! Trees for tests, written as indented text, and one-line checks of queries against them.
//!
//! One element a line: the role, then in any order `"name"`, `#id`, `+state`, `key=value` (`text`, `value`,
//! `description`, or else a toolkit attribute) and `@x,y,width,height`.

use crate::{Handle, NodeData, NodeId, Notation, Query, Rect, Role, State, Tree, TreeBuilder, Value};

/// Reads a tree.
pub(crate) fn tree(text: &str) -> Tree {
    let mut builder = TreeBuilder::new();
    let mut path: Vec<(usize, usize)> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let indent = line.len() - line.trim_start().len();
        let number = builder.add(node(line.trim()));
        while path.pop_if(|(above, _)| *above >= indent).is_some() {}
        if let Some(&(_, above)) = path.last() {
            builder.link(above, number);
        }
        path.push((indent, number));
    }
    builder.build().expect("a tree has at least one line")
}

fn node(line: &str) -> NodeData {
    let mut words = words(line).into_iter();
    let role = words.next().expect("a line starts with a role");
    let mut node =
        NodeData::new(Handle::new(line), role.parse::<Role>().expect("a known role"), role.as_str().into());
    for word in words {
        if let Some(id) = word.strip_prefix('#') {
            node.id = id.into();
        } else if let Some(state) = word.strip_prefix('+') {
            node.states.insert(State::parse(state).expect("a known state"));
        } else if let Some(bounds) = word.strip_prefix('@') {
            let n: Vec<i32> = bounds.split(',').map(|n| n.parse().expect("a number")).collect();
            node.bounds = Some(Rect::new(n[0], n[1], n[2] as u32, n[3] as u32));
        } else if let Some(name) = word.strip_prefix('"') {
            node.name = name.trim_end_matches('"').into();
        } else if let Some((key, value)) = word.split_once('=') {
            let value = value.trim_matches('"');
            match key {
                "text" => node.text = Some(value.into()),
                "description" => node.description = value.into(),
                "value" => {
                    let current = value.parse().expect("a number");
                    node.value = Some(Value { current, minimum: None, maximum: None, step: None });
                }
                _ => node.attributes.push((key.into(), value.into())),
            }
        } else {
            panic!("cannot read `{word}`");
        }
    }
    node
}

/// Splits at spaces outside of double quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        quoted ^= c == '"';
        match words.last_mut() {
            Some(word) if c != ' ' || quoted => word.push(c),
            _ => words.push(String::new()),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// What a test calls a node: its id, or else its name, or else its role.
pub(crate) fn called(tree: &Tree, id: NodeId) -> String {
    let node = tree.node(id);
    let text = [&*node.id, &*node.name, node.role.name()].into_iter().find(|text| !text.is_empty());
    text.unwrap_or_default().to_owned()
}

/// Asserts which nodes of a tree a query matches, as [`called`] and joined by spaces.
#[track_caller]
pub(crate) fn check(notation: Notation, query: &str, text: &str, expected: &str) {
    let tree = tree(text);
    let parsed =
        Query::parse_as(notation, query).unwrap_or_else(|error| panic!("{error}\n{}", error.pointer()));
    let found: Vec<String> = parsed.matches(&tree).unwrap().into_iter().map(|id| called(&tree, id)).collect();
    assert_eq!(found.join(" "), expected, "{query}");
}

/// Asserts what is wrong with a query: a part of the message or the hint, and the character under the caret.
#[track_caller]
pub(crate) fn refused(notation: Notation, query: &str, part: &str, position: usize) {
    let error = Query::parse_as(notation, query).expect_err(query);
    let told = format!("{error} {}", error.hint.as_deref().unwrap_or_default());
    assert!(told.contains(part), "`{query}` gave: {told}");
    assert_eq!(error.position, position, "{}", error.pointer());
}
