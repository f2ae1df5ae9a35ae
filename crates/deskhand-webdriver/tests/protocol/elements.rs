//! Finding elements and asking about them: what goes to the page, and what its answers become.

use std::time::Duration;

use deskhand_page::{Code, Fault, FaultKind, Thrown, World};
use serde_json::{Value, json};

use crate::support::Server;

const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";
const SHADOW: &str = "shadow-6066-11e4-a52e-4f735466cecf";

fn fault(kind: FaultKind) -> Fault {
    Fault::new(kind, "on purpose")
}

/// What one of our functions throws to refuse.
fn refusal(code: &str, message: &str) -> Fault {
    Fault::script(Thrown {
        value: Some(json!({ "webdriver": code, "message": message })),
        ..Thrown::default()
    })
}

#[tokio::test]
async fn a_search_waits_in_the_page_for_as_long_as_the_session_says() {
    let server = Server::plain().await;
    let client = server.session(json!({ "timeouts": { "implicit": 5000 } })).await;
    server.page().rehearse([Ok(json!([]))]);
    let by = json!({ "using": "xpath", "value": "//a" });
    assert_eq!(client.post("element", by).await.error(), "no such element");
    let [(call, within)] = server.page().performed().try_into().unwrap();
    assert_eq!(call.world, World::Own);
    assert_eq!(call.args[..4], [Value::Null, json!("xpath"), json!("//a"), json!(false)]);
    let wait = call.args[4].as_u64().unwrap();
    assert!((1..=5000).contains(&wait), "{wait}");
    assert!(within > Duration::from_millis(wait), "the page answers before it is given up: {within:?}");
}

#[tokio::test]
async fn a_search_begins_again_in_the_page_that_takes_the_place_of_another() {
    let server = Server::plain().await;
    for wait in [60_000, 0] {
        let client = server.session(json!({ "timeouts": { "implicit": wait } })).await;
        let found = json!({ ELEMENT: "main.d.7" });
        server.page().rehearse([Err(fault(FaultKind::Interrupted)), Ok(json!([found]))]);
        let by = json!({ "using": "css selector", "value": "a" });
        assert_eq!(*client.post("element", by).await.done(), found);
        assert_eq!(server.page().performed().len(), 2);
    }
}

#[tokio::test]
async fn what_is_only_looked_at_is_looked_at_in_the_page_that_takes_the_place_of_another() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    server.page().rehearse([Err(fault(FaultKind::Interrupted)), Err(fault(FaultKind::StaleNode))]);
    assert_eq!(client.get("element/main.d.1/text").await.error(), "stale element reference");
}

#[tokio::test]
async fn a_search_waits_for_a_frame_that_cannot_be_asked_yet() {
    let server = Server::plain().await;
    let client = server.session(json!({ "timeouts": { "implicit": 60_000 } })).await;
    let found = json!({ ELEMENT: "main.d.7" });
    server.page().rehearse([Err(fault(FaultKind::Unsupported)), Ok(json!([found]))]);
    let by = json!({ "using": "css selector", "value": "a" });
    assert_eq!(*client.post("element", by).await.done(), found);
}

#[tokio::test]
async fn a_search_without_a_wait_does_not_begin_again_for_ever() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    for (kind, times, code) in [
        (FaultKind::Interrupted, 9, "javascript error"),
        (FaultKind::Unsupported, 1, "unsupported operation"),
    ] {
        server.page().rehearse(vec![Err(fault(kind)); times]);
        let by = json!({ "using": "css selector", "value": "a" });
        assert_eq!(client.post("elements", by).await.error(), code);
    }
}

#[tokio::test]
async fn searches_begin_where_the_client_says() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    let by = || json!({ "using": "tag name", "value": "a" });
    server.page().rehearse([Ok(json!([])), Ok(json!([]))]);
    client.post("element/main.d.1/elements", by()).await.done();
    client.post("shadow/main.d.2/elements", by()).await.done();
    let roots: Vec<Value> =
        server.page().performed().into_iter().map(|(call, _)| call.args[0].clone()).collect();
    assert_eq!(roots, [json!({ ELEMENT: "main.d.1" }), json!({ SHADOW: "main.d.2" })]);
}

#[tokio::test]
async fn a_function_that_refuses_says_which_error_it_is() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    server.page().rehearse([Err(refusal("invalid selector", "a[ is not one"))]);
    let answer = client.post("element", json!({ "using": "css selector", "value": "a[" })).await;
    assert_eq!((answer.status.as_u16(), answer.error()), (400, "invalid selector"));
    assert_eq!(answer.message(), "a[ is not one");
}

#[tokio::test]
async fn references_that_lead_nowhere_are_told_apart() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    for (kind, error) in [
        (FaultKind::NoNode, "no such element"),
        (FaultKind::StaleNode, "stale element reference"),
        (FaultKind::NoShadow, "no such shadow root"),
        (FaultKind::DetachedShadow, "detached shadow root"),
        (FaultKind::NoView, "no such window"),
        (FaultKind::NoFrame, "no such window"),
    ] {
        server.page().rehearse([Err(fault(kind))]);
        assert_eq!(client.get("element/main.d.1/text").await.error(), error);
    }
}

#[tokio::test]
async fn a_property_is_read_among_the_globals_of_the_page() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    server.page().rehearse([Ok(json!({ "own": 1 }))]);
    assert_eq!(*client.get("element/main.d.1/property/state").await.done(), json!({ "own": 1 }));
    let [(call, _)] = server.page().performed().try_into().unwrap();
    assert_eq!((call.world, &call.args[1]), (World::Page, &json!("state")));
}

#[tokio::test]
async fn where_a_policy_keeps_scripts_out_only_properties_of_all_elements_are_told() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    let kept_out = || Err(fault(FaultKind::Unsupported));
    server.page().rehearse([kept_out(), Ok(json!(["typed"])), kept_out(), Ok(json!([]))]);
    assert_eq!(*client.get("element/main.d.1/property/value").await.done(), json!("typed"));
    assert_eq!(client.get("element/main.d.1/property/state").await.error(), "unsupported operation");
}

#[tokio::test]
async fn each_question_about_an_element_has_a_function_of_its_own() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    for (path, name, more) in [
        ("displayed", "isDisplayed", vec![]),
        ("enabled", "isEnabled", vec![]),
        ("selected", "isSelected", vec![]),
        ("text", "visibleText", vec![]),
        ("name", "tagName", vec![]),
        ("rect", "rect", vec![]),
        ("shadow", "shadowRoot", vec![]),
        ("computedrole", "computedRole", vec![]),
        ("computedlabel", "computedLabel", vec![]),
        ("attribute/href", "attribute", vec![json!("href")]),
        ("css/color", "cssValue", vec![json!("color")]),
    ] {
        server.page().rehearse([Ok(json!(path))]);
        assert_eq!(*client.get(&format!("element/main.d.1/{path}")).await.done(), json!(path));
        let [(call, _)] = server.page().performed().try_into().unwrap();
        let Code::Member { name: called, library } = call.code else { panic!("{path} runs a text") };
        assert_eq!(called, name);
        assert_eq!(call.args, [vec![json!({ ELEMENT: "main.d.1" })], more].concat());
        let source = library.source.unwrap();
        assert!(source.contains(&format!("function {name}(")), "{name} is not in the library");
    }
}
