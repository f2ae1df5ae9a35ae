//! Pressing in an application that has just told of changes: what is read for it, when, and what can wait.
#![allow(clippy::unwrap_used, reason = "a fault in the script fails the test")]

mod support;

use std::sync::Arc;
use std::time::Duration;

use deskhand_engine::ports::{Change, Freshness, ReadPath, ReadRequest};
use deskhand_engine::{Act, ActOptions, Engine, Session};
use deskhand_model::{AppId, AppSelector, ErrorKind, Fields, Handle, Role};
use support::*;

const ASKED: [&str; 5] = ["read", "details", "caught_up", "perform", "text"];

/// Two buttons and a label, of which a live tree stands after this.
async fn warm(as_told: fn(FakeApp) -> FakeApp) -> (Arc<Desktop>, Engine) {
    let display = (2, node(Role::Text, "Display"));
    let fake = as_told(app("calculator", 1, vec![display, button("One"), button("Two")]));
    let desktop = Desktop::new(vec![fake], vec![]);
    let engine = desktop.engine();
    for _ in 0..2 {
        names(&engine, Freshness::Current).await;
    }
    desktop.forget_calls();
    (desktop, engine)
}

/// What everything is called, and whether the live tree said so.
async fn names(engine: &Engine, freshness: Freshness) -> (Vec<String>, ReadPath) {
    let fields = Fields::ROLE | Fields::NAME | Fields::STATES;
    let request = ReadRequest { fields, freshness, ..ReadRequest::default() };
    let snapshot = engine.tree(&AppSelector::parse("calculator"), &request, seconds(1)).await.unwrap();
    let tree = &snapshot.tree;
    (tree.ids().skip(2).map(|id| tree.node(id).name.to_string()).collect(), snapshot.path)
}

/// Has an element get another name, and word of it arrive.
fn rename(desktop: &Desktop, element: &str, name: &str) {
    let told = Change::Fields(Handle::new(element), Fields::NAME);
    desktop.alter("calculator", &[told], |app| {
        let (_, node) = app.nodes.iter_mut().find(|(_, node)| node.handle.as_str() == element).unwrap();
        node.name = name.into();
    });
    desktop.deliver(&AppId::new("calculator"));
}

async fn press(engine: &Engine, query: &str) -> deskhand_model::Result<deskhand_engine::Receipt> {
    let options = ActOptions { within: seconds(3), patience: Some(Duration::ZERO), ..ActOptions::default() };
    engine.act(&locator("calculator", query), &Act::Press, &options).await
}

#[tokio::test(start_paused = true)]
async fn what_changed_beside_an_element_is_read_while_that_is_confirmed() {
    for as_told in [telling, hinting] {
        let (desktop, engine) = warm(as_told).await;
        rename(&desktop, "Two", "Zwei");
        press(&engine, "role:button title:One").await.unwrap();
        assert_eq!(
            desktop.calls_of(&ASKED),
            ["details calculator 1", "caught_up calculator", "details calculator 1", "perform One press"],
            "nothing is waited for before the element is asked for"
        );
        let told = names(&engine, Freshness::Told).await;
        assert_eq!(told, (["Display", "One", "Zwei"].map(str::to_owned).to_vec(), ReadPath::Mirror));
    }
}

#[tokio::test(start_paused = true)]
async fn a_label_can_wait_while_buttons_are_asked_for() {
    for as_told in [telling, hinting] {
        let (desktop, engine) = warm(as_told).await;
        for turn in 0..3 {
            rename(&desktop, "Display", &turn.to_string());
            desktop.forget_calls();
            press(&engine, "role:button title:One").await.unwrap();
            assert_eq!(
                desktop.calls_of(&ASKED),
                ["details calculator 1", "caught_up calculator", "perform One press"]
            );
        }
        let told = names(&engine, Freshness::Told).await;
        assert_eq!(told, (["2", "One", "Two"].map(str::to_owned).to_vec(), ReadPath::Mirror));
    }
}

#[tokio::test(start_paused = true)]
async fn a_label_cannot_wait_when_anything_may_match() {
    let (desktop, engine) = warm(telling).await;
    rename(&desktop, "Display", "One");
    let error = press(&engine, "One").await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Ambiguous);
    assert!(desktop.calls_of(&["perform"]).is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_label_that_waits_and_goes_is_no_sign_of_more() {
    let (desktop, engine) = warm(telling).await;
    rename(&desktop, "Display", "1");
    press(&engine, "role:button title:One").await.unwrap();
    let window = Change::Children(Handle::new("calculator window"));
    desktop.alter("calculator", &[window], |app| {
        app.nodes.retain(|(_, node)| node.handle.as_str() != "Display");
    });
    desktop.deliver(&AppId::new("calculator"));
    press(&engine, "role:button title:One").await.unwrap();
    assert_eq!(names(&engine, Freshness::Told).await.0, ["One", "Two"]);
    assert_eq!(engine.mirror_stats()[0].1.whole_readings, 1);
}

#[tokio::test(start_paused = true)]
async fn the_name_may_have_gone_to_another_element() {
    for as_told in [telling, hinting] {
        let (desktop, engine) = warm(as_told).await;
        rename(&desktop, "One", "Two");
        rename(&desktop, "Two", "One");
        press(&engine, "role:button title:One").await.unwrap();
        assert_eq!(desktop.calls_of(&["perform"]), ["perform Two press"]);
    }
}

#[tokio::test(start_paused = true)]
async fn a_second_button_of_that_name_is_seen_before_the_first_is_pressed() {
    for as_told in [telling, hinting] {
        let (desktop, engine) = warm(as_told).await;
        rename(&desktop, "Two", "One");
        let error = press(&engine, "role:button title:One").await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Ambiguous);
        assert!(desktop.calls_of(&["perform"]).is_empty());
    }
}
