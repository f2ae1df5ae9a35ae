//! Queries of all notations together: the same questions, hostile input, large trees, and a second opinion.

mod anything;
mod described;
mod documented;
mod large;
mod second_opinion;

use super::sample::{called, tree};
use crate::{Fields, Notation, Query, Role};

const TREE: &str = r#"
    application "demo"
      window "Settings" #settings
        group #top
          button "Save" #save +enabled
            text "Save"
          button "Save All" #all
          link "Save" #link +enabled
        slider "Volume" #volume value=50
      dialog "Print" #dialog
        button "Save" #other
"#;

#[track_caller]
fn same(expected: &str, queries: &[&str]) {
    let tree = tree(TREE);
    for text in queries {
        let query = Query::parse(text).unwrap();
        let found = query.matches(&tree).unwrap();
        let found: Vec<String> = found.into_iter().map(|id| called(&tree, id)).collect();
        assert_eq!(found.join(" "), expected, "{text} as {:?}", query.notation());
    }
}

#[test]
fn the_same_question_gives_the_same_elements_in_every_notation() {
    same("volume", &["Volume", "title:Volume", "[name=Volume]", "//*[@name='Volume']"]);
    same(
        "all",
        &["Save All", "role:button title:'Save All'", "button[name='Save All']", "//button[.='Save All']"],
    );
    same(
        "save",
        &[
            "role:button title:Save window:Settings",
            "window button[title=Save]",
            "//window//button[@name='Save']",
        ],
    );
    same(
        "save link other",
        &["Save", "title:Save state:!has-popup role~n", "button[name=Save], link[name=Save]"],
    );
    same(
        "other",
        &[
            "role:button title:Save state:disabled",
            "button[name=Save]:disabled",
            "//button[@name='Save'][@enabled='false']",
        ],
    );
}

#[test]
fn a_query_keeps_its_text_and_its_notation() {
    for (text, notation) in [
        ("Save", Notation::Plain),
        ("role:button", Notation::Fields),
        ("css=button", Notation::Css),
        ("//button", Notation::XPath),
    ] {
        let query = Query::parse(text).unwrap();
        assert_eq!((query.source(), query.notation()), (text, notation));
    }
}

#[track_caller]
fn needs(text: &str, expected: Fields) {
    assert_eq!(Query::parse(text).unwrap().needs(), Fields::ROLE | expected, "{text}");
}

#[test]
fn a_query_needs_exactly_what_it_looks_at() {
    needs("Save", Fields::NAME);
    needs("role:button", Fields::NONE);
    needs("role:button state:enabled id:x", Fields::STATES | Fields::ID);
    needs("role:button window:x", Fields::NAME);
    needs("value:5", Fields::VALUE | Fields::TEXT);
    needs("button[name=x]:enabled", Fields::NAME | Fields::STATES);
    needs("window:has(> #ok) > button:not([description])", Fields::ID | Fields::DESCRIPTION);
    needs("button:nth-child(2 of [x='1'])", Fields::BOUNDS);
    needs("//button", Fields::NONE);
    needs("//button[@name='x' and @enabled='true']", Fields::NAME | Fields::STATES);
    needs("//button[.='x']", Fields::NAME);
    needs("//button[string-length() > 3]", Fields::NAME);
    needs("//window[button[@id='x']]", Fields::ID);
    needs("//button[@tag='x']", Fields::ATTRIBUTES);
    needs("//button[@*='x']", Fields::ALL.without(Fields::STYLE));
    needs("xpath=id('x')", Fields::ID);
    needs("(//button)[@text='x']/parent::*[@description]", Fields::TEXT | Fields::DESCRIPTION);
}

#[test]
fn a_name_is_told_only_when_no_other_can_match() {
    for (text, expected) in [
        ("role:button title:Save", Some("Save")),
        ("button[name='Save']:enabled", Some("Save")),
        ("role:button title:Save state:enabled", Some("Save")),
        ("role:button title~save", None),
        ("button[name='save' i]", None),
        ("button[name^='Save']", None),
        ("button[name='Save'], link[name='Load']", None),
        ("button:not([name='Save'])", None),
        ("window button[name='Save']", None),
        ("title:Save", None),
        ("Save", None),
        ("//button[@name='Save']", None),
    ] {
        assert_eq!(Query::parse(text).unwrap().only_name(), expected, "{text}");
    }
}

#[track_caller]
fn only(text: &str, expected: Option<&[Role]>) {
    assert_eq!(Query::parse(text).unwrap().only_roles().as_deref(), expected, "{text}");
}

#[test]
fn roles_are_told_only_when_nothing_else_is_looked_at() {
    let button: Option<&[Role]> = Some(&[Role::Button]);
    only("Save", None);
    only("role:button title:Save", button);
    only("title:Save", None);
    only("role:button window:x", None);
    only("button[name=x]:enabled", button);
    only("button:not([name=x])", button);
    only("link:enabled, button:enabled", Some(&[Role::Button, Role::Link]));
    only("[name=x]", None);
    only("window > button", None);
    only("button:first-child", None);
    only("button:has(text)", None);
    only("button:not(window *)", None);
    only("//button", button);
    only("//button[@name='x' and not(@id)]", button);
    only("//button[1]", None);
    only("//button[position() < 3]", None);
    only("(//button)[1]", None);
    only("//button[text]", None);
    only("//button[@name=//link/@name]", None);
    only("//window//button", None);
    only("//button | //link", Some(&[Role::Button, Role::Link]));
}

#[test]
fn the_place_of_a_fault_counts_what_comes_before_the_query() {
    let error = Query::parse("  css=buton").unwrap_err();
    assert_eq!(error.pointer(), "  css=buton\n      ^");
}

#[test]
fn a_query_of_any_length_is_read_or_refused() {
    let error = Query::parse(&"ö".repeat(1_000_000)).unwrap_err();
    assert!(error.message.contains("at most 10000 bytes"), "{error}");
    assert!(error.pointer().lines().count() == 2);
    assert!(Query::parse(&"x".repeat(10_000)).is_ok());
}
