//! Clients that leave, and faults.

use deskhand_engine::ports::WindowChange;

use crate::fake::{Calls, Fake, window};
use crate::setting::{Setting, eventually, post};

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
