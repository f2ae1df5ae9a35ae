//! Clients that leave, and faults.

use std::time::Duration;

use deskhand_engine::ports::WindowChange;
use serde_json::json;

use crate::fake::{Calls, Fake, window};
use crate::setting::{Setting, eventually, limited, post};

#[tokio::test]
async fn a_change_goes_on_when_its_client_leaves() {
    let session = Fake::with(vec![window("a")]);
    session.set(Calls::Wait);
    let setting = Setting::start(&session).await;
    let mut client = setting.connect().await;
    client.send(&post("/window-minimize", "{\"window\": \"a\"}")).await;
    eventually("under way", || session.waiting() == 1).await;
    drop(client);
    session.set(Calls::Answer);
    eventually("done", || session.changes() == [WindowChange::Minimize]).await;
}

#[tokio::test]
async fn what_waits_for_an_element_is_given_up_when_its_client_left_long_ago() {
    let day = 86_400_000;
    let locator = json!({"app": {"name": "a"}, "query": {"text": "role:button"}});
    for (path, body) in [
        ("/deskhand/act", json!({"locator": locator, "act": {"action": "press"}, "timeout_ms": day})),
        ("/deskhand/keys", json!({"app": {"name": "a"}, "keys": ["a"], "timeout_ms": day})),
    ] {
        let session = Fake::default();
        session.set(Calls::Wait);
        let mut options = limited(|limits| limits.requests = 1);
        options.within = Duration::from_millis(50);
        let setting = Setting::start_with(&session, options).await;
        let mut client = setting.connect().await;
        client.send(&post(path, &body.to_string())).await;
        eventually("under way", || session.waiting() == 1).await;
        drop(client);
        eventually("given up", || session.waiting() == 0).await;
        session.set(Calls::Answer);
        assert_eq!(setting.post("/windows", "{}").await.status, 200, "the only place is free again");
    }
}

#[tokio::test]
async fn a_look_ends_when_its_client_leaves() {
    let session = Fake::with(vec![window("a")]);
    session.set(Calls::Wait);
    let setting = Setting::start(&session).await;
    let mut client = setting.connect().await;
    client.send(&post("/windows", "{}")).await;
    eventually("under way", || session.waiting() == 1).await;
    drop(client);
    eventually("broken off", || session.waiting() == 0).await;
}

#[tokio::test]
async fn a_fault_is_told_and_ends_nothing_else() {
    let session = Fake::with(vec![window("a")]);
    session.set(Calls::Panic);
    let setting = Setting::start(&session).await;
    let mut client = setting.connect().await;
    for path in ["/windows", "/deskhand/windows", "/window-close"] {
        client.send(&post(path, "{\"window\": \"a\"}")).await;
        let answer = client.answer().await;
        answer.refused(500, "internal");
        assert!(!String::from_utf8_lossy(&answer.body).contains("assertion"), "what failed is ours to know");
    }
    session.set(Calls::Answer);
    client.send(&post("/windows", "{}")).await;
    assert_eq!(client.answer().await.status, 200);
}
