//! An agent that listens, and a client that speaks HTTP to it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use deskhand_agent::{Options, Server};
use http::{HeaderMap, Request};
use http_body::Body;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

/// For what is bound to happen.
pub(crate) const SOON: Duration = Duration::from_secs(20);

/// Where an agent listens, on a simulated desktop.
#[derive(Clone, Copy)]
pub(crate) struct Agent(SocketAddr);

/// An answer, with all of its body.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl Agent {
    pub(crate) async fn start(options: Options) -> Agent {
        let options = Options { address: ([127, 0, 0, 1], 0).into(), ..options };
        let server = Server::bind(Arc::new(deskhand::simulate(1)), options).await.unwrap();
        let address = server.address();
        tokio::spawn(server.serve(std::future::pending()));
        Agent(address)
    }

    /// A connection on which everything is up to the caller.
    pub(crate) async fn connect(self) -> TcpStream {
        TcpStream::connect(self.0).await.unwrap()
    }

    /// A connection on which this much has been sent of a request that has more bytes.
    pub(crate) async fn begin(self, target: &str, length: usize, body: &[u8]) -> TcpStream {
        let mut stream = self.connect().await;
        let head = format!("POST {target} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n");
        stream.write_all(head.as_bytes()).await.unwrap();
        stream.write_all(body).await.unwrap();
        stream
    }

    /// The head of the answer, and the body as it comes.
    pub(crate) async fn send<B>(self, target: &str, body: B) -> http::Response<Incoming>
    where
        B: Body<Data = Bytes> + Send + 'static,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let io = TokioIo::new(self.connect().await);
        let body = body.map_err(Into::into).boxed_unsync();
        let (mut sender, connection) = hyper::client::conn::http1::handshake(io).await.unwrap();
        tokio::spawn(connection);
        let request = Request::post(target).header("host", "localhost").body(body).unwrap();
        sender.send_request(request).await.unwrap()
    }

    pub(crate) async fn post(self, target: &str, body: impl Into<Bytes>) -> Reply {
        let response = self.send(target, Full::new(body.into())).await;
        let (head, body) = response.into_parts();
        let body = body.collect().await.unwrap().to_bytes();
        Reply { status: head.status.as_u16(), headers: head.headers, body }
    }
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.headers["content-type"], "application/json");
        serde_json::from_slice(&self.body).unwrap()
    }

    /// The status, and the key of the error.
    pub(crate) fn refusal(&self) -> (u16, String) {
        let json = self.json();
        assert!(json["details"].as_str().is_some_and(|details| !details.is_empty()), "{json}");
        (self.status, json["error"].as_str().unwrap_or_default().to_owned())
    }
}

/// Waits until something is so.
pub(crate) async fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < SOON, "not yet: {what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}
