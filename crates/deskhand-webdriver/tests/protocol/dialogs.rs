//! Dialogs that are expected, and those that are not.

use deskhand_page::{DialogAnswer, DialogKind};
use serde_json::{Value, json};

use crate::support::{Client, Server};

/// Commands that meet a dialog: one that reads by a script, one that reads without, one that changes something.
async fn meet(client: &Client, which: usize) -> crate::support::Answer {
    match which {
        0 => client.get("title").await,
        1 => client.get("window/rect").await,
        _ => client.execute("word").await,
    }
}

#[tokio::test]
async fn a_dialog_that_nobody_expected_is_handled_as_the_session_was_told() {
    let server = Server::plain().await;
    let accept = || Some(DialogAnswer::Accept(None));
    let dismiss = || Some(DialogAnswer::Dismiss);
    let cases = [
        (Value::Null, dismiss(), true),
        (json!("accept"), accept(), false),
        (json!("accept and notify"), accept(), true),
        (json!("dismiss"), dismiss(), false),
        (json!("dismiss and notify"), dismiss(), true),
        (json!("ignore"), None, true),
        (json!({ "confirm": "accept", "default": "ignore" }), accept(), false),
        (json!({ "default": "ignore" }), None, true),
        (json!({ "alert": "ignore" }), dismiss(), true),
    ];
    for (behavior, answer, notify) in cases {
        for which in 0..3 {
            let client = server.session(json!({ "unhandledPromptBehavior": behavior })).await;
            let page = server.page();
            page.open_dialog(DialogKind::Confirm, "cheese");
            let met = meet(&client, which).await;
            if notify {
                assert_eq!(
                    (met.status.as_u16(), met.error()),
                    (500, "unexpected alert open"),
                    "{behavior} {which}"
                );
                assert_eq!(met.body["value"]["data"], json!({ "text": "cheese" }), "{behavior} {which}");
            } else {
                met.done();
            }
            assert_eq!(page.answers(), answer.clone().into_iter().collect::<Vec<_>>(), "{behavior} {which}");
            let is_open = client.get("alert/text").await.status == 200;
            assert_eq!(is_open, answer.is_none(), "{behavior} {which}");
        }
    }
}

#[tokio::test]
async fn a_dialog_is_read_typed_into_and_answered() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    for what in ["alert/accept", "alert/dismiss"] {
        assert_eq!(client.post(what, json!({})).await.error(), "no such alert");
    }
    assert_eq!(client.get("alert/text").await.error(), "no such alert");
    assert_eq!(client.post("alert/text", json!({ "text": "x" })).await.error(), "no such alert");
    let page = server.page();
    page.open_dialog(DialogKind::Prompt, "Name?");
    assert_eq!(*client.get("alert/text").await.done(), json!("Name?"));
    assert_eq!(client.post("alert/text", json!({ "text": 1 })).await.error(), "invalid argument");
    client.post("alert/text", json!({ "text": "Ada" })).await.done();
    client.post("alert/accept", json!({})).await.done();
    page.open_dialog(DialogKind::Prompt, "And now?");
    client.post("alert/accept", json!({})).await.done();
    page.open_dialog(DialogKind::Alert, "Hello");
    assert_eq!(client.post("alert/text", json!({ "text": "x" })).await.error(), "element not interactable");
    client.post("alert/dismiss", json!({})).await.done();
    let answers =
        [DialogAnswer::Accept(Some("Ada".to_owned())), DialogAnswer::Accept(None), DialogAnswer::Dismiss];
    assert_eq!(page.answers(), answers);
}

#[tokio::test]
async fn commands_that_are_not_about_pages_do_not_mind_dialogs() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    let page = server.page();
    page.open_dialog(DialogKind::Alert, "cheese");
    client.get("timeouts").await.done();
    client.get("window").await.done();
    client.get("window/handles").await.done();
    client.post("window", json!({ "handle": "main" })).await.done();
    assert_eq!(page.answers(), []);
}

#[tokio::test]
async fn a_script_that_opens_a_dialog_is_done() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    assert_eq!(*client.execute("alert").await.done(), Value::Null);
    assert_eq!(*client.get("alert/text").await.done(), json!("cheese"));
    assert_eq!(client.execute("alert").await.error(), "unexpected alert open");
}

#[tokio::test]
async fn a_page_that_opens_a_dialog_while_it_loads_has_arrived() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    client.post("url", json!({ "url": "http://alert.example/" })).await.done();
    assert_eq!(*client.get("alert/text").await.done(), json!("while loading"));
}

#[tokio::test]
async fn nobody_is_asked_whether_a_page_may_be_left() {
    let server = Server::plain().await;
    for behavior in [
        json!("dismiss"),
        json!("ignore"),
        json!({ "beforeUnload": "dismiss and notify" }),
        json!({ "beforeUnload": "ignore" }),
        json!({ "default": "ignore" }),
    ] {
        let client = server.session(json!({ "unhandledPromptBehavior": behavior })).await;
        client.post("url", json!({ "url": "http://leave.example/" })).await.done();
        assert_eq!(client.get("alert/text").await.error(), "no such alert", "{behavior}");
        // Also when it was a script that wants to leave.
        server.page().open_dialog(DialogKind::BeforeUnload, "");
        client.get("title").await.done();
        assert_eq!(server.page().answers(), vec![DialogAnswer::Accept(None); 2], "{behavior}");
    }
}
