//! Our own endpoints as they are on the wire.

use std::net::SocketAddr;

use axum::body::Body;
use deskhand_agent::{Limits, Options};
use deskhand_engine::ports::WindowChange;
use deskhand_engine::{Session, WindowSelector};
use deskhand_model::Point;
use http::Request;
use http_body_util::BodyExt;
use hyper::body::Incoming;
use hyper_util::client::legacy;
use hyper_util::rt::TokioExecutor;
use serde_json::{Value, json};

use crate::desk::{Desk, SOON};

async fn send(address: SocketAddr, method: &str, target: &str, body: &str) -> http::Response<Incoming> {
    let request = Request::builder().method(method).uri(format!("http://{address}{target}"));
    let http: legacy::Client<_, Body> = legacy::Client::builder(TokioExecutor::new()).build_http();
    http.request(request.body(Body::from(body.to_owned())).unwrap()).await.unwrap()
}

async fn ask(address: SocketAddr, path: &str, body: Value) -> (u16, Value) {
    told(send(address, "POST", path, &body.to_string()).await).await
}

async fn told(answer: http::Response<Incoming>) -> (u16, Value) {
    assert_eq!(answer.headers()["content-type"], "application/json");
    let status = answer.status().as_u16();
    (status, serde_json::from_slice(&answer.into_body().collect().await.unwrap().to_bytes()).unwrap())
}

#[tokio::test]
async fn every_answer_is_a_document_of_its_kind() {
    let desk = Desk::start().await;
    let save = json!({"app": {"name": "editor"}, "query": {"text": "role:button title:Save"}});
    let settings = json!({"named": "Settings"});
    for (path, body, kind) in [
        ("/deskhand/apps", json!({}), "apps"),
        ("/deskhand/app", json!({"app": {"pid": 1001}}), "apps"),
        ("/deskhand/tree", json!({"app": {"name": "editor"}}), "snapshot"),
        ("/deskhand/find", json!({"locator": save, "want": "one"}), "matches"),
        ("/deskhand/text", json!({"locator": save}), "text"),
        ("/deskhand/act", json!({"locator": save, "act": {"action": "press"}}), "receipt"),
        (
            "/deskhand/keys",
            json!({"app": {"name": "editor"}, "keys": ["ctrl+s"], "mode": "focus"}),
            "receipt",
        ),
        ("/deskhand/windows", json!({}), "windows"),
        ("/deskhand/window", json!({"window": settings}), "window"),
        ("/deskhand/window/change", json!({"window": settings, "change": "minimize"}), "changed"),
        ("/deskhand/clipboard/set", json!({"text": "secret"}), "clipboard"),
        ("/deskhand/clipboard", json!({}), "clipboard"),
    ] {
        let (status, document) = ask(desk.address, path, body).await;
        assert_eq!((status, &document["kind"]), (200, &json!(kind)), "{path}: {document:#}");
        assert_eq!(document["schema_version"], 1, "{path}");
    }
    let (status, discovery) = told(send(desk.address, "GET", "/deskhand", "").await).await;
    assert_eq!((status, &discovery["kind"]), (200, &json!("discovery")));
    assert!(discovery["extensions"].as_array().unwrap().contains(&json!("window/change")), "{discovery}");
}

