//! Requests that are not what they should be, and how answers look.

use deskhand_webdriver::ServerOptions;
use http::Method;
use serde_json::json;

use crate::support::Server;

#[tokio::test]
async fn answers_are_json_that_nobody_keeps() {
    let server = Server::plain().await;
    let answer = server.client().send(Method::GET, "/status", "", &[]).await;
    assert_eq!(answer.done()["ready"], json!(true));
    assert!(answer.done()["message"].is_string());
    assert_eq!(answer.headers["content-type"], "application/json; charset=utf-8");
    assert_eq!(answer.headers["cache-control"], "no-cache");
}

#[tokio::test]
async fn an_error_has_a_code_a_message_and_a_stack() {
    let server = Server::plain().await;
    let answer = server.client().send(Method::GET, "/session/none/url", "", &[]).await;
    assert_eq!((answer.status.as_u16(), answer.error()), (404, "invalid session id"));
    let value = answer.body["value"].as_object().unwrap();
    assert!(value["message"].is_string() && value["stacktrace"].is_string() && !value.contains_key("data"));
    assert_eq!(answer.headers["content-type"], "application/json; charset=utf-8");
}

#[tokio::test]
async fn unknown_paths_and_methods_have_errors_of_their_own() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    for (method, path, status, code) in [
        (Method::GET, "/", 404, "unknown command"),
        (Method::GET, "/session/x/y/z", 404, "unknown command"),
        (Method::POST, "/session/x/se/file", 404, "unknown command"),
        (Method::GET, "/session", 405, "unknown method"),
        (Method::PUT, "/status", 405, "unknown method"),
        (Method::POST, "/session/x/title", 405, "unknown method"),
    ] {
        let answer = client.send(method.clone(), path, "{}", &[]).await;
        assert_eq!((answer.status.as_u16(), answer.error()), (status, code), "{method} {path}");
    }
    assert_eq!(client.send(Method::HEAD, "/nothing", "", &[]).await.status, 404);
}

#[tokio::test]
async fn bodies_are_read_as_json_whatever_they_are_called() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    let path = format!("/session/{}/timeouts", client.id);
    for kind in [None, Some("text/plain"), Some("application/json"), Some("nonsense")] {
        let headers: Vec<_> = kind.map(|kind| ("content-type", kind)).into_iter().collect();
        client.send(Method::POST, &path, r#"{"implicit": 7}"#, &headers).await.done();
    }
    assert_eq!(client.get("timeouts").await.done()["implicit"], json!(7));
}

#[tokio::test]
async fn what_is_no_json_object_is_an_invalid_argument() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    for body in ["", "{", "null", "[]", "1", "\"x\"", "{\"implicit\": 1,}", "\u{1}"] {
        let path = format!("/session/{}/timeouts", client.id);
        let answer = client.send(Method::POST, &path, body, &[]).await;
        assert_eq!((answer.status.as_u16(), answer.error()), (400, "invalid argument"), "{body:?}");
        let back = format!("/session/{}/back", client.id);
        assert_eq!(client.send(Method::POST, &back, body, &[]).await.error(), "invalid argument", "{body:?}");
    }
}

#[tokio::test]
async fn a_body_has_an_end() {
    let options =
        ServerOptions { default_binary: Some("plain".to_owned()), body: 1000, ..ServerOptions::default() };
    let server = Server::start(options).await;
    let client = server.session(json!({})).await;
    let answer = client.post("execute/sync", json!({ "script": "x".repeat(2000), "args": [] })).await;
    assert_eq!(answer.error(), "invalid argument");
    assert!(answer.message().contains("1000"), "{}", answer.message());
}

#[tokio::test]
async fn names_and_origins_must_be_allowed() {
    let options = ServerOptions {
        hosts: vec!["ci.example".to_owned()],
        origins: vec!["http://good.example".to_owned()],
        ..ServerOptions::default()
    };
    let server = Server::start(options).await;
    let client = server.client();
    let status = async |headers: &[(&str, &str)]| {
        client.send(Method::GET, "/status", "", headers).await.status.as_u16()
    };
    assert_eq!(status(&[("host", "ci.example")]).await, 200);
    assert_eq!(status(&[("host", "localhost:1")]).await, 200);
    assert_eq!(status(&[("host", "evil.example")]).await, 500);
    assert_eq!(status(&[("origin", "http://good.example")]).await, 200);
    assert_eq!(status(&[("origin", "http://evil.example")]).await, 500);
}
