//! The shapes of requests and answers, endpoint by endpoint, as servers of this API have them.

use deskhand_page::reference::{ELEMENT, SHADOW};
use deskhand_page::{Fault, FaultKind};
use serde_json::{Value, json};

use super::testing::Played;

/// A page that answers everything as it would if all went well.
fn well(name: &str, fields: &Value) -> Result<Value, Fault> {
    Ok(match name {
        "window" | "set-window" => {
            json!({ "bounds": { "x": 1, "y": 2, "width": 3, "height": 4 }, "stage": "normal" })
        }
        "new-view" => json!({ "id": "new", "window": "new", "visible": true }),
        "enter-frame" => json!("frame"),
        "dialog" => json!({ "kind": "prompt", "text": "Name?" }),
        "answer-dialog" => json!({ "kind": "prompt", "text": "Name?" }),
        "cookies" => json!([{ "name": "k", "value": "v", "path": "/", "httpOnly": true }]),
        "picture" | "print" => json!("AAAA"),
        "call" => called(&fields["call"]),
        _ => Value::Null,
    })
}

fn called(call: &Value) -> Value {
    let element = json!({ ELEMENT: "main.d.1" });
    match call["code"]["member"]["name"].as_str() {
        Some("find") => json!([element, { ELEMENT: "main.d.2" }]),
        Some("active") => element,
        Some("shadow") => json!({ SHADOW: "main.d.3" }),
        Some("rect" | "reveal") => json!({ "x": 1, "y": 2, "width": 3, "height": 4 }),
        Some("aim" | "middle") => json!({ "x": 5, "y": 6 }),
        Some("displayed" | "enabled" | "selected") => json!(true),
        Some("ready") => json!(false),
        Some(name) => json!(name),
        None => json!(7),
    }
}

async fn check(path: &str, body: Value, expected: Value) {
    let (status, answer) = Played::new(well).serve().await.post(path, &body).await;
    assert_eq!((status, answer), (200, expected), "{path} {body}");
}

#[tokio::test]
async fn windows() {
    check("/window/handle", json!({}), json!("main")).await;
    check("/window/handles", json!({}), json!(["main"])).await;
    check("/window/close", json!({ "label": "main" }), json!(true)).await;
    let rect = json!({ "x": 1.0, "y": 2.0, "width": 3.0, "height": 4.0 });
    check("/window/rect", json!({ "label": "main" }), rect.clone()).await;
    check("/window/rect", json!({}), rect).await;
    check("/window/set-rect", json!({ "x": 0, "y": 0, "width": 1024, "height": 768 }), json!(true)).await;
    check("/window/set-current", json!({ "label": "main" }), json!(true)).await;
    for path in ["/window/fullscreen", "/window/minimize", "/window/maximize"] {
        check(path, json!({}), json!(true)).await;
    }
    let insets = json!({ "top": 20.0, "bottom": 0.0, "x": 1.0, "y": 20.0 });
    check("/window/insets", json!({}), insets).await;
    check("/window/new", json!({ "type": "tab" }), json!({ "handle": "new", "type": "window" })).await;
}

#[tokio::test]
async fn elements_that_are_found() {
    let one = |reference: &str| json!({ "selector": reference, "index": 0, "using": "deskhand" });
    let both = json!({ "elements": [one("main.d.1"), one("main.d.2")] });
    check("/element/find", json!({ "using": "css", "value": "#root" }), both.clone()).await;
    let from = json!({ "parent_selector": "#list", "parent_index": 0, "using": "css", "value": "li" });
    check("/element/find-from", from, both.clone()).await;
    let shadow = json!({ "host_selector": "#host", "host_index": 0, "using": "css", "value": ".inner" });
    check("/shadow/find", shadow, both).await;
    check("/element/active", json!({}), json!({ "element": one("main.d.1") })).await;
}

