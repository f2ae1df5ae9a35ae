use std::sync::Arc;

use deskhand_page::{DialogKind, FaultKind, FrameChoice, FrameId, LoadState};
use serde_json::{Value, json};
use webdriver::command::ActionsParameters;
use webdriver::common::WebElement;
use webdriver::error::ErrorStatus;

use crate::actions::fake::{FakePage, dialog, fault, refused, refusing};
use crate::actions::{click, perform_actions};
use crate::session::Session;

fn it() -> WebElement {
    WebElement("it".to_owned())
}

#[tokio::test(start_paused = true)]
async fn a_click_is_one_question_one_input_and_one_wait() {
    let page = FakePage::new();
    let done = click(&mut page.session(), &it()).await;
    assert_eq!(done.expect("a click"), Value::Null);
    assert_eq!(page.seen(), ["clickPoint", "input @0 >400,300 v0 ^0", "wait 0"]);
}

#[tokio::test(start_paused = true)]
async fn keys_that_are_held_are_held_for_the_click() {
    let page = FakePage::new();
    let mut session = page.session();
    let shift = json!({"actions": [{"type": "key", "id": "keys", "actions": [
        {"type": "keyDown", "value": "\u{E008}"}]}]});
    let shift: ActionsParameters = serde_json::from_value(shift).expect("actions");
    perform_actions(&mut session, &shift).await.expect("a key");
    page.seen();
    click(&mut session, &it()).await.expect("a click");
    assert_eq!(page.input_seen(), ["input @0 >400,300[S] v0[S] ^0[S]"]);
}

#[tokio::test(start_paused = true)]
async fn an_option_is_chosen_without_a_pointer() {
    let page = FakePage::new();
    page.answer("clickPoint", Ok(json!({"x": 1, "y": 2, "option": true})));
    click(&mut page.session(), &it()).await.expect("a choice");
    assert_eq!(page.seen(), ["clickPoint", "selectOption", "wait 0"]);
}

#[tokio::test(start_paused = true)]
async fn an_element_that_cannot_be_clicked_is_not_clicked() {
    let page = FakePage::new();
    page.answer("clickPoint", Err(fault(FaultKind::StaleNode)));
    assert_eq!(refused(click(&mut page.session(), &it()).await), ErrorStatus::StaleElementReference);
    assert_eq!(page.seen(), ["clickPoint"]);
}

#[tokio::test(start_paused = true)]
async fn a_click_that_opens_a_dialog_or_closes_the_window_is_done() {
    for kind in [FaultKind::DialogOpen, FaultKind::NoView, FaultKind::Interrupted] {
        let page = FakePage::new();
        page.fail_input("^0", kind);
        page.fail_load(fault(kind));
        assert!(click(&mut page.session(), &it()).await.is_ok(), "{kind:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_page_that_does_not_load_is_told() {
    for (kind, status) in [
        (FaultKind::Timeout, ErrorStatus::Timeout),
        (FaultKind::InsecureCertificate, ErrorStatus::InsecureCertificate),
        (FaultKind::LoadFailed, ErrorStatus::UnknownError),
    ] {
        let page = FakePage::new();
        page.fail_load(fault(kind));
        assert_eq!(refused(click(&mut page.session(), &it()).await), status);
    }
}

#[tokio::test(start_paused = true)]
async fn the_page_around_a_frame_is_waited_for_when_the_frame_is_gone() {
    let page = FakePage::new();
    page.fail_load(fault(FaultKind::NoFrame));
    let mut session = page.session();
    session.place.frames.push(FrameId("child".to_owned()));
    click(&mut session, &it()).await.expect("a click");
    assert_eq!(page.seen()[2..], ["wait 1", "wait 0"]);
}

/// A session in a frame of a frame.
fn two_frames_deep(page: &Arc<FakePage>) -> Session {
    let mut session = page.session();
    session.place.frames.extend(["outer", "inner"].map(|id| FrameId(id.to_owned())));
    session.entered.extend([FrameChoice::Node("outer".to_owned()), FrameChoice::Index(0)]);
    session
}

#[tokio::test(start_paused = true)]
async fn every_document_around_a_frame_shows_the_point_before_it_is_pressed() {
    let page = FakePage::new();
    page.answer("pointOfFrame", Ok(json!({"x": 410, "y": 320})));
    click(&mut two_frames_deep(&page), &it()).await.expect("a click");
    // It is pressed in the frame, at the point that the frame knows.
    let seen = ["clickPoint", "pointOfFrame", "pointOfFrame", "input @0 >400,300 v0 ^0", "wait 2"];
    assert_eq!(page.seen(), seen);
}

#[tokio::test(start_paused = true)]
async fn what_a_document_around_does_not_show_is_not_pressed() {
    let page = FakePage::new();
    page.answer("pointOfFrame", Ok(json!({"x": 400, "y": 300})));
    page.answer("pointOfFrame", Err(refusing("element not interactable")));
    let outcome = click(&mut two_frames_deep(&page), &it()).await;
    assert_eq!(refused(outcome), ErrorStatus::ElementNotInteractable);
    assert!(page.input_seen().is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_page_that_asks_is_left() {
    let page = FakePage::new();
    page.fail_load(dialog(DialogKind::BeforeUnload));
    click(&mut page.session(), &it()).await.expect("a click");
    assert_eq!(page.seen()[2..], ["wait 0", "Accept(None)", "wait 0"]);
}

#[tokio::test(start_paused = true)]
async fn a_question_that_goes_away_by_itself_needs_no_answer() {
    let page = FakePage::new();
    page.fail_load(dialog(DialogKind::BeforeUnload));
    page.fail_answer(FaultKind::NoDialog);
    click(&mut page.session(), &it()).await.expect("a click");
    assert_eq!(page.seen()[2..], ["wait 0", "Accept(None)", "wait 0"]);
}

#[tokio::test(start_paused = true)]
async fn nothing_is_waited_for_where_the_client_does_not_want_it() {
    let page = FakePage::new();
    let mut session = page.session();
    session.load = LoadState::Started;
    click(&mut session, &it()).await.expect("a click");
    assert_eq!(page.seen().len(), 2);
}
