//! New Session: what is asked for and what is told.

use deskhand_engine::ports::PageDesktop;
use deskhand_webdriver::ServerOptions;
use http::Method;
use serde_json::{Value, json};

use crate::support::Server;

#[tokio::test]
async fn a_session_tells_all_of_its_capabilities() {
    let server = Server::plain().await;
    let answer = server.client().begin(json!({})).await;
    let capabilities = &answer.done()["capabilities"];
    let platform = if cfg!(target_os = "macos") { "mac" } else { std::env::consts::OS };
    let expected = json!({
        "browserName": "tauri",
        "browserVersion": "2.50.1",
        "platformName": platform,
        "acceptInsecureCerts": false,
        "pageLoadStrategy": "normal",
        "proxy": {},
        "setWindowRect": true,
        "strictFileInteractability": false,
        "timeouts": { "implicit": 0, "pageLoad": 300_000, "script": 30_000 },
        "unhandledPromptBehavior": "dismiss and notify",
        "userAgent": "Fake/1",
        "deskhand:engine": "Fake",
        "deskhand:pid": 42,
    });
    assert_eq!(*capabilities, expected);
    let id = answer.done()["sessionId"].as_str().unwrap();
    assert!(uuid::Uuid::parse_str(id).is_ok(), "{id}");
}

#[tokio::test]
async fn what_was_asked_for_is_what_the_session_is() {
    let server = Server::plain().await;
    let wanted = json!({
        "browserName": "wry",
        "browserVersion": ">=2.48",
        "acceptInsecureCerts": true,
        "pageLoadStrategy": "eager",
        "strictFileInteractability": true,
        "timeouts": { "script": null, "implicit": 5 },
        "unhandledPromptBehavior": { "alert": "accept" },
        "webSocketUrl": true,
        "proxy": { "proxyType": "system" },
        "test:extension": [1],
    });
    let answer = server.client().begin(wanted.clone()).await;
    let told = &answer.done()["capabilities"];
    for name in [
        "browserName",
        "acceptInsecureCerts",
        "pageLoadStrategy",
        "strictFileInteractability",
        "proxy",
        "unhandledPromptBehavior",
    ] {
        assert_eq!(told[name], wanted[name], "{name}");
    }
    assert_eq!(told["timeouts"], json!({ "script": null, "pageLoad": 300_000, "implicit": 5 }));
    assert_eq!(told.get("webSocketUrl"), None, "there is none");
    assert_eq!(*server.page().insecure.lock().unwrap(), Some(true));
}

#[tokio::test]
async fn the_application_is_started_as_it_was_described() {
    let server = Server::start(ServerOptions::default()).await;
    let wanted = json!({
        "tauri:options": { "binary": "app", "args": ["-x"], "env": { "A": "b" }, "cwd": "/tmp" },
        "deskhand:options": { "desktop": "private", "size": [1280, 800] },
    });
    server.session(wanted).await;
    let started = server.apps.started.lock().unwrap();
    let (app, _) = &started[0];
    assert_eq!(
        (app.binary.as_str(), app.args.as_slice(), app.cwd.as_deref()),
        ("app", ["-x".to_owned()].as_slice(), Some("/tmp"))
    );
    assert_eq!(app.env, [("A".to_owned(), "b".to_owned())]);
    assert_eq!(app.desktop, PageDesktop::Sized { width: 1280, height: 800 });
}

#[tokio::test]
async fn a_session_that_cannot_be_is_not_created() {
    let server = Server::start(ServerOptions::default()).await;
    let app = |name: &str| json!({ "binary": name });
    for (wanted, told) in [
        (json!({}), "tauri:options"),
        (json!({ "tauri:options": app("broken") }), "There is no program broken\nIs it built?"),
        (json!({ "tauri:options": app("short") }), "exit status 3"),
        (json!({ "tauri:options": app("plain"), "browserName": "firefox" }), "browserName"),
        (json!({ "tauri:options": app("plain"), "browserVersion": "<2.50" }), "browserVersion is \"2.50.1\""),
        (json!({ "tauri:options": app("fixed"), "setWindowRect": true }), "setWindowRect is false"),
        (json!({ "tauri:options": app("fixed"), "acceptInsecureCerts": true }), "insecure certificates"),
    ] {
        let answer = server.client().begin(wanted.clone()).await;
        assert_eq!((answer.status.as_u16(), answer.error()), (500, "session not created"), "{wanted}");
        assert!(answer.message().contains(told), "{}", answer.message());
        assert_eq!(server.apps.running(), 0, "{wanted}");
    }
}

#[tokio::test]
async fn an_application_without_a_window_is_given_up() {
    let options =
        ServerOptions { start_time: std::time::Duration::from_millis(50), ..ServerOptions::default() };
    let server = Server::start(options).await;
    let answer = server.client().begin(json!({ "tauri:options": { "binary": "empty" } })).await;
    assert_eq!(answer.error(), "session not created");
    assert!(answer.message().contains("has no window"), "{}", answer.message());
    assert_eq!(server.apps.running(), 0);
}

#[tokio::test]
async fn windows_that_cannot_be_moved_do_for_who_does_not_want_to_move_them() {
    let server = Server::start(ServerOptions::default()).await;
    for wanted in [json!({}), json!({ "setWindowRect": false })] {
        let mut wanted = wanted;
        wanted["tauri:options"] = json!({ "binary": "fixed" });
        let answer = server.client().begin(wanted).await;
        assert_eq!(answer.done()["capabilities"]["setWindowRect"], json!(false));
    }
}

#[tokio::test]
async fn the_next_alternative_is_tried_when_a_version_does_not_fit() {
    let server = Server::plain().await;
    let body = json!({ "capabilities": { "firstMatch": [
        { "browserVersion": "1", "pageLoadStrategy": "none" },
        { "browserVersion": "2.50", "pageLoadStrategy": "eager" },
    ] } });
    let answer = server.client().send(Method::POST, "/session", &body.to_string(), &[]).await;
    assert_eq!(answer.done()["capabilities"]["pageLoadStrategy"], json!("eager"));
    assert_eq!(server.apps.running(), 1);
}

#[tokio::test]
async fn wishes_of_the_wrong_shape_are_invalid_arguments() {
    let server = Server::plain().await;
    for body in [
        json!({}),
        json!({ "capabilities": null }),
        json!({ "capabilities": [] }),
        json!({ "capabilities": { "alwaysMatch": [] } }),
        json!({ "capabilities": { "firstMatch": [] } }),
        json!({ "capabilities": { "alwaysMatch": { "browser": "x" } } }),
        json!({ "capabilities": { "alwaysMatch": { "timeouts": { "script": -1 } } } }),
    ] as [Value; 7]
    {
        let answer = server.client().send(Method::POST, "/session", &body.to_string(), &[]).await;
        assert_eq!(answer.error(), "invalid argument", "{body}");
    }
    assert_eq!(server.apps.started.lock().unwrap().len(), 0);
}
