//! What a client may use up.

use std::time::Duration;

use deskhand_agent::Limits;
use futures_util::FutureExt;
use tokio::io::AsyncWriteExt;

use crate::fake::{Calls, Fake, window};
use crate::setting::{Setting, eventually, get, limited, post};

const SHORT: Duration = Duration::from_millis(200);

#[tokio::test]
async fn a_body_that_is_too_large_is_refused_while_it_is_still_sent() {
    let setting = Setting::start_with(&Fake::default(), limited(|limits| limits.body = 1000)).await;
    let large = format!("{{\"x\": \"{}\"}}", "x".repeat(8 << 20));
    setting.post("/windows", &large).await.refused(413, "invalid_json");
    let chunked = format!(
        "POST /windows HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n{:x}\r\n{large}\r\n0\r\n\r\n",
        large.len()
    );
    setting.ask(&chunked).await.refused(413, "invalid_json");
    assert_eq!(setting.post("/windows", &" ".repeat(1000)).await.status, 200);
}

#[tokio::test]
async fn a_body_that_is_announced_to_be_too_large_is_not_waited_for() {
    let setting = Setting::start_with(&Fake::default(), limited(|limits| limits.body = 1000)).await;
    let head = "POST /windows HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1001\r\n\r\n";
    setting.ask(head).await.refused(413, "invalid_json");
}

#[tokio::test]
async fn a_stranger_learns_that_he_is_one_while_he_still_sends() {
    let setting = Setting::start(&Fake::default()).await;
    let large = "x".repeat(8 << 20);
    setting.post("/no/such", &large).await.refused(404, "unknown_endpoint");
}

#[tokio::test]
async fn a_head_that_does_not_come_to_its_end_is_not_waited_for() {
    let setting = Setting::start_with(&Fake::default(), limited(|limits| limits.head_time = SHORT)).await;
    for part in ["", "GET /health HT", "GET /health HTTP/1.1\r\nhost: localhost\r\n"] {
        let mut connection = setting.connect().await;
        connection.send(part).await;
        connection.closed().await;
    }
}

#[tokio::test]
async fn a_body_that_stalls_is_not_waited_for() {
    let setting = Setting::start_with(&Fake::default(), limited(|limits| limits.stall_time = SHORT)).await;
    let part = "POST /windows HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n\r\n{";
    setting.ask(part).await.refused(408, "timeout");
    let chunked = "POST /windows HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n";
    setting.ask(chunked).await.refused(408, "timeout");
}

#[tokio::test]
async fn a_body_that_comes_drop_by_drop_is_not_waited_for_either() {
    let setting = Setting::start_with(&Fake::default(), limited(|limits| limits.stall_time = SHORT)).await;
    let mut connection = setting.connect().await;
    connection.send("POST /windows HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100000\r\n\r\n{").await;
    let dripping = async {
        let mut drops = tokio::time::interval(SHORT / 5);
        while connection.stream.try_write(b" ").is_ok() {
            drops.tick().await;
            if connection.stream.readable().now_or_never().is_some() {
                break;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(30), dripping).await.unwrap();
    connection.answer().await.refused(408, "timeout");
}

#[tokio::test]
async fn bodies_that_make_no_sense_do_not_hang() {
    let setting = Setting::start(&Fake::default()).await;
    let chunked = "POST /windows HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n";
    setting.ask(chunked).await.refused(400, "invalid_json");
    for broken in [
        "POST /windows HTTP/1.1\r\nhost: localhost\r\ncontent-length: x\r\n\r\n",
        "POST /windows HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}",
        "\u{16}\u{3}\u{1} this is no HTTP\r\n\r\n",
    ] {
        let mut connection = setting.connect().await;
        connection.send(broken).await;
        connection.closed().await;
    }
    let mut cut = setting.connect().await;
    cut.send("POST /windows HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n{").await;
    cut.stream.shutdown().await.unwrap();
    cut.closed().await;
}

#[tokio::test]
async fn more_requests_than_can_be_under_way_are_refused() {
    let session = Fake::with(vec![window("a")]);
    session.set(Calls::Wait);
    let setting = Setting::start_with(&session, limited(|limits| limits.requests = 2)).await;
    let (mut first, mut second) = (setting.connect().await, setting.connect().await);
    first.send(&post("/windows", "{}")).await;
    second.send(&post("/windows", "{}")).await;
    eventually("both under way", || session.waiting() == 2).await;
    let third = setting.post("/windows", "{}").await;
    assert_eq!(third.header("retry-after"), Some("1"));
    third.refused(503, "busy");
    assert_eq!(setting.get("/health").await.status, 200, "it runs, however busy it is");
    session.set(Calls::Answer);
    assert_eq!((first.answer().await.status, second.answer().await.status), (200, 200));
    assert_eq!(setting.post("/windows", "{}").await.status, 200);
}

#[tokio::test]
async fn a_client_who_leaves_gives_up_his_place() {
    let session = Fake::with(vec![window("a")]);
    session.set(Calls::Wait);
    let setting = Setting::start_with(&session, limited(|limits| limits.requests = 1)).await;
    let mut first = setting.connect().await;
    first.send(&post("/windows", "{}")).await;
    eventually("under way", || session.waiting() == 1).await;
    drop(first);
    eventually("broken off", || session.waiting() == 0).await;
    session.set(Calls::Answer);
    assert_eq!(setting.post("/windows", "{}").await.status, 200);
}

#[tokio::test]
async fn clients_that_there_is_no_place_for_wait_outside() {
    let setting = Setting::start_with(&Fake::default(), limited(|limits| limits.connections = 1)).await;
    let mut first = setting.connect().await;
    first.send(&get("/health")).await;
    assert_eq!(first.answer().await.status, 200);
    let mut second = setting.connect().await;
    second.send(&get("/health")).await;
    let early = tokio::time::timeout(SHORT, second.stream.readable()).await;
    assert!(early.is_err(), "answered while the other was inside");
    drop(first);
    assert_eq!(second.answer().await.status, 200);
}

#[tokio::test]
async fn a_client_that_does_not_take_its_answer_is_let_go() {
    let windows = (0..20_000).map(|_| window(&"x".repeat(1000))).collect();
    let limits = |limits: &mut Limits| (limits.connections, limits.stall_time) = (1, SHORT);
    let setting = Setting::start_with(&Fake::with(windows), limited(limits)).await;
    let mut first = setting.connect().await;
    first.send(&post("/windows", "{}")).await;
    first.stream.readable().await.unwrap();
    let mut second = setting.connect().await;
    second.send(&get("/health")).await;
    assert_eq!(second.answer().await.status, 200, "it came in when the first one had to go");
}
