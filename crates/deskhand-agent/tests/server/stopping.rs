//! How it ends.

use tokio::net::TcpStream;

use crate::fake::{Calls, Fake, window};
use crate::setting::{Setting, eventually, get, post, soon};

#[tokio::test]
async fn a_client_can_end_it_and_is_answered() {
    let setting = Setting::start(&Fake::default()).await;
    let mut idle = setting.connect().await;
    idle.send(&get("/health")).await;
    assert_eq!(idle.answer().await.status, 200);
    let answer = setting.post("/shutdown", "").await;
    assert_eq!((answer.status, answer.json()["success"].as_bool()), (200, Some(true)));
    soon(setting.served).await.unwrap().unwrap();
    idle.closed().await;
    assert!(TcpStream::connect(setting.address).await.is_err(), "nobody listens any more");
}

#[tokio::test]
async fn what_is_under_way_comes_to_its_end() {
    let session = Fake::with(vec![window("a")]);
    session.set(Calls::Wait);
    let mut setting = Setting::start(&session).await;
    let mut client = setting.connect().await;
    client.send(&post("/windows", "{}")).await;
    eventually("under way", || session.waiting() == 1).await;
    setting.stop.take().unwrap().send(()).unwrap();
    eventually("no new clients", || std::net::TcpStream::connect(setting.address).is_err()).await;
    session.set(Calls::Answer);
    let answer = client.answer().await;
    assert_eq!((answer.status, answer.header("connection")), (200, Some("close")));
    soon(setting.served).await.unwrap().unwrap();
}

#[tokio::test]
async fn what_does_not_come_to_its_end_is_broken_off() {
    let session = Fake::with(vec![window("a")]);
    session.set(Calls::Wait);
    let mut setting = Setting::start(&session).await;
    let mut client = setting.connect().await;
    client.send(&post("/windows", "{}")).await;
    eventually("under way", || session.waiting() == 1).await;
    setting.stop.take().unwrap().send(()).unwrap();
    soon(setting.served).await.unwrap().unwrap();
    client.closed().await;
    eventually("broken off", || session.waiting() == 0).await;
}
