//! Waiting for windows.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use deskhand_model::Rect;
use deskhand_sim::{UserAction, WindowPlan};
use serde_json::json;
use tokio::io::AsyncReadExt;

use crate::stage::{MAIL, Stage, until};

fn message() -> Box<WindowPlan> {
    Box::new(WindowPlan::new("New message", Rect::new(10, 10, 200, 100)))
}

#[tokio::test]
async fn a_window_that_is_there_is_not_waited_for() {
    let stage = Stage::new().await;
    for body in [json!({}), json!({ "window": "" }), json!({ "window": "NOTES", "timeout": 0 })] {
        stage.post("/wait", body).await.done();
    }
}

#[tokio::test]
async fn a_window_that_opens_later_ends_the_wait_whether_that_is_told_or_not() {
    for deaf in [false, true] {
        let stage = Stage::new().await;
        stage.session.deaf.store(deaf, Ordering::Relaxed);
        let started = Instant::now();
        stage.sim.act_after(Duration::from_millis(300), UserAction::Open(MAIL, message()));
        let reply = stage.post("/wait", json!({ "window": "new message", "timeout": 15 })).await;
        assert_eq!(reply.done(), "window `new message` is there");
        assert!(started.elapsed() >= Duration::from_millis(300));
    }
}

#[tokio::test]
async fn time_that_runs_out_is_told_as_no_success() {
    let stage = Stage::new().await;
    let reply = stage.post("/wait", json!({ "window": "nothing", "timeout": 0.2 })).await;
    assert_eq!((reply.status, &reply.json["success"]), (200, &json!(false)));
    let message = reply.json["message"].as_str().unwrap();
    assert!(message.starts_with("waited 0.2 s: There is no window `nothing`"), "{message}");
    for timeout in [json!(-1), json!(86_401), json!("5")] {
        let reply = stage.post("/wait", json!({ "timeout": timeout })).await;
        assert_eq!(reply.refusal(), (400, "invalid_json"), "{timeout}");
    }
}

#[tokio::test]
async fn the_end_of_the_agent_ends_the_wait() {
    let mut stage = Stage::new().await;
    let mut waiting = stage.begin("/wait", json!({ "window": "nothing", "timeout": 3600 })).await;
    until("it is observed", || stage.session.take().contains(&"observe")).await;
    stage.stop();
    let mut answer = String::new();
    waiting.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains(r#""success":false"#), "{answer}");
}

#[tokio::test]
async fn a_program_that_shows_nothing_to_accessibility_is_there_all_the_same() {
    let stage = Stage::with_stranger().await;
    let reply = stage.post("/wait", json!({ "window": "Old clock" })).await;
    assert_eq!(reply.done(), "window `Old clock` is there; it shows nothing to accessibility");
}
