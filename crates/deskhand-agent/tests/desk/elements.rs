//! Finding and using elements.

use deskhand_model::{Rect, Role, WindowKind};
use deskhand_sim::{Draft, UserAction, WindowPlan};
use serde_json::json;

use crate::stage::{EDITOR, MAIL, Stage, WITHIN};

#[tokio::test]
async fn a_press_in_one_application_asks_nobody_twice() {
    let stage = Stage::new().await;
    let query = json!({ "role": "button", "label": "Delete", "window": "Inbox" });
    let reply = stage.post("/press", query).await;
    assert_eq!(reply.done(), "pressed button \"Delete\" by accessibility, focus untouched");
    assert_eq!(stage.session.take(), ["windows", "act", "acted"]);
    assert!(stage.session.within.lock().unwrap()[0] < WITHIN, "what was asked before took some of the time");
}

#[tokio::test]
async fn one_element_is_inspected_by_one_reading() {
    let stage = Stage::new().await;
    let query = json!({ "role": "button", "label": "Delete", "window": "Inbox" });
    assert_eq!(stage.post("/inspect", query).await.json["element"]["label"], "Delete");
    assert_eq!(stage.session.take(), ["windows", "find_all"]);
}

#[tokio::test]
async fn an_index_counts_everything_that_fits_as_a_snapshot_shows_it() {
    let stage = Stage::new().await;
    let left = Draft::new(Role::Group, "Left").containing(vec![Draft::label("Left")]);
    let panes = WindowPlan::new("Panes", Rect::new(0, 0, 200, 100)).containing(vec![
        left,
        Draft::button("Close"),
        Draft::button("Close all"),
    ]);
    stage.sim.act(&UserAction::Open(MAIL, Box::new(panes)));
    for (query, role, label) in [
        (json!({ "window": "Panes", "label": "left" }), "group", "Left"),
        (json!({ "window": "Panes", "label": "left", "index": 0 }), "group", "Left"),
        (json!({ "window": "Panes", "label": "left", "index": 1 }), "text", "Left"),
        (json!({ "window": "Panes", "index": 1 }), "text", "Left"),
        (json!({ "window": "Panes", "label": "close" }), "button", "Close"),
        (json!({ "window": "Panes", "label": "close", "index": 0 }), "button", "Close"),
        (json!({ "window": "Panes", "label": "clos", "index": 1 }), "button", "Close all"),
        (json!({ "label": "undo", "index": 0 }), "button", "Undo"),
        (json!({ "label": "und", "index": 0 }), "button", "Undo deleting"),
        (json!({ "label": "und", "index": 1 }), "button", "Undo"),
    ] {
        let element = stage.post("/inspect", query.clone()).await.json["element"].clone();
        assert_eq!((&element["role"], &element["label"]), (&json!(role), &json!(label)), "{query}");
    }
    // The only whole name wins, and then there is no second.
    for query in
        [json!({ "window": "Panes", "label": "close", "index": 1 }), json!({ "label": "undo", "index": 1 })]
    {
        assert_eq!(stage.post("/inspect", query).await.json["error"], "not_found");
    }
}

#[tokio::test]
async fn the_window_that_is_named_is_the_one_that_is_searched() {
    let stage = Stage::new().await;
    stage.post("/press", json!({ "label": "Save", "window": "Notes" })).await.done();
    for (window, says) in [("Notes", "Saved the notes"), ("Other notes", "Idle")] {
        let status = stage.post("/inspect", json!({ "id": "status", "window": window })).await;
        assert_eq!(status.json["element"]["label"], says, "{window}: {}", status.json);
    }
}

#[tokio::test]
async fn menus_are_searched_and_shown_with_the_window_that_is_named() {
    let stage = Stage::new().await;
    let mut menu =
        WindowPlan::new("editor", Rect::new(120, 120, 80, 60)).containing(vec![Draft::item("Paste")]);
    menu.kind = WindowKind::Popup;
    stage.sim.act(&UserAction::Open(EDITOR, Box::new(menu)));

    stage.post("/press", json!({ "label": "Paste", "window": "Notes" })).await.done();
    let shown = stage.post("/snapshot", json!({ "window": "Notes" })).await.json;
    let kinds: Vec<&str> = shown["windows"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|window| window["windowType"].as_str())
        .collect();
    assert_eq!(kinds, ["regular", "popup"]);
    // The menu is called like its application, and is not what somebody means by that.
    let several = stage.post("/window-focus", json!({ "window": "editor" })).await;
    assert_eq!(several.refusal(), (409, "ambiguous"));
    assert!(!several.details().contains("\"editor\" of"), "{}", several.details());
}

#[tokio::test]
async fn several_matches_are_listed_and_one_can_be_taken_by_its_index() {
    let stage = Stage::new().await;
    let query = json!({ "label": "save", "role": "AXButton", "window": "editor" });
    let reply = stage.post("/press", query).await;
    assert_eq!(reply.refusal(), (409, "ambiguous"));
    assert!(reply.details().contains("0: button \"Save\" in window \"Other notes\""), "{}", reply.details());
    assert!(reply.details().contains("1: button \"Save\" in window \"Notes\""), "{}", reply.details());
    assert!(
        reply.details().ends_with("by `role`, `id` or `window`, or take one by its `index`"),
        "{}",
        reply.details()
    );

    let indexed =
        |index: u32| json!({ "label": "save", "role": "button", "window": "editor", "index": index });
    stage.post("/press", indexed(1)).await.done();
    let status = stage.post("/inspect", json!({ "id": "status", "window": "Notes" })).await;
    assert_eq!(status.json["element"]["label"], "Saved the notes");
    assert_eq!(stage.post("/press", indexed(2)).await.refusal(), (404, "not_found"));
}

