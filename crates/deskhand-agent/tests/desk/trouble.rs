//! Applications that hang or say nothing, and clients that leave.

use std::sync::atomic::Ordering;

use deskhand_sim::UserAction;
use serde_json::{Value, json};

use crate::stage::{EDITOR, MAIL, Stage, until};

#[tokio::test]
async fn an_application_that_hangs_is_left_out_when_others_answer() {
    let stage = Stage::new().await;
    stage.post("/snapshot", json!({})).await;
    stage.sim.act(&UserAction::Hang(MAIL));

    let shown = stage.post("/snapshot", json!({})).await;
    assert_eq!(shown.headers["x-deskhand-unread"], "`mail` (pid 1002)");
    let counts: Vec<usize> = shown.json["windows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|window| window["elements"].as_array().unwrap().len())
        .collect();
    assert_eq!(counts, [0, 2, 5]);

    stage.post("/press", json!({ "label": "Save", "window": "Notes" })).await.done();
    let pressed = stage.post("/press", json!({ "label": "Wrap lines" })).await;
    assert!(
        pressed.done().ends_with("; left out `mail` (pid 1002), which does not answer"),
        "{}",
        pressed.json
    );
    assert_eq!(pressed.headers["x-deskhand-unread"], "`mail` (pid 1002)");
    let looked_at = stage.post("/inspect", json!({ "label": "Zoom" })).await;
    assert_eq!(looked_at.headers["x-deskhand-unread"], "`mail` (pid 1002)");
    let missing = stage.post("/press", json!({ "role": "link" })).await;
    assert_eq!(missing.refusal(), (404, "not_found"));
    assert!(missing.details().contains("left out what does not answer: `mail`"), "{}", missing.details());
    assert_eq!(stage.get("/health").await.json["accessible"], true);
}

#[tokio::test]
async fn an_application_that_hangs_is_unavailable_when_nothing_else_is_asked_for() {
    let stage = Stage::in_a_hurry().await;
    stage.sim.act(&UserAction::Hang(MAIL));
    for (path, body) in [
        ("/press", json!({ "label": "Delete", "window": "Inbox" })),
        ("/inspect", json!({ "label": "Delete", "window": "Inbox" })),
        ("/snapshot", json!({ "window": "Inbox" })),
    ] {
        let reply = stage.post(path, body).await;
        assert_eq!(reply.refusal(), (503, "accessibility_unavailable"), "{path}");
    }
    stage.sim.act(&UserAction::Hang(EDITOR));
    let everywhere = stage.post("/press", json!({ "role": "button" })).await;
    assert_eq!(everywhere.refusal(), (503, "accessibility_unavailable"));
}

#[tokio::test]
async fn a_program_without_accessibility_costs_no_waiting() {
    let stage = Stage::with_stranger().await;
    for path in ["/press", "/inspect"] {
        let reply = stage.post(path, json!({ "label": "hands", "window": "Old clock" })).await;
        assert_eq!(reply.refusal(), (503, "accessibility_unavailable"), "{path}");
        assert!(
            reply.details().starts_with("`xclock` shows nothing to accessibility"),
            "{}",
            reply.details()
        );
    }
    let alone = stage.post("/snapshot", json!({ "window": "xclock" })).await.json;
    assert_eq!(alone["windows"][0]["elements"], json!([]));
    let all = stage.post("/snapshot", json!({})).await;
    assert_eq!(all.json["windows"].as_array().unwrap().len(), 4);
    assert!(!all.headers.contains_key("x-deskhand-unread"));
    stage.post("/press", json!({ "label": "Delete" })).await.done();
}

#[tokio::test]
async fn a_diagnosis_tells_why_it_says_nothing_of_an_application() {
    let stage = Stage::with_stranger().await;
    let told = stage.post("/debug/ax", json!({ "window": "Old clock" })).await;
    assert_eq!(told.status, 200, "{}", told.json);
    let clock = &told.json["applications"][0];
    assert_eq!((&clock["name"], &clock["elements"]), (&json!("xclock"), &json!([])));
    assert!(clock["reason"].as_str().unwrap().contains("shows nothing to accessibility"), "{clock}");

    stage.session.ends.store(MAIL, Ordering::Relaxed);
    let told = stage.post("/debug/ax", json!({ "window": "o" })).await.json;
    let each: Vec<(&Value, bool)> = told["applications"]
        .as_array()
        .unwrap()
        .iter()
        .map(|app| (&app["name"], app["elements"].as_array().unwrap().is_empty()))
        .collect();
    assert_eq!(each, [(&json!("mail"), true), (&json!("editor"), false), (&json!("xclock"), true)]);
}

#[tokio::test]
async fn windows_of_an_application_that_ended_are_left_out() {
    let stage = Stage::new().await;
    stage.session.ends.store(MAIL, Ordering::Relaxed);
    for body in [json!({}), json!({ "window": "Inbox" })] {
        let shown = stage.post("/snapshot", body.clone()).await;
        assert_eq!(shown.headers["x-deskhand-unread"], "`mail` (pid 1002)", "its window is there: {body}");
    }
    stage.session.takes_windows_along.store(true, Ordering::Relaxed);
    let shown = stage.post("/snapshot", json!({})).await;
    let titles: Vec<&Value> =
        shown.json["windows"].as_array().unwrap().iter().map(|window| &window["title"]).collect();
    assert_eq!(titles, ["Other notes", "Notes"]);
    assert!(!shown.headers.contains_key("x-deskhand-unread"));
    stage.session.unlisted.store(0, Ordering::Relaxed);
    let alone = stage.post("/snapshot", json!({ "window": "Inbox" })).await;
    assert_eq!(alone.refusal(), (404, "window_not_found"));
}

#[tokio::test]
async fn without_accessibility_nobody_knows_what_is_not_there() {
    let stage = Stage::new().await;
    stage.session.inaccessible.store(true, Ordering::Relaxed);
    for path in ["/snapshot", "/press", "/debug/ax"] {
        let reply = stage.post(path, json!({ "window": "nothing" })).await;
        assert_eq!(reply.refusal(), (503, "accessibility_unavailable"), "{path}");
    }
}

#[tokio::test]
async fn an_action_ends_although_the_client_has_left() {
    let stage = Stage::new().await;
    stage.session.permits.forget_permits(usize::MAX);
    let client = stage.begin("/press", json!({ "label": "Save", "window": "Notes" })).await;
    until("the action has begun", || stage.session.take().contains(&"act")).await;
    drop(client);
    // An answer to somebody else shows that the agent has had the time to notice.
    stage.get("/health").await;
    stage.session.permits.add_permits(1);
    until("the action has ended", || stage.session.take().contains(&"acted")).await;
    let status = stage.post("/inspect", json!({ "id": "status", "window": "Notes" })).await;
    assert_eq!(status.json["element"]["label"], "Saved the notes");
}