#[tokio::test]
async fn a_picture_is_a_png_file() {
    let desk = Desk::start().await;
    let answer = send(desk.address, "POST", "/deskhand/screenshot", r#"{"shot": "screen"}"#).await;
    assert_eq!(
        (answer.status().as_u16(), &answer.headers()["content-type"]),
        (200, &"image/png".parse().unwrap())
    );
    assert!(answer.into_body().collect().await.unwrap().to_bytes().starts_with(b"\x89PNG"));
}

#[tokio::test]
async fn failures_are_documents_with_the_code_and_the_status_of_the_contract() {
    let desk = Desk::start().await;
    let in_editor = |query: &str| json!({"app": {"name": "editor"}, "query": {"text": query}});
    let press =
        |query: &str| json!({"locator": in_editor(query), "act": {"action": "press"}, "patience_ms": 0});
    for (path, body, status, code) in [
        ("/deskhand/act", press("role:button title:Nope"), 404, "not_found"),
        ("/deskhand/act", press("role:button"), 409, "ambiguous"),
        ("/deskhand/act", press("role:button title:Undo"), 422, "element_disabled"),
        ("/deskhand/act", press("role:"), 400, "invalid_query"),
        (
            "/deskhand/act",
            json!({"locator": in_editor("x"), "act": {"action": "juggle"}}),
            400,
            "invalid_argument",
        ),
        (
            "/deskhand/act",
            json!({"locator": in_editor("x"), "act": {"action": "set-value"}}),
            400,
            "invalid_argument",
        ),
        (
            "/deskhand/find",
            json!({"locator": in_editor("x"), "want": "present", "timeout_ms": 50}),
            504,
            "timeout",
        ),
        (
            "/deskhand/find",
            json!({"locator": in_editor("x"), "want": "all", "timeout_ms": -1}),
            400,
            "invalid_argument",
        ),
        ("/deskhand/app", json!({"app": {"name": "nobody"}, "timeout_ms": 50}), 404, "app_not_found"),
        ("/deskhand/window", json!({"window": {"id": "0x7"}}), 404, "window_not_found"),
        ("/deskhand/keys", json!({"app": {"name": "editor"}, "keys": ["hyper+x"]}), 400, "invalid_argument"),
        ("/deskhand/tree", json!({"app": {"name": "editor"}, "fields": ["colour"]}), 400, "invalid_argument"),
        ("/deskhand/tree", json!({}), 400, "invalid_argument"),
    ] {
        let asked = body.to_string();
        let (told, document) = ask(desk.address, path, body).await;
        assert_eq!(
            (told, &document["error"]["code"]),
            (status, &json!(code)),
            "{path} {asked}: {document:#}"
        );
        assert_eq!(document["kind"], "error");
        assert!(document["error"]["message"].as_str().unwrap().len() > 10, "{document:#}");
    }
    for target in ["/deskhand/events?kinds=implosion", "/deskhand/events?pid=me"] {
        let (status, document) = told(send(desk.address, "GET", target, "").await).await;
        assert_eq!((status, &document["error"]["code"]), (400, &json!("invalid_argument")), "{target}");
    }
}

#[tokio::test]
async fn events_have_a_name_a_number_and_a_document() {
    let desk = Desk::start().await;
    let answer = send(desk.address, "GET", "/deskhand/events?kinds=moved&pid=1004", "").await;
    assert_eq!(answer.headers()["content-type"], "text/event-stream");
    let mut body = answer.into_body();
    let mut text = String::new();
    let mut read_until = async |end: &str| {
        while !text.ends_with(end) {
            let frame = tokio::time::timeout(SOON, body.frame()).await.unwrap().unwrap().unwrap();
            text.push_str(std::str::from_utf8(frame.data_ref().unwrap()).unwrap());
        }
        std::mem::take(&mut text)
    };
    let start = read_until("\n\n").await;
    assert!(start.starts_with("event: snapshot\nid: 0\ndata: {\"schema_version\":1,"), "{start}");
    let settings = WindowSelector::Named("Settings".to_owned());
    let change = WindowChange::Move(Point { x: 3, y: 4 });
    desk.engine.change_window(&settings, change, SOON).await.unwrap();
    let moved = read_until("\n\n").await;
    let data = moved.strip_prefix("event: moved\nid: 1\ndata: ").unwrap_or_else(|| panic!("{moved}"));
    let document: Value = serde_json::from_str(data).unwrap();
    assert_eq!((&document["kind"], &document["sequence"]), (&json!("window-event"), &json!(1)));
}

#[tokio::test]
async fn whoever_waits_is_told_when_the_agent_ends() {
    let limits = Limits { requests: 1, ..Limits::default() };
    let desk = Desk::with(Options { limits, ..Options::default() }).await;
    let address = desk.address;
    let waiting = tokio::spawn(async move {
        let godot = json!({"app": {"name": "editor"}, "query": {"text": "Godot"}});
        let forever = json!({"locator": godot, "want": "present", "timeout_ms": 3_600_000});
        loop {
            let (status, document) = ask(address, "/deskhand/find", forever.clone()).await;
            if document["error"] != "busy" {
                return (status, document);
            }
        }
    });
    // There is room for one request, so somebody waits when there is none for another.
    while ask(address, "/deskhand/windows", json!({})).await.1["error"] != "busy" {
        tokio::task::yield_now().await;
    }
    desk.stop().await;
    let (status, document) = tokio::time::timeout(SOON, waiting).await.unwrap().unwrap();
    assert_eq!((status, &document["error"]["code"]), (503, &json!("io")), "{document:#}");
}
