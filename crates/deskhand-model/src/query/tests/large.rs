//! Large and deep trees, and queries that nest or repeat a lot.

use crate::query::sample::tree;
use crate::{Handle, NodeData, NodeId, Notation, Query, Role, Tree, TreeBuilder};

const SIZE: usize = 100_000;

/// A tree of buttons, each numbered in its name; `parent` gives the number of the node above.
fn buttons(parent: impl Fn(usize) -> usize) -> Tree {
    let mut builder = TreeBuilder::new();
    builder.add(NodeData::new(Handle::new("0"), Role::Application, "application".into()));
    for number in 1..SIZE {
        let mut node = NodeData::new(Handle::new(number.to_string()), Role::Button, "button".into());
        node.name = format!("Button {number}").into();
        let added = builder.add(node);
        builder.link(parent(added), added);
    }
    builder.build().unwrap()
}

#[track_caller]
fn finds(tree: &Tree, query: &str, expected: usize) {
    assert_eq!(Query::parse(query).unwrap().matches(tree).unwrap().len(), expected, "{query}");
}

#[test]
fn a_flat_tree_of_100_000_elements_is_searched() {
    let tree = buttons(|_| 0);
    finds(&tree, "Button 99999", 1);
    finds(&tree, "utton 4242", 11);
    finds(&tree, "role:button title~99999", 1);
    finds(&tree, "button:nth-child(2n)", SIZE / 2 - 1);
    finds(&tree, "button ~ button", SIZE - 2);
    finds(&tree, "button:has(+ button)", SIZE - 2);
    finds(&tree, "//button[@name='Button 77']", 1);
    finds(&tree, "//button[last()]", 1);
    assert_eq!(Query::parse("Buton 77").unwrap().nearest(&tree, 5).len(), 5);
}

#[test]
fn a_tree_100_000_elements_deep_is_searched() {
    let tree = buttons(|number| number - 1);
    finds(&tree, "Button 99999", 1);
    finds(&tree, "role:button window:'Button 1'", SIZE - 1);
    finds(&tree, "css=button button button", SIZE - 3);
    finds(&tree, "button:has(button:has-popup, [name='Button 99999'])", SIZE - 2);
    finds(&tree, "button:not(:has(*))", 1);
    finds(&tree, "//button//button//button", SIZE - 3);
    finds(&tree, "//*[@name='Button 99999']/ancestor::button", SIZE - 2);
    let last = Query::parse("Buton 99999").unwrap().nearest(&tree, 1);
    assert!(last[0].path.len() < 1_000, "{}", last[0].path);
    assert_eq!(tree.window_of(NodeId(SIZE as u32 - 1)), NodeId(1));
}

#[test]
fn an_expression_that_would_take_hours_is_refused() {
    let tree = buttons(|number| number - 1);
    let query = Query::parse("//button[count(ancestor::*[count(ancestor::*) > 1]) > 1]").unwrap();
    let error = query.matches(&tree).unwrap_err();
    assert!(error.message.contains("looks at more than"), "{error}");
}

#[test]
fn no_length_or_depth_of_a_query_exhausts_the_stack() {
    let tree = tree("application\n  button \"x\"");
    let repeated = |start: &str, part: &str, end: &str| {
        let parts = part.repeat((9_900 - start.len() - end.len()) / part.len());
        [start, &parts, end].concat()
    };
    for (notation, text) in [
        (Notation::Css, repeated("button", " button", "")),
        (Notation::Css, repeated("button", " > *", "")),
        (Notation::Css, repeated("button", ", *", "")),
        (Notation::Css, repeated("button", ":not(link)", "")),
        (Notation::Css, repeated("", ":not(", "")),
        (Notation::XPath, repeated("//button", "//*", "")),
        (Notation::XPath, repeated("//button[1", " or 1", "]")),
        (Notation::XPath, repeated("//button[1", " = 1", "]")),
        (Notation::XPath, repeated("//button[", "-", "1]")),
        (Notation::XPath, repeated("//button[1", " + 1", "]")),
        (Notation::XPath, repeated("//button", "[1]", "")),
        (Notation::XPath, repeated("//button", " | //*", "")),
        (Notation::XPath, repeated("", "(", "")),
        (Notation::XPath, repeated("//*", "[*", "")),
        (Notation::Fields, repeated("", "title:x ", "")),
        (Notation::Plain, repeated("", "\\", "")),
    ] {
        if let Ok(query) = Query::parse_as(notation, &text) {
            let _ = query.matches(&tree);
            let _ = (query.needs(), query.only_roles(), query.nearest(&tree, 3));
        }
    }
    let deepest = ":not(".repeat(32) + "button" + &")".repeat(32);
    assert_eq!(Query::parse_as(Notation::Css, &deepest).unwrap().matches(&tree).unwrap().len(), 1);
    let deepest = "//*".to_owned() + &"[*".repeat(32) + &"]".repeat(32);
    assert!(Query::parse_as(Notation::XPath, &deepest).unwrap().matches(&tree).unwrap().is_empty());
}
