//! What goes into password fields stays out of the file.

use std::fs::File;
use std::io::Read;

use deskhand_engine::{Act, Until};
use deskhand_trace::TraceOptions;

use crate::support::{Place, TIME, locator, options, recorded};

/// Every entry of the archive as text.
fn everything(place: &Place) -> String {
    let mut archive = zip::ZipArchive::new(File::open(place.file()).unwrap()).unwrap();
    let mut all = String::new();
    for index in 0..archive.len() {
        let mut bytes = Vec::new();
        archive.by_index(index).unwrap().read_to_end(&mut bytes).unwrap();
        all.push_str(&String::from_utf8_lossy(&bytes));
    }
    all
}

#[test]
fn a_text_that_goes_to_nobody_known_is_taken_for_a_secret() {
    let place = Place::new();
    let command = ["deskhand", "type", "editor", "Password", "hunter2"].map(str::to_owned).to_vec();
    recorded(&place.file(), TraceOptions { command, ..TraceOptions::default() }, async |session| {
        let act = Act::TypeText("hunter2".to_owned());
        session.act(&locator("editor", "Password"), &act, &options()).await.unwrap_err();
    });
    let step = &place.read().steps[0].step;
    assert!(step.masked);
    assert_eq!(step.title, "type Password in editor");
    assert_eq!(step.command[4], "•••");
    assert!(!everything(&place).contains("hunter2"));
}

#[test]
fn a_text_that_goes_into_an_ordinary_field_is_told() {
    let place = Place::new();
    recorded(&place.file(), TraceOptions::default(), async |session| {
        let act = Act::TypeText("hello".to_owned());
        session.act(&locator("editor", "Document"), &act, &options()).await.unwrap();
    });
    let step = &place.read().steps[0].step;
    assert!(!step.masked);
    assert!(everything(&place).contains("\"text\": \"hello\""));
}

#[test]
fn a_text_that_is_waited_for_is_masked_like_one_that_is_typed() {
    let place = Place::new();
    let command = ["deskhand", "wait", "editor", "Password", "--text", "hunter2"].map(str::to_owned).to_vec();
    recorded(&place.file(), TraceOptions { command, ..TraceOptions::default() }, async |session| {
        let until = || Until::Text("hunter2".to_owned());
        session.wait(&locator("editor", "Password"), until(), TIME).await.unwrap_err();
    });
    let step = &place.read().steps[0].step;
    assert!(step.masked);
    assert_eq!(step.title, "wait for the text of Password in editor");
    assert!(!everything(&place).contains("hunter2"));
}

#[test]
fn a_text_that_is_waited_for_in_an_ordinary_field_is_told() {
    let place = Place::new();
    recorded(&place.file(), TraceOptions::default(), async |session| {
        let act = Act::SetText("hello".to_owned());
        session.act(&locator("editor", "Document"), &act, &options()).await.unwrap();
        let until = Until::Text("hello".to_owned());
        session.wait(&locator("editor", "Document"), until, TIME).await.unwrap();
    });
    let step = &place.read().steps[1].step;
    assert!(!step.masked);
    assert_eq!(step.title, "wait for the text \"hello\" of Document in editor");
}

#[test]
fn the_clipboard_is_counted_and_not_kept() {
    let place = Place::new();
    recorded(&place.file(), TraceOptions::default(), async |session| {
        session.set_clipboard("hunter2", TIME).await.unwrap();
        assert_eq!(session.clipboard(TIME).await.unwrap().as_deref(), Some("hunter2"));
    });
    let outcomes: Vec<String> = place.read().steps.into_iter().map(|one| one.step.outcome).collect();
    assert_eq!(outcomes, ["set", "7 characters"]);
    assert!(!everything(&place).contains("hunter2"));
}
