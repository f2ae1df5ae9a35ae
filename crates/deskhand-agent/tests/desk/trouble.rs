//! Applications that hang or say nothing, and clients that leave.

use deskhand_sim::UserAction;
use serde_json::json;

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
