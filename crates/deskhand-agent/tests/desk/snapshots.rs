//! Looking at windows and what is in them.

use std::sync::atomic::Ordering;

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::stage::{EDITOR, Stage};

/// Labels of elements, what is inside of them in brackets.
fn outline(elements: &Value) -> String {
    let one = |element: &Value| {
        let label = element["label"].as_str().unwrap_or(element["role"].as_str().unwrap_or("?"));
        match element.get("children") {
            Some(children) => format!("{label}({})", outline(children)),
            None => label.to_owned(),
        }
    };
    elements.as_array().unwrap().iter().map(one).collect::<Vec<_>>().join(" ")
}

fn outlines(reply: &Value) -> Vec<(&str, String)> {
    let windows = reply["windows"].as_array().unwrap();
    windows.iter().map(|window| (window["title"].as_str().unwrap(), outline(&window["elements"]))).collect()
}

#[tokio::test]
async fn windows_are_listed_without_and_shown_with_what_is_in_them() {
    let stage = Stage::new().await;
    let list = stage.post("/windows", json!({})).await.json;
    assert_eq!(
        list["windows"][2],
        json!({
            "title": "Notes", "windowType": "regular", "appName": "editor", "focused": true,
            "positionX": 100, "positionY": 100, "sizeWidth": 400, "sizeHeight": 300,
        })
    );
    let shown = stage.post("/snapshot", json!({})).await.json;
    assert_eq!(
        outlines(&shown),
        [
            ("Inbox", "Save As Delete Undo deleting Search".to_owned()),
            ("Other notes", "Save Idle".to_owned()),
            ("Notes", "Tools(Save Undo) Document Wrap lines Zoom Ready".to_owned()),
        ]
    );
    for (listed, shown) in
        list["windows"].as_array().unwrap().iter().zip(shown["windows"].as_array().unwrap())
    {
        let mut without = shown.clone();
        without.as_object_mut().unwrap().remove("elements");
        assert_eq!(*listed, without);
    }
}

#[tokio::test]
async fn a_snapshot_shows_what_was_asked_for_and_the_way_to_it() {
    let stage = Stage::new().await;
    for (request, expected) in [
        (json!({ "window": "Notes", "depth": 1 }), "Tools Document Wrap lines Zoom Ready"),
        (json!({ "window": "Notes", "depth": 0 }), ""),
        (json!({ "window": "Notes", "role": "button" }), "Tools(Save Undo)"),
        (json!({ "window": "Notes", "label": "UND" }), "Tools(Undo)"),
        (json!({ "window": "Notes", "mode": "interactive" }), "Tools(Save Undo) Document Wrap lines Zoom"),
        (json!({ "window": "Notes", "mode": "interactive", "label": "o" }), "Tools(Undo) Document Zoom"),
        (json!({ "window": "Notes", "mode": "full", "role": "link" }), ""),
    ] {
        let reply = stage.post("/snapshot", request.clone()).await;
        assert_eq!(outlines(&reply.json), [("Notes", expected.to_owned())], "{request}");
        assert!(!reply.headers.contains_key("x-deskhand-truncated"), "{request}");
    }
    let cut = stage.post("/snapshot", json!({ "window": "Notes", "depth": 1 })).await.json;
    assert_eq!(cut["windows"][0]["elements"][0]["childCount"], 2, "children that are not shown count");
}

#[tokio::test]
async fn all_windows_of_an_application_are_shown_when_it_is_named() {
    let stage = Stage::new().await;
    let shown = stage.post("/snapshot", json!({ "window": "editor", "role": "button" })).await.json;
    assert_eq!(
        outlines(&shown),
        [("Other notes", "Save".to_owned()), ("Notes", "Tools(Save Undo)".to_owned())]
    );
}

#[tokio::test]
async fn windows_that_only_accessibility_knows_are_shown_when_their_application_is_named() {
    let stage = Stage::new().await;
    stage.session.unlisted.store(EDITOR, Ordering::Relaxed);
    let shown = stage.post("/snapshot", json!({ "window": "editor", "role": "button" })).await.json;
    assert_eq!(
        outlines(&shown),
        [("Other notes", "Save".to_owned()), ("Notes", "Tools(Save Undo)".to_owned())]
    );
    assert_eq!(shown["windows"][0]["windowType"], "regular");
}

#[tokio::test]
async fn an_application_without_any_window_shows_none() {
    let stage = Stage::with_tray().await;
    let reply = stage.post("/snapshot", json!({ "window": "tray" })).await;
    assert_eq!(reply.refusal(), (404, "window_not_found"));
}

#[tokio::test]
async fn health_is_looked_at_once_for_all_who_ask() {
    let stage = Stage::new().await;
    for reply in join_all((0..10).map(|_| stage.get("/health"))).await {
        assert_eq!(reply.json["accessible"], true);
    }
    assert_eq!(stage.session.take(), ["apps"]);
}

#[tokio::test]
async fn a_large_snapshot_arrives_whole() {
    let stage = Stage::with_buttons(3000).await;
    let reply = stage.post("/snapshot", json!({ "window": "Many" })).await;
    assert_eq!(reply.headers["transfer-encoding"], "chunked");
    assert_eq!(reply.json["windows"][0]["elements"].as_array().unwrap().len(), 3000);
    let small = stage.post("/snapshot", json!({ "window": "Inbox" })).await;
    assert!(small.headers.contains_key("content-length"));
}

#[tokio::test]
async fn health_and_diagnosis_tell_of_accessibility() {
    let stage = Stage::new().await;
    let health = stage.get("/health").await;
    assert_eq!((health.status, &health.json["accessible"]), (200, &json!(true)));
    assert!(["linux", "macos", "windows"].contains(&health.json["platform"].as_str().unwrap()));

    let all = stage.post("/debug/ax", json!({})).await.json;
    let names: Vec<&Value> =
        all["applications"].as_array().unwrap().iter().map(|application| &application["name"]).collect();
    assert_eq!(names, ["mail", "editor"]);
    assert!(all["applications"][0].get("elements").is_none());
    let one = stage.post("/debug/ax", json!({ "window": "Inbox" })).await.json;
    assert_eq!(one["applications"].as_array().unwrap().len(), 1);
    assert!(one["applications"][0]["elements"].as_array().unwrap().len() > 3, "{one}");
}