#[tokio::test]
async fn what_is_asked_about_elements() {
    for (path, expected) in [
        ("/element/text", json!({ "text": "text" })),
        ("/element/tag", json!({ "tag": "tag" })),
        ("/element/rect", json!({ "x": 1, "y": 2, "width": 3, "height": 4 })),
        ("/element/displayed", json!({ "displayed": true })),
        ("/element/enabled", json!({ "enabled": true })),
        ("/element/selected", json!({ "selected": true })),
        ("/element/computed-role", json!({ "role": "role" })),
        ("/element/computed-label", json!({ "label": "label" })),
        ("/element/shadow", json!({ "hasShadow": true })),
        ("/element/click", Value::Null),
        ("/element/clear", Value::Null),
        ("/screenshot/element", json!({ "data": "AAAA" })),
    ] {
        check(path, json!({ "selector": "#root", "index": 1 }), expected).await;
    }
    let named = |name: &str| json!({ "selector": "#root", "index": 0, "name": name });
    check("/element/attribute", named("class"), json!({ "value": "attribute" })).await;
    check("/element/property", named("checked"), json!({ "value": 7 })).await;
    check("/element/property", named("__css__color"), json!({ "value": "style" })).await;
    let typed = json!({ "selector": "input", "index": 0, "text": "hello" });
    check("/element/send-keys", typed, Value::Null).await;
    let file = json!({ "name": "a.txt", "data": "aGk=", "mime": "text/plain" });
    let files = json!({ "selector": "input", "index": 0, "files": [file] });
    check("/element/set-files", files, Value::Null).await;
}

#[tokio::test]
async fn frames_scripts_and_navigation() {
    for id in [json!(0), Value::Null, json!({ "selector": "iframe", "index": 0 })] {
        check("/frame/switch", json!({ "id": id }), Value::Null).await;
    }
    check("/frame/parent", json!({}), Value::Null).await;
    check("/script/execute", json!({ "script": "return 1+1", "args": [] }), json!({ "value": 7 })).await;
    check("/script/execute-async", json!({ "script": "", "args": [1] }), json!({ "value": 7 })).await;
    check("/navigate/url", json!({ "url": "http://127.0.0.1/" }), Value::Null).await;
    check("/navigate/current", json!({}), json!({ "url": "address" })).await;
    check("/navigate/title", json!({}), json!({ "title": "title" })).await;
    for path in ["/navigate/back", "/navigate/forward", "/navigate/refresh"] {
        check(path, json!({}), Value::Null).await;
    }
    check("/source", json!({}), json!({ "source": "source" })).await;
}

#[tokio::test]
async fn pictures_cookies_dialogs_and_actions() {
    check("/screenshot", json!({}), json!({ "data": "AAAA" })).await;
    check("/print", json!({ "pageRanges": ["1-2"] }), json!({ "data": "AAAA" })).await;
    let cookie = json!({ "name": "k", "value": "v", "path": "/", "secure": false, "httpOnly": true });
    check("/cookie/get-all", json!({}), json!({ "cookies": [cookie] })).await;
    check("/cookie/get", json!({ "name": "k" }), json!({ "cookie": cookie })).await;
    check("/cookie/get", json!({ "name": "none" }), json!({ "cookie": null })).await;
    let add = json!({ "cookie": { "name": "k", "value": "v", "path": "/" } });
    check("/cookie/add", add, Value::Null).await;
    check("/cookie/delete", json!({ "name": "session" }), Value::Null).await;
    check("/cookie/delete-all", json!({}), Value::Null).await;
    check("/alert/text", json!({}), json!({ "text": "Name?" })).await;
    check("/alert/send-text", json!({ "text": "me" }), Value::Null).await;
    check("/alert/accept", json!({}), Value::Null).await;
    check("/alert/dismiss", json!({}), Value::Null).await;
    check("/actions/perform", json!({ "actions": [] }), Value::Null).await;
    check("/actions/release", json!({}), Value::Null).await;
}

