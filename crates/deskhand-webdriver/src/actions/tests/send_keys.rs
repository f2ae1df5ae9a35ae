use deskhand_page::{DialogKind, Fault, FaultKind};
use serde_json::{Value, json};
use webdriver::command::SendKeysParameters;
use webdriver::common::WebElement;
use webdriver::error::ErrorStatus;

use crate::actions::fake::{FakePage, dialog, fault, refused};
use crate::actions::give::{Aftermath, give};
use crate::actions::{clear, send_keys};
use crate::errors::Outcome;
use crate::hands::Keyboard;

async fn send(page: &std::sync::Arc<FakePage>, text: &str) -> Outcome<Value> {
    let keys = SendKeysParameters { text: text.to_owned() };
    send_keys(&mut page.session(), &WebElement("it".to_owned()), &keys).await
}

#[tokio::test(start_paused = true)]
async fn a_text_is_typed_in_one_input() {
    let page = FakePage::new();
    assert_eq!(send(&page, "aB").await.expect("typed"), Value::Null);
    assert_eq!(page.seen(), ["prepareTyping", "input @0 +a -a +Shift[S] +B[S] -B[S] -Shift"]);
}

#[tokio::test(start_paused = true)]
async fn an_empty_text_only_gives_the_focus() {
    let page = FakePage::new();
    send(&page, "").await.expect("nothing typed");
    assert_eq!(page.seen(), ["prepareTyping"]);
}

#[tokio::test(start_paused = true)]
async fn a_long_text_is_handed_over_in_parts() {
    let page = FakePage::new();
    send(&page, &"x".repeat(1000)).await.expect("typed");
    let struck: Vec<usize> = page.input_seen().iter().map(|part| part.matches("+x").count()).collect();
    assert_eq!(struck, [256, 256, 256, 232]);
}

#[tokio::test(start_paused = true)]
async fn input_is_made_while_it_is_handed_over() {
    let page = FakePage::new();
    page.fail_input("+x", FaultKind::Interrupted);
    // What comes after the page is left is never made: here it would have no end.
    let for_ever = std::iter::repeat_with(|| Keyboard::default().press("x"));
    assert!(matches!(give(&page.session(), for_ever).await, Ok(Aftermath::Seen)));
    assert_eq!(page.input_seen().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn an_element_whose_page_goes_away_meanwhile_is_looked_for_in_the_next() {
    let page = FakePage::new();
    page.answer("prepareTyping", Err(fault(FaultKind::Interrupted)));
    page.answer("prepareTyping", Err(fault(FaultKind::StaleNode)));
    assert_eq!(refused(send(&page, "a").await), ErrorStatus::StaleElementReference);
    assert_eq!(page.seen(), ["prepareTyping", "prepareTyping"]);
}

#[tokio::test(start_paused = true)]
async fn typing_stops_where_a_dialog_opens_or_the_page_is_left() {
    for kind in [FaultKind::DialogOpen, FaultKind::Interrupted, FaultKind::NoView] {
        let page = FakePage::new();
        page.fail_input("+x", kind);
        send(&page, &"x".repeat(1000)).await.expect("it did what it could");
        assert_eq!(page.input_seen().len(), 1, "{kind:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_colour_is_set_as_a_whole() {
    let page = FakePage::new();
    page.answer("prepareTyping", Ok(json!({"kind": "nontypeable"})));
    send(&page, "#ff0000").await.expect("set");
    assert_eq!(page.seen(), ["prepareTyping", "setValue"]);
}

#[tokio::test(start_paused = true)]
async fn a_file_input_is_given_files_that_are_there() {
    let here = std::env::current_exe().expect("this test is a file").display().to_string();
    let page = FakePage::new();
    page.answer("prepareTyping", Ok(json!({"kind": "file", "multiple": true})));
    send(&page, &format!("{here}\n{here}")).await.expect("given");
    assert_eq!(page.seen(), ["prepareTyping", "files it 2"]);

    page.answer("prepareTyping", Ok(json!({"kind": "file", "multiple": false})));
    assert_eq!(refused(send(&page, &format!("{here}.missing")).await), ErrorStatus::InvalidArgument);
    assert_eq!(page.seen(), ["prepareTyping"]);
}

#[tokio::test(start_paused = true)]
async fn nothing_is_typed_into_what_refuses() {
    let page = FakePage::new();
    page.answer("prepareTyping", Err(fault(FaultKind::NoNode)));
    assert_eq!(refused(send(&page, "a").await), ErrorStatus::NoSuchElement);
    assert_eq!(page.seen(), ["prepareTyping"]);
}

#[tokio::test(start_paused = true)]
async fn clearing_is_one_question() {
    let page = FakePage::new();
    let done = clear(&mut page.session(), &WebElement("it".to_owned())).await;
    assert_eq!(done.expect("cleared"), Value::Null);
    assert_eq!(page.seen(), ["clear"]);
}

#[tokio::test(start_paused = true)]
async fn a_dialog_that_clearing_opens_is_for_the_next_command() {
    let page = FakePage::new();
    let it = WebElement("it".to_owned());
    page.answer("clear", Err(dialog(DialogKind::Alert)));
    assert!(clear(&mut page.session(), &it).await.is_ok());
    page.answer("clear", Err(Fault { standing: true, ..dialog(DialogKind::Alert) }));
    assert_eq!(refused(clear(&mut page.session(), &it).await), ErrorStatus::UnexpectedAlertOpen);
}
