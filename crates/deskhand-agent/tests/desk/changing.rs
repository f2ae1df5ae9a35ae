//! Changing windows.

use deskhand_engine::ports::WindowChange;
use deskhand_model::{Insets, Rect};
use deskhand_sim::{Sizes, UserAction, WindowPlan};
use serde_json::{Value, json};

use crate::stage::{MAIL, Stage};

async fn window(stage: &Stage, title: &str) -> Value {
    let list = stage.post("/windows", json!({})).await.json;
    let all = list["windows"].as_array().unwrap();
    all.iter().find(|window| window["title"] == title).cloned().unwrap_or_default()
}

#[tokio::test]
async fn a_window_is_moved_resized_focused_and_closed() {
    let stage = Stage::new().await;
    let moved = stage.post("/window-move", json!({ "window": "Inbox", "x": 10.4, "y": -20 })).await;
    assert_eq!(moved.done(), "moved window \"Inbox\" to 10,-20");
    let sized =
        stage.post("/window-resize", json!({ "window": "inbox", "width": 320, "height": 239.6 })).await;
    assert_eq!(sized.done(), "resized window \"Inbox\" to 320x240");
    assert_eq!(
        stage.post("/window-focus", json!({ "window": "mail" })).await.done(),
        "focused window \"Inbox\""
    );
    let now = window(&stage, "Inbox").await;
    assert_eq!(now["focused"], true);
    let place = ["positionX", "positionY", "sizeWidth", "sizeHeight"].map(|key| now[key].as_i64().unwrap());
    assert_eq!(place, [10, -20, 320, 240]);

    stage.post("/window-minimize", json!({ "window": "Inbox" })).await.done();
    assert_eq!(
        stage.post("/window-close", json!({ "window": "Inbox" })).await.done(),
        "closed window \"Inbox\""
    );
    assert_eq!(window(&stage, "Inbox").await, Value::Null);
}

#[tokio::test]
async fn sizes_are_asked_for_as_they_are_told() {
    let stage = Stage::new().await;
    let mut framed = WindowPlan::new("Framed", Rect::new(300, 300, 200, 200));
    framed.decoration = Insets { left: 2, right: 3, top: 20, bottom: 4 };
    stage.sim.act(&UserAction::Open(MAIL, Box::new(framed)));
    let sized =
        stage.post("/window-resize", json!({ "window": "Framed", "width": 320, "height": 240 })).await;
    assert_eq!(sized.done(), "resized window \"Framed\" to 320x240");
    stage.post("/window-move", json!({ "window": "Framed", "x": 10, "y": 30 })).await.done();
    let now = window(&stage, "Framed").await;
    let place = ["positionX", "positionY", "sizeWidth", "sizeHeight"].map(|key| now[key].as_i64().unwrap());
    assert_eq!(place, [10, 30, 320, 240]);
    let small = stage.post("/window-resize", json!({ "window": "Framed", "width": 320, "height": 24 })).await;
    assert_eq!(small.refusal(), (400, "invalid_json"));
}

#[tokio::test]
async fn what_a_window_makes_of_it_is_a_success_that_says_so() {
    let stage = Stage::new().await;
    let mut stubborn = WindowPlan::new("Stubborn", Rect::new(300, 300, 200, 200));
    stubborn.moves = false;
    stubborn.sizes = Sizes { step: deskhand_model::Size { width: 100, height: 100 }, ..Sizes::ANY };
    stage.sim.act(&UserAction::Open(MAIL, Box::new(stubborn)));
    let moved = stage.post("/window-move", json!({ "window": "Stubborn", "x": 1, "y": 2 })).await;
    let expected = "asked window \"Stubborn\" to move to 1,2, and the window manager put it at 300,300";
    assert_eq!(moved.done(), expected);
    let sized =
        stage.post("/window-resize", json!({ "window": "Stubborn", "width": 150, "height": 150 })).await;
    assert_eq!(sized.done(), "asked window \"Stubborn\" to become 150x150, and it became 101x101");
}

#[tokio::test]
async fn several_windows_and_none_are_refused() {
    let stage = Stage::new().await;
    let several = stage.post("/window-close", json!({ "window": "editor" })).await;
    assert_eq!(several.refusal(), (409, "ambiguous"));
    for title in ["\"Notes\" of editor", "\"Other notes\" of editor"] {
        assert!(several.details().contains(title), "{}", several.details());
    }
    let near = stage.post("/window-focus", json!({ "window": "Inboks" })).await;
    assert_eq!(near.refusal(), (404, "window_not_found"));
    assert!(near.details().contains("did you mean `Inbox`"), "{}", near.details());
    for (path, body) in [
        ("/window-close", json!({})),
        ("/window-close", json!({ "window": "" })),
        ("/window-resize", json!({ "window": "Inbox", "width": 0, "height": 10 })),
        ("/window-resize", json!({ "window": "Inbox", "width": 10 })),
        ("/window-move", json!({ "window": "Inbox", "x": 1e9, "y": 0 })),
        ("/window-move", json!({ "window": "Inbox", "x": "1", "y": 0 })),
    ] {
        assert_eq!(stage.post(path, body.clone()).await.refusal(), (400, "invalid_json"), "{path} {body}");
    }
}

#[tokio::test]
async fn a_minimised_window_still_shows_what_is_in_it() {
    let stage = Stage::new().await;
    let truth = stage.sim.truth();
    let inbox = truth.windows.iter().find(|window| window.record.title == "Inbox").unwrap().key;
    stage.sim.act(&UserAction::Change(inbox, WindowChange::Minimize));
    let shown = stage.post("/snapshot", json!({ "window": "Inbox" })).await.json;
    assert_eq!(shown["windows"][0]["elements"].as_array().unwrap().len(), 4);
}