#[tokio::test]
async fn all_applications_are_searched_when_no_window_is_named() {
    let stage = Stage::new().await;
    stage.post("/press", json!({ "label": "delete" })).await.done();
    let several = stage.post("/press", json!({ "role": "button", "label": "Sav" })).await;
    assert_eq!(several.refusal(), (409, "ambiguous"));
    let order = ["Save As", "Other notes", "\"Notes\""].map(|text| several.details().find(text));
    assert!(order.is_sorted() && order[0].is_some(), "windows from back to front: {}", several.details());
    let taken = stage.post("/press", json!({ "role": "button", "label": "Sav", "index": 0 })).await;
    assert!(taken.done().starts_with("pressed button \"Save As\""));
}

#[tokio::test]
async fn the_only_whole_name_of_all_applications_wins() {
    let stage = Stage::new().await;
    let whole = stage.post("/inspect", json!({ "role": "button", "label": "undo" })).await;
    assert_eq!(whole.json["element"]["label"], "Undo", "{}", whole.json);
    let twice = stage.post("/inspect", json!({ "role": "button", "label": "Save" })).await;
    assert_eq!(twice.refusal(), (409, "ambiguous"));
}

#[tokio::test]
async fn a_query_that_says_nothing_matches_everything() {
    let stage = Stage::new().await;
    let empty = json!({ "role": "", "label": "", "id": "", "window": "" });
    for body in [json!({}), empty] {
        assert_eq!(stage.post("/press", body).await.refusal(), (409, "ambiguous"));
    }
    let second = stage.post("/inspect", json!({ "window": "Inbox", "index": 1 })).await;
    assert_eq!(second.json["element"]["label"], "Delete", "{}", second.json);
}

#[tokio::test]
async fn values_are_set_and_told() {
    let stage = Stage::new().await;
    let value = |role: &str, value: &str| json!({ "role": role, "window": "Notes", "value": value });
    stage.post("/set-value", value("slider", "70")).await.done();
    let message = stage.post("/set-value", value("editable-text", "Good bye")).await.done().to_owned();
    assert!(!message.contains("Good bye"), "{message}");
    for (role, expected) in [("slider", "70"), ("editable-text", "Good bye"), ("checkbox", "1")] {
        let element = stage.post("/inspect", json!({ "role": role, "window": "Notes" })).await;
        assert_eq!(element.json["element"]["value"], expected, "{}", element.json);
    }
}

#[tokio::test]
async fn an_inspected_element_tells_its_place_and_not_what_is_inside_of_it() {
    let stage = Stage::new().await;
    let reply = stage.post("/inspect", json!({ "role": "toolbar", "window": "Notes" })).await;
    assert_eq!(reply.status, 200);
    let element = &reply.json["element"];
    assert_eq!((&element["childCount"], &element["children"]), (&json!(2), &json!(null)));
    for (bound, own) in [
        ("boundsX", "positionX"),
        ("boundsY", "positionY"),
        ("boundsWidth", "sizeWidth"),
        ("boundsHeight", "sizeHeight"),
    ] {
        assert!(reply.json[bound].is_number() && reply.json[bound] == element[own], "{}", reply.json);
    }
}

#[tokio::test]
async fn an_element_that_does_not_allow_it_says_so() {
    let stage = Stage::new().await;
    let disabled = stage.post("/press", json!({ "label": "Undo", "window": "Notes" })).await;
    assert_eq!(disabled.refusal(), (422, "action_unsupported"));
    stage.post("/focus", json!({ "role": "textfield", "window": "Inbox" })).await.done();
}

#[tokio::test]
async fn what_makes_no_sense_is_refused() {
    let stage = Stage::new().await;
    for (path, body, status, key) in [
        ("/press", json!({ "role": "buton" }), 400, "invalid_json"),
        ("/press", json!({ "role": 7 }), 400, "invalid_json"),
        ("/press", json!({ "index": -1 }), 400, "invalid_json"),
        ("/press", json!({ "window": "nothing" }), 404, "window_not_found"),
        ("/press", json!({ "window": "Inbox", "label": "nothing" }), 404, "not_found"),
        ("/inspect", json!({ "window": "Inbox", "label": "nothing" }), 404, "not_found"),
        ("/inspect", json!({ "label": "nothing at all" }), 404, "not_found"),
        ("/set-value", json!({ "role": "slider" }), 400, "invalid_json"),
        ("/set-value", json!({ "role": "slider", "value": null }), 400, "invalid_json"),
        ("/show-menu", json!({ "role": "nonsense" }), 400, "invalid_json"),
        ("/snapshot", json!({ "depth": -1 }), 400, "invalid_json"),
        ("/snapshot", json!({ "mode": "half" }), 400, "invalid_json"),
        ("/snapshot", json!({ "window": "nothing" }), 404, "window_not_found"),
        ("/debug/ax", json!({ "window": "nothing" }), 404, "window_not_found"),
    ] {
        let reply = stage.post(path, body.clone()).await;
        assert_eq!(reply.refusal(), (status, key), "{path} {body}");
    }
}
