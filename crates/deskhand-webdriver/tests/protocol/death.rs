//! Applications that die.

use std::sync::atomic::Ordering;

use serde_json::json;

use crate::support::{Server, eventually};

#[tokio::test]
async fn a_death_is_told_once_and_then_there_is_no_session() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    let other = server.session(json!({})).await;
    server.apps.started.lock().unwrap()[0].1.die("signal 9");
    let first = client.get("title").await;
    assert_eq!(first.error(), "unknown error");
    assert!(first.message().contains("signal 9"), "{}", first.message());
    for _ in 0..2 {
        assert_eq!(client.get("title").await.error(), "invalid session id");
    }
    other.get("title").await.done();
    eventually("it is cleared away", || server.apps.running() == 1).await;
}

#[tokio::test]
async fn a_command_under_way_is_answered_when_its_application_dies() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    let page = server.page();
    let both: Vec<_> = (0..2)
        .map(|_| {
            let client = client.clone();
            tokio::spawn(async move { client.execute("wait").await })
        })
        .collect();
    eventually("one waits", || page.waiting.load(Ordering::SeqCst) == 1).await;
    page.die("exit status 1");
    let mut codes = Vec::new();
    for one in both {
        codes.push(one.await.unwrap().error().to_owned());
    }
    codes.sort();
    assert_eq!(codes, ["invalid session id", "unknown error"], "one of them tells why");
}

#[tokio::test]
async fn a_command_that_ends_its_application_says_so() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    let answer = client.execute("die").await;
    assert_eq!(answer.error(), "unknown error");
    assert!(answer.message().contains("signal 9"), "{}", answer.message());
    assert_eq!(client.get("title").await.error(), "invalid session id");
}

#[tokio::test]
async fn a_session_that_died_can_be_deleted() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    server.page().die("exit status 0");
    client.delete("").await.done();
    assert_eq!(client.delete("").await.error(), "invalid session id");
}
