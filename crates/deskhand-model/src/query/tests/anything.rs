//! Whatever is asked: an answer or an error, never a panic.

use proptest::prelude::*;

use crate::query::sample::tree;
use crate::{Notation, Query};

const TREE: &str = r#"
    application "demo"
      window "Settings" #settings
        button "Save" #save +enabled class=primary
          text "Save"
        slider "Volume" value=50 @1,2,3,4
        textfield "Größe" text=hello description=size
      dialog
        button "Save" +focused
"#;

/// Asks everything that can be asked about a query.
fn ask(notation: Option<Notation>, text: &str) {
    let query = match notation {
        Some(notation) => Query::parse_as(notation, text),
        None => Query::parse(text),
    };
    let tree = tree(TREE);
    match query {
        Ok(query) => {
            let _ = (query.needs(), query.only_roles(), query.nearest(&tree, 3));
            if let Ok(found) = query.matches(&tree) {
                assert!(found.is_sorted_by(|a, b| a < b), "{text}: not in tree order, or twice");
                assert!(found.iter().all(|id| tree.get(*id).is_some()));
            }
        }
        Err(error) => {
            assert!(error.position <= text.chars().count(), "{text}");
            let _ = (error.to_string(), error.pointer());
        }
    }
}

fn notation() -> impl Strategy<Value = Option<Notation>> {
    prop_oneof![Just(None), proptest::sample::select(Notation::ALL).prop_map(Some)]
}

/// Texts made of the pieces that queries are made of.
fn pieces() -> impl Strategy<Value = String> {
    let piece = proptest::sample::select(vec![
        "button",
        "window",
        "text",
        "role",
        "name",
        "title",
        "state",
        ":",
        "~",
        "=",
        "!",
        "enabled",
        "checked",
        "[",
        "]",
        "(",
        ")",
        "\"",
        "'",
        "/",
        "//",
        "@",
        "*",
        "|",
        ",",
        ">",
        "+",
        "-",
        ".",
        "..",
        "::",
        "#",
        "$",
        " ",
        "\\",
        "ö",
        "1",
        "2n+1",
        "0.5",
        "not",
        "has",
        "is",
        "nth-child",
        "first-child",
        "last()",
        "position()",
        "contains",
        "and",
        "or",
        "div",
        "ancestor",
        "attr.",
        "css=",
        "xpath=",
        "Save",
        "<",
        "\u{1}",
        "of",
        "i",
        "count",
        "string",
    ]);
    proptest::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

/// Queries that are well formed for the most part.
fn likely() -> impl Strategy<Value = String> {
    let simple = proptest::sample::select(vec![
        "button",
        "*",
        "[name=Save]",
        "#save",
        ":enabled",
        ":first-child",
        "button:nth-child(2n+1)",
        "window",
        ":not(button)",
        ":has(> text)",
        ":is(button, slider)",
        "[x]",
        "text:only-child",
        ":empty",
    ]);
    let joined = proptest::sample::select(vec![" ", " > ", " + ", " ~ ", ", "]);
    let css = proptest::collection::vec((simple, joined), 1..5).prop_map(|parts| {
        let text: String = parts.into_iter().flat_map(|(simple, joined)| [simple, joined]).collect();
        text.trim_end_matches([' ', '>', '+', '~', ',']).to_owned()
    });
    let step = proptest::sample::select(vec![
        "button",
        "*",
        "window[1]",
        "..",
        ".",
        "*[@name]",
        "following::*",
        "preceding-sibling::*[1]",
        "*[last()]",
        "ancestor::*",
        "*[count(*) > 1]",
        "@*/..",
        "*[. = 'Save']",
        "descendant-or-self::node()",
    ]);
    let slash = proptest::sample::select(vec!["/", "//"]);
    let xpath = proptest::collection::vec((slash, step), 1..5)
        .prop_map(|parts| parts.into_iter().flat_map(|(slash, step)| [slash, step]).collect::<String>());
    prop_oneof![css, xpath]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_or_refused(notation in notation(), text in any::<String>()) {
        ask(notation, &text);
    }

    #[test]
    fn any_mixture_of_query_pieces_is_read_or_refused(notation in notation(), text in pieces()) {
        ask(notation, &text);
    }

    #[test]
    fn likely_queries_are_answered(text in likely()) {
        ask(None, &text);
    }
}
