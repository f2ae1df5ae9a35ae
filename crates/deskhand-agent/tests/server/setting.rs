//! A server, and connections to it on which every byte is ours.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use deskhand_agent::{Limits, Options, Server};
use deskhand_model::Result;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::fake::Fake;

/// Longer than anything here takes.
const LONG: Duration = Duration::from_secs(20);

/// What comes soon; to wait for ever would only hide that it does not.
pub(crate) async fn soon<T>(what: impl Future<Output = T>) -> T {
    tokio::time::timeout(LONG, what).await.expect("this takes too long")
}

/// Waits until it is so.
pub(crate) async fn eventually(what: &str, mut is_so: impl FnMut() -> bool) {
    let deadline = tokio::time::Instant::now() + LONG;
    while !is_so() {
        assert!(tokio::time::Instant::now() < deadline, "still not: {what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Options for any free port.
pub(crate) fn anywhere() -> Options {
    Options { address: SocketAddr::from(([127, 0, 0, 1], 0)), ..Options::default() }
}

pub(crate) fn limited(change: impl FnOnce(&mut Limits)) -> Options {
    let mut options = anywhere();
    change(&mut options.limits);
    options
}

/// A server that answers, until this is dropped.
pub(crate) struct Setting {
    pub(crate) address: SocketAddr,
    pub(crate) stop: Option<oneshot::Sender<()>>,
    pub(crate) served: JoinHandle<Result<()>>,
}

impl Setting {
    pub(crate) async fn start(session: &Fake) -> Setting {
        Setting::start_with(session, anywhere()).await
    }

    pub(crate) async fn start_with(session: &Fake, options: Options) -> Setting {
        let server = Server::bind(Arc::new(session.clone()), options).await.unwrap();
        let address = server.address();
        let (stop, stopped) = oneshot::channel();
        let served = tokio::spawn(server.serve(async move {
            let _ = stopped.await;
        }));
        Setting { address, stop: Some(stop), served }
    }

    pub(crate) async fn connect(&self) -> Connection {
        Connection { stream: soon(TcpStream::connect(self.address)).await.unwrap(), read: Vec::new() }
    }

    /// The answer to one request on a connection of its own.
    pub(crate) async fn ask(&self, request: &str) -> Answer {
        let mut connection = self.connect().await;
        connection.send(request).await;
        connection.answer().await
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.ask(&get(path)).await
    }

    pub(crate) async fn post(&self, path: &str, body: &str) -> Answer {
        self.ask(&post(path, body)).await
    }
}

pub(crate) fn get(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n")
}

pub(crate) fn post(path: &str, body: &str) -> String {
    post_with(path, "", body)
}

/// A request with more headers, each of them with its end of line.
pub(crate) fn post_with(path: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    format!("POST {path} HTTP/1.1\r\nhost: localhost\r\n{headers}content-length: {length}\r\n\r\n{body}")
}

pub(crate) struct Connection {
    pub(crate) stream: TcpStream,
    read: Vec<u8>,
}

impl Connection {
    pub(crate) async fn send(&mut self, text: &str) {
        soon(self.stream.write_all(text.as_bytes())).await.unwrap();
    }

    /// The head of the next answer, in lower case, when it has no body.
    pub(crate) async fn head(&mut self) -> String {
        while !self.read.ends_with(b"\r\n\r\n") {
            let read = soon(self.stream.read_buf(&mut self.read)).await.unwrap();
            assert_ne!(read, 0, "no answer: {:?}", String::from_utf8_lossy(&self.read));
        }
        String::from_utf8(std::mem::take(&mut self.read)).unwrap().to_lowercase()
    }

    /// The next answer.
    pub(crate) async fn answer(&mut self) -> Answer {
        loop {
            if let Some((answer, length)) = Answer::parse(&self.read) {
                self.read.drain(..length);
                return answer;
            }
            let read = soon(self.stream.read_buf(&mut self.read)).await.unwrap();
            assert_ne!(read, 0, "no answer: {:?}", String::from_utf8_lossy(&self.read));
        }
    }

    /// Waits until the server has closed it.
    pub(crate) async fn closed(&mut self) {
        let mut rest = [0; 4096];
        while soon(self.stream.read(&mut rest)).await.is_ok_and(|read| read > 0) {}
    }
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// Its lines, in lower case.
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// A whole answer at the start of this, and how long it is.
    fn parse(bytes: &[u8]) -> Option<(Answer, usize)> {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")? + 4;
        let head = String::from_utf8(bytes[..end].to_ascii_lowercase()).unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let length: usize = value(&head, "content-length").map_or(0, |length| length.parse().unwrap());
        let body = bytes.get(end..end + length)?.to_vec();
        Some((Answer { status, head, body }, end + length))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        value(&self.head, name)
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// That it tells of a failure.
    #[track_caller]
    pub(crate) fn refused(&self, status: u16, key: &str) {
        let json = self.json();
        assert_eq!((self.status, json["error"].as_str()), (status, Some(key)), "{json}");
        assert!(json["details"].as_str().is_some_and(|details| !details.is_empty()), "{json}");
        assert_eq!(self.header("content-type"), Some("application/json"));
    }
}

fn value<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).map(str::trim)
}
