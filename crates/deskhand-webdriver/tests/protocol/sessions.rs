//! Several sessions at the same time.

use std::sync::atomic::Ordering;
use std::time::Duration;

use deskhand_webdriver::ServerOptions;
use http::Method;
use serde_json::json;

use crate::support::{Server, asked_until, eventually};

#[tokio::test]
async fn a_session_that_is_busy_keeps_no_other_waiting() {
    let server = Server::plain().await;
    let busy = server.session(json!({})).await;
    let page = server.page();
    let waiting = tokio::spawn({
        let busy = busy.clone();
        async move { busy.execute("wait").await }
    });
    eventually("the script waits", || page.waiting.load(Ordering::SeqCst) == 1).await;
    let other = server.session(json!({})).await;
    other.get("title").await.done();
    other.delete("").await.done();
    assert!(!waiting.is_finished());
    page.go_on.notify_one();
    assert_eq!(*waiting.await.unwrap().done(), json!("waited"));
}

#[tokio::test]
async fn a_session_begins_while_another_one_starts() {
    let server = Server::plain().await;
    let client = server.client();
    let slow =
        tokio::spawn(async move { client.begin(json!({ "tauri:options": { "binary": "slow" } })).await });
    eventually("it starts", || server.apps.running() == 1).await;
    server.session(json!({})).await.get("title").await.done();
    server.apps.let_start.notify_one();
    slow.await.unwrap().done();
}

#[tokio::test]
async fn commands_of_one_session_wait_for_each_other() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    let page = server.page();
    let both: Vec<_> = (0..2)
        .map(|_| {
            let client = client.clone();
            tokio::spawn(async move { client.execute("wait").await })
        })
        .collect();
    eventually("one of them waits", || page.waiting.load(Ordering::SeqCst) == 1).await;
    page.go_on.notify_one();
    eventually("then the other", || page.waiting.load(Ordering::SeqCst) == 2).await;
    page.go_on.notify_one();
    for one in both {
        one.await.unwrap().done();
    }
}

#[tokio::test]
async fn there_are_no_more_sessions_than_there_may_be() {
    let options = ServerOptions {
        default_binary: Some("plain".to_owned()),
        max_sessions: Some(1),
        ..ServerOptions::default()
    };
    let server = Server::start(options).await;
    let ready = async || server.client().send(Method::GET, "/status", "", &[]).await.done()["ready"].clone();
    assert_eq!(ready().await, json!(true));
    let client = server.session(json!({})).await;
    assert_eq!(ready().await, json!(false));
    assert_eq!(server.client().begin(json!({})).await.error(), "session not created");
    client.delete("").await.done();
    assert_eq!(ready().await, json!(true));
    let next = server.session(json!({})).await;
    server.page().die("exit status 0");
    assert_eq!(next.get("title").await.error(), "unknown error");
    server.session(json!({})).await.get("title").await.done();
}

#[tokio::test]
async fn a_session_that_is_deleted_is_gone_with_its_application() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    let page = server.page();
    let waiting = tokio::spawn({
        let client = client.clone();
        async move { client.execute("wait").await }
    });
    eventually("the script waits", || page.waiting.load(Ordering::SeqCst) == 1).await;
    client.delete("").await.done();
    assert_eq!(waiting.await.unwrap().error(), "invalid session id", "what was under way is over");
    assert_eq!(client.get("title").await.error(), "invalid session id");
    assert_eq!(client.delete("").await.error(), "invalid session id");
    eventually("nothing is left", || server.apps.running() == 0).await;
}

#[tokio::test]
async fn a_client_that_goes_in_the_middle_leaves_its_session_usable() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    let page = server.page();
    let waiting = tokio::spawn({
        let client = client.clone();
        async move { client.execute("wait").await }
    });
    eventually("the script waits", || page.waiting.load(Ordering::SeqCst) == 1).await;
    waiting.abort();
    // The script has no end: it is given up, and the next command has its turn.
    assert_eq!(*client.get("title").await.done(), json!("Title of main"));
}

#[tokio::test]
async fn a_client_that_goes_while_its_session_begins_leaves_nothing_behind() {
    let server = Server::plain().await;
    let client = server.client();
    let begun =
        tokio::spawn(async move { client.begin(json!({ "tauri:options": { "binary": "slow" } })).await });
    eventually("it starts", || server.apps.running() == 1).await;
    begun.abort();
    eventually("nothing is left", || server.apps.running() == 0).await;
}

#[tokio::test]
async fn the_server_takes_all_sessions_with_it() {
    let server = Server::plain().await;
    let client = server.session(json!({})).await;
    server.session(json!({})).await;
    let page = server.apps.started.lock().unwrap()[0].1.clone();
    let waiting = tokio::spawn(async move { client.execute("wait").await });
    eventually("the script waits", || page.waiting.load(Ordering::SeqCst) == 1).await;
    let starting = server.client();
    let started =
        tokio::spawn(async move { starting.begin(json!({ "tauri:options": { "binary": "slow" } })).await });
    eventually("a third one starts", || server.apps.running() == 3).await;
    let apps = server.apps.clone();
    server.stop().await;
    assert_eq!(waiting.await.unwrap().error(), "invalid session id");
    assert!(started.await.is_err(), "its connection is broken off");
    eventually("nothing is left", || apps.running() == 0).await;
}

#[tokio::test]
async fn a_session_ends_when_all_who_used_it_are_gone() {
    let options = ServerOptions {
        default_binary: Some("plain".to_owned()),
        forsaken_after: Some(Duration::from_millis(100)),
        ..ServerOptions::default()
    };
    let server = Server::start(options).await;
    let (kept, connection) = server.lasting_session(json!({})).await;
    // Begun later, and forsaken before the first one is.
    let lost = server.session(json!({})).await;
    eventually("one of them ends", || server.apps.running() == 1).await;
    let answer = lost.get("title").await;
    assert_eq!(answer.error(), "invalid session id");
    assert!(answer.message().contains("no client was connected for 0.1 s"), "{}", answer.message());
    kept.get("title").await.done();
    drop(connection);
    eventually("the other one ends", || server.apps.running() == 0).await;
}

#[tokio::test]
async fn a_session_that_is_forsaken_makes_room_when_its_application_is_gone() {
    let options = ServerOptions {
        default_binary: Some("clinging".to_owned()),
        forsaken_after: Some(Duration::ZERO),
        max_sessions: Some(1),
        ..ServerOptions::default()
    };
    let server = Server::start(options).await;
    let lost = server.session(json!({})).await;
    let ready = async || server.client().send(Method::GET, "/status", "", &[]).await.done()["ready"].clone();
    asked_until("it is forsaken", async || lost.get("title").await.status != 200).await;
    assert_eq!(ready().await, json!(false));
    server.apps.let_end.notify_one();
    asked_until("there is room", async || ready().await == json!(true)).await;
    assert_eq!(server.apps.running(), 0);
}