#[tokio::test]
async fn what_goes_wrong_is_an_error_with_a_status() {
    let stale = |name: &str, _: &Value| match name {
        "call" => Err(Fault::new(FaultKind::StaleNode, "It is gone")),
        "dialog" => Ok(Value::Null),
        _ => Err(Fault::new(FaultKind::Timeout, "It is late")),
    };
    let caller = Played::new(stale).serve().await;
    let body = json!({ "selector": "main.d.1", "index": 0, "using": "deskhand" });
    let error = |status: u16, message: &str| (status, json!({ "error": message }));
    let gone = error(404, "stale element reference: It is gone");
    assert_eq!(caller.post("/element/text", &body).await, gone);
    assert_eq!(caller.post("/alert/text", &json!({})).await, error(404, "no such alert"));
    let late = error(500, "timeout: It is late");
    assert_eq!(caller.post("/navigate/url", &json!({ "url": "x" })).await, late);
    for wrong in ["{", "[]", "{\"index\": 0}", "{\"selector\": 1}", "{\"selector\": \"a\", \"index\": -1}"] {
        let (status, answer) = caller.send("/element/text", wrong).await;
        assert_eq!(status, 400, "{wrong}");
        assert!(
            answer["error"].as_str().is_some_and(|error| error.starts_with("invalid argument: ")),
            "{answer}"
        );
    }
    let (status, _) = caller.post("/element/find", &json!({ "using": "smell", "value": "rose" })).await;
    assert_eq!(status, 400);
    assert_eq!(caller.post("/element/dance", &json!({})).await.0, 404);
    let (status, _) = caller.post("/window/set-current", &json!({ "label": "nowhere" })).await;
    assert_eq!(status, 404);
}

#[tokio::test]
async fn an_empty_body_is_an_empty_object() {
    let caller = Played::new(well).serve().await;
    assert_eq!(caller.send("/window/handle", "").await, (200, json!("main")));
}

#[tokio::test]
async fn clicks_are_input_where_the_element_is() {
    let pages = Played::new(well);
    let caller = pages.serve().await;
    caller.post("/element/click", &json!({ "selector": "main.d.1", "index": 0, "using": "deskhand" })).await;
    let input = &pages.asked("input")[0]["events"];
    let places: Vec<Value> = (0..3).map(|at| input[at]["pointer"]["x"].clone()).collect();
    assert_eq!(places, [json!(5.0), json!(5.0), json!(5.0)]);
    let waits: Vec<Value> =
        pages.asked("wait-loaded").into_iter().map(|asked| asked["until"].clone()).collect();
    assert_eq!(waits, ["interactive", "complete"], "a page that it led to is waited for");
}

#[tokio::test]
async fn a_frame_that_was_entered_is_where_everything_happens_until_it_is_left() {
    let pages = Played::new(well);
    let caller = pages.serve().await;
    let frames = || pages.asked("call").last().map(|call| call["place"]["frames"].clone());
    caller.post("/frame/switch", &json!({ "id": 0 })).await;
    caller.post("/source", &json!({})).await;
    assert_eq!(frames(), Some(json!(["frame"])));
    caller.post("/navigate/title", &json!({})).await;
    assert_eq!(frames(), Some(Value::Null), "titles are those of windows");
    caller.post("/frame/parent", &json!({})).await;
    caller.post("/source", &json!({})).await;
    assert_eq!(frames(), Some(Value::Null));
}

#[tokio::test]
async fn a_text_for_a_prompt_is_kept_until_it_is_accepted() {
    let pages = Played::new(well);
    let caller = pages.serve().await;
    caller.post("/alert/send-text", &json!({ "text": "me" })).await;
    caller.post("/alert/accept", &json!({})).await;
    caller.post("/alert/accept", &json!({})).await;
    let answers: Vec<Value> =
        pages.asked("answer-dialog").into_iter().map(|asked| asked["answer"].clone()).collect();
    assert_eq!(answers, [json!({ "accept": "me" }), json!({ "accept": null })]);
}

#[tokio::test]
async fn our_functions_are_handed_to_a_document_that_does_not_have_them() {
    let pages = Played::new(|name, fields| match fields["call"]["code"]["member"]["library"]["source"] {
        Value::Null if name == "call" => Err(Fault::new(FaultKind::LibraryMissing, "It has none")),
        _ => well(name, fields),
    });
    let (status, _) = pages.serve().await.post("/source", &json!({})).await;
    assert_eq!((status, pages.asked("call").len()), (200, 2));
}
