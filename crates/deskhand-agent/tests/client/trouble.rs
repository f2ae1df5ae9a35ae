//! Servers that are not there, do not answer, or say nonsense.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::routing::{get, post};
use deskhand_agent::RemoteSession;
use deskhand_engine::{Observe, Session};
use deskhand_model::ErrorKind;
use futures_util::{StreamExt, stream};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::sync::Notify;

use crate::desk::{BRIEFLY, SOON, client, serve};

/// A server that reads a request, says this and hangs up.
async fn says(text: &'static str) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut head = [0; 1024];
            let _ = stream.read(&mut head).await;
            let _ = stream.write_all(text.as_bytes()).await;
        }
    });
    address
}

#[tokio::test]
async fn nobody_there_is_told_with_the_address() {
    let nobody = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let error = RemoteSession::new(client(nobody)).apps(SOON).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Io);
    assert!(error.message().contains(&nobody.to_string()), "{error}");
    assert!(error.advice().unwrap().contains("deskhand agent"), "{error:?}");
}

#[tokio::test]
async fn a_server_that_never_answers_is_given_up() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let silent = client(listener.local_addr().unwrap());
    let error = tokio::time::timeout(SOON, silent.windows(Duration::ZERO)).await.unwrap().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout);
}

#[tokio::test]
async fn nonsense_is_an_error_that_says_so() {
    for text in [
        "",
        "SSH-2.0-OpenSSH_9.2\r\n",
        "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"windows\":",
        "HTTP/1.1 200 OK\r\ncontent-length: 14\r\n\r\n<h1>hello</h1>",
        "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}",
    ] {
        let error = client(says(text).await).windows(SOON).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Io, "{text:?}: {error}");
    }
}

#[tokio::test]
async fn an_answer_without_end_is_not_taken_into_memory() {
    let endless = || async {
        let chunks = stream::repeat_with(|| Ok::<_, std::io::Error>(vec![b' '; 1 << 20]));
        axum::body::Body::from_stream(chunks)
    };
    let address = serve(Router::new().route("/windows", post(endless))).await;
    let error = client(address).windows(SOON).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Io);
    assert!(error.message().ends_with("is larger than 64 MiB"), "{error}");
}

#[tokio::test]
async fn whoever_hangs_up_over_a_request_is_not_asked_again() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let client = client(listener.local_addr().unwrap());
    let server = tokio::spawn(async move {
        // The first request is answered, and the connection is kept; the second is read, and maybe done.
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut request = [0; 1024];
        assert!(stream.read(&mut request).await.unwrap() > 0);
        let answer = "HTTP/1.1 200 OK\r\ncontent-length: 14\r\n\r\n{\"windows\":[]}";
        stream.write_all(answer.as_bytes()).await.unwrap();
        assert!(stream.read(&mut request).await.unwrap() > 0);
        drop(stream);
        tokio::time::timeout(BRIEFLY, listener.accept()).await.is_ok()
    });
    client.windows(SOON).await.unwrap();
    let error = client.windows(SOON).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Io);
    assert!(error.advice().unwrap().contains("may have been done"), "{error:?}");
    assert!(!server.await.unwrap(), "it was sent twice");
}

#[tokio::test]
async fn finding_out_what_an_agent_speaks_is_part_of_the_time() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let silent = RemoteSession::new(client(listener.local_addr().unwrap()));
    let began = Instant::now();
    let error = silent.apps(Duration::ZERO).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout);
    assert!(began.elapsed() < Duration::from_secs(4), "{:?}", began.elapsed());
}

#[tokio::test]
async fn a_stream_of_events_that_breaks_off_fails_the_observation() {
    let discovery = r#"{"schema_version": 1, "kind": "discovery", "name": "deskhand", "version": "9", "platform": "linux",
        "extensions": ["events"], "more": true}"#;
    let start = "event: snapshot\ndata: {\"as_of\": 0, \"at\": \"2026-01-01T00:00:00Z\", \"windows\": []}\n\n\
                 event: comet\ndata: of a newer agent\n\n";
    let pulled = Arc::new(Notify::new());
    let cable = pulled.clone();
    let events = move || async move {
        let end = async move {
            cable.notified().await;
            Err(std::io::Error::other("the cable was pulled"))
        };
        axum::body::Body::from_stream(stream::once(async move { Ok(start) }).chain(stream::once(end)))
    };
    let routes = Router::new()
        .route("/deskhand", get(move || async move { discovery }))
        .route("/deskhand/events", get(events));
    let remote = RemoteSession::new(client(serve(routes).await));
    let observation = remote.observe(&Observe::default(), SOON).await.unwrap();
    let mut reader = observation.reader();
    assert!(reader.next().await.unwrap().is_ok());
    pulled.notify_one();
    let broken = tokio::time::timeout(SOON, reader.next()).await.unwrap().unwrap().unwrap_err();
    assert_eq!(broken.kind(), ErrorKind::Io);
}
