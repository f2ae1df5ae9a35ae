//! An agent that nobody here wrote: more keys than are known, fewer than are usual, words of its own.

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::routing::{get, post};
use deskhand_agent::{Client, RemoteSession};
use deskhand_engine::{Act, ActOptions, Locator, Mode, Session, WindowSelector};
use deskhand_model::{AppSelector, ErrorKind};
use http::StatusCode;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

use crate::desk::{BRIEFLY, SOON, client, locator, serve};

fn auto() -> ActOptions {
    ActOptions { mode: Mode::Auto, ..ActOptions::default() }
}

/// The bodies of the requests that press something.
type Pressed = Arc<Mutex<Vec<Value>>>;

fn element(role: &str, label: &str) -> Value {
    json!({"role": role, "label": label, "value": null, "description": null, "enabled": true, "focused": false,
        "childCount": 0, "actions": ["press", "teleport"], "uuid": "8f3a", "platformRole": "AXButton"})
}

fn snapshot() -> String {
    let mut pane = element("hologram", "Pane");
    pane["children"] = json!([element("button", "OK"), element("button", "OK")]);
    let window = json!({"title": "Main", "windowType": "hud", "sizeWidth": 640.5, "sizeHeight": 480.0, "positionX": -3,
        "positionY": 0, "appName": "Café", "focused": true, "layer": 7,
        "elements": [pane, element("button", "Odd"), element("button", "Gone"), element("button", "Shy"),
            element("button", "Chatty")]});
    json!({"windows": [window], "generation": 12}).to_string()
}

/// Windows of which none has a name of its own.
fn namesakes() -> String {
    let window = |app: &str| {
        json!({"title": "Main", "windowType": "regular", "sizeWidth": 1, "sizeHeight": 1, "positionX": 0, "positionY": 0,
            "appName": app, "focused": false})
    };
    json!({"windows": [window("Notes Classic"), window("Notes Next")]}).to_string()
}

async fn press(State(pressed): State<Pressed>, body: Bytes) -> (StatusCode, String) {
    let query: Value = serde_json::from_slice(&body).unwrap();
    pressed.lock().unwrap().push(query.clone());
    match query["label"].as_str() {
        Some("Odd") => {
            (StatusCode::IM_A_TEAPOT, r#"{"error": "too_odd", "details": "I would rather not"}"#.to_owned())
        }
        Some("Gone") => (StatusCode::BAD_REQUEST, r#"{"error": "element_not_found"}"#.to_owned()),
        Some("Shy") => (StatusCode::OK, r#"{"success": false, "message": "it looked away"}"#.to_owned()),
        Some("Chatty") => {
            (StatusCode::OK, json!({"success": true, "message": " AXPress ".repeat(100)}).to_string())
        }
        _ => (StatusCode::OK, r#"{"success": true, "elapsed": 3}"#.to_owned()),
    }
}

async fn agent() -> (Client, Pressed) {
    let pressed = Pressed::default();
    let routes = Router::new()
        .route("/health", get(|| async { "{}" }))
        .route("/windows", post(|| async { snapshot() }))
        .route("/snapshot", post(|| async { snapshot() }))
        .route("/press", post(press))
        .with_state(pressed.clone());
    (client(serve(routes).await), pressed)
}

#[tokio::test]
async fn keys_that_are_not_known_do_no_harm() {
    let (client, _) = agent().await;
    let health = client.health(SOON).await.unwrap();
    assert_eq!((health.accessible, health.platform.as_str()), (false, ""));
    let session = RemoteSession::new(client);
    let window = session.windows(SOON).await.unwrap().remove(0);
    assert_eq!((window.title.as_str(), window.client.x, window.client.width), ("Main", -3, 641));
    let found = session.find_all(&locator("café", "role:unknown"), SOON).await.unwrap();
    assert_eq!(&*found.elements[0].data.name, "Pane");
}

#[tokio::test]
async fn twins_are_told_apart_by_their_number() {
    let (client, pressed) = agent().await;
    let session = RemoteSession::new(client);
    let second = Locator { nth: Some(1), ..locator("Café", "role:button title:OK") };
    let receipt = session.act(&second, &Act::Press, &auto()).await.unwrap();
    assert_eq!((receipt.by.as_str(), receipt.pid), ("POST /press", None));
    let asked = pressed.lock().unwrap().clone();
    assert_eq!(asked, [json!({"role": "button", "label": "OK", "window": "Café", "index": 1})]);
}

#[tokio::test]
async fn what_it_says_about_an_action_is_in_the_receipt_and_nothing_is_added() {
    let (client, _) = agent().await;
    let session = RemoteSession::new(client);
    let receipt = session.act(&locator("Café", "title:Chatty"), &Act::Press, &auto()).await.unwrap();
    assert!(receipt.by.starts_with("POST /press: AXPress  AXPress"), "{}", receipt.by);
    assert!(receipt.by.len() < 300, "{}", receipt.by);
}

#[tokio::test]
async fn what_two_are_called_means_neither_and_the_advice_can_be_followed() {
    let routes = Router::new().route("/windows", post(|| async { namesakes() }));
    let session = RemoteSession::new(client(serve(routes).await));
    let window = session.window(&WindowSelector::Named("Main".to_owned()), BRIEFLY).await.unwrap_err();
    assert_eq!((window.kind(), window.message()), (ErrorKind::WindowAmbiguous, "2 windows match `Main`"));
    assert!(window.advice().unwrap().contains("by its id"), "{window:?}");
    let app = session.app(&AppSelector::parse("notes"), BRIEFLY).await.unwrap_err();
    assert_eq!(app.kind(), ErrorKind::AppAmbiguous);
    assert_eq!(app.advice(), Some("write the whole name"), "nothing is known of processes");
}

#[tokio::test]
async fn its_errors_are_understood_as_far_as_they_can_be() {
    let (client, _) = agent().await;
    let session = RemoteSession::new(client);
    for (label, kind, message) in [
        ("Odd", ErrorKind::Internal, "I would rather not"),
        ("Gone", ErrorKind::NotFound, "The agent answers `element_not_found`"),
        ("Shy", ErrorKind::ActionFailed, "it looked away"),
    ] {
        let what = locator("Café", &format!("role:button title:{label}"));
        let error = session.act(&what, &Act::Press, &auto()).await.unwrap_err();
        assert_eq!((error.kind(), error.message()), (kind, message), "{label}");
    }
}
