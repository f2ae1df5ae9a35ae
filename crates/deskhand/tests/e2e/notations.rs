//! The four notations of a query mean the same element.

use deskhand::model::Notation;
use deskhand::{ErrorKind, Query};

use crate::support::{Stage, Toolkit, on_every_toolkit};

on_every_toolkit!(every_notation_finds_and_presses_the_same_element);

async fn every_notation_finds_and_presses_the_same_element(toolkit: Toolkit) {
    let stage = Stage::start().await;
    let fixture = stage.fixture(toolkit, "Subject").await;
    for (role, name) in [("button", "Save"), ("slider", "Volume"), ("list-item", "Mars"), ("tab", "Second")] {
        let mut handles = Vec::new();
        for (notation, query) in notations(role, name) {
            assert_eq!(Query::parse(&query).expect(&query).notation(), notation, "{query}");
            let found = fixture.locate(&query).find().await;
            let element = found.unwrap_or_else(|error| panic!("{query} on {toolkit:?}: {error:?}"));
            assert_eq!((element.data.role.name(), &*element.data.name), (role, name), "{query}");
            handles.push(element.data.handle);
        }
        assert!(handles.windows(2).all(|pair| pair[0] == pair[1]), "{name}: {handles:?}");
    }
    for (count, (_, query)) in notations("button", "Save").iter().enumerate() {
        let pressed = fixture.locate(query).press().await;
        pressed.unwrap_or_else(|error| panic!("{query} on {toolkit:?}: {error:?}"));
        fixture.expect(&format!("pressed Save ({})", count + 1)).await;
    }
}

fn notations(role: &str, name: &str) -> [(Notation, String); 4] {
    [
        (Notation::Plain, name.to_owned()),
        (Notation::Fields, format!("role:{role} title:{name}")),
        (Notation::Css, format!("window[name=\"Subject\"] {role}[name=\"{name}\"]:enabled")),
        (Notation::XPath, format!("//{role}[@name='{name}']")),
    ]
}

#[tokio::test]
async fn ids_that_the_toolkit_tells_are_found() {
    let stage = Stage::start().await;
    let fixture = stage.fixture(Toolkit::Gtk3, "Subject").await;
    for query in ["id:unlock-later", "#unlock-later", "//*[@id='unlock-later']"] {
        let element = fixture.locate(query).find().await;
        let element = element.unwrap_or_else(|error| panic!("{query}: {error:?}"));
        assert_eq!((&*element.data.name, &*element.data.id), ("Unlock later", "unlock-later"), "{query}");
    }
}

#[tokio::test]
async fn a_malformed_query_is_told_with_its_place_and_never_reaches_the_application() {
    let stage = Stage::start().await;
    let nowhere = stage.desktop.app("nothing that runs");
    for (query, told) in [
        ("//buton", "button"),
        ("role:buton", "button"),
        ("//button[@name='Save'", "at character"),
        ("button[name=", "at character"),
        ("", "empty"),
    ] {
        let error = nowhere.locate(query).press().await.expect_err(query);
        assert_eq!(error.kind(), ErrorKind::InvalidQuery, "{query}: {error:?}");
        let text = format!("{error:?}");
        assert!(text.contains(told), "`{query}` tells `{told}`: {text}");
    }
}
