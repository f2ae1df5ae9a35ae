use deskhand_page::{FaultKind, ViewId};
use serde_json::{Value, json};
use webdriver::command::ActionsParameters;
use webdriver::error::ErrorStatus;

use crate::actions::fake::{FakePage, fault, refused};
use crate::actions::{perform_actions, release_actions};
use crate::session::Session;

async fn hold(session: &mut Session) {
    let held = json!({"actions": [
        {"type": "key", "id": "keys", "actions": [
            {"type": "keyDown", "value": "\u{E009}"}, {"type": "keyDown", "value": "b"}]},
        {"type": "pointer", "id": "mouse", "actions": [
            {"type": "pointerMove", "x": 3, "y": 4}, {"type": "pointerDown", "button": 2}]},
    ]});
    let held: ActionsParameters = serde_json::from_value(held).expect("actions");
    perform_actions(session, &held).await.expect("they are sensible");
}

#[tokio::test(start_paused = true)]
async fn all_that_is_held_is_let_go_in_reverse() {
    let page = FakePage::new();
    let mut session = page.session();
    hold(&mut session).await;
    page.seen();
    assert_eq!(release_actions(&mut session).await.expect("released"), Value::Null);
    assert_eq!(page.input_seen(), ["input @0 ^2[C] -b[C] -Control"]);
    release_actions(&mut session).await.expect("nothing is held");
    assert!(page.input_seen().is_empty());
}

#[tokio::test(start_paused = true)]
async fn devices_are_new_afterwards() {
    let page = FakePage::new();
    let mut session = page.session();
    hold(&mut session).await;
    release_actions(&mut session).await.expect("released");
    let wheel = json!({"actions": [{"type": "wheel", "id": "mouse", "actions": []}]});
    let wheel: ActionsParameters = serde_json::from_value(wheel).expect("actions");
    perform_actions(&mut session, &wheel).await.expect("the id is free");
}

#[tokio::test(start_paused = true)]
async fn what_is_held_in_another_window_stays_held() {
    let page = FakePage::new();
    let mut session = page.session();
    hold(&mut session).await;
    page.seen();
    session.place.view = ViewId("other".to_owned());
    release_actions(&mut session).await.expect("nothing is held here");
    assert!(page.input_seen().is_empty());
    session.place.view = ViewId("main".to_owned());
    release_actions(&mut session).await.expect("released");
    assert_eq!(page.input_seen().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_window_that_is_closed_has_nothing_to_release() {
    let page = FakePage::new();
    page.answer("actionPoints", Err(fault(FaultKind::NoFrame)));
    assert_eq!(refused(release_actions(&mut page.session()).await), ErrorStatus::NoSuchWindow);
}
