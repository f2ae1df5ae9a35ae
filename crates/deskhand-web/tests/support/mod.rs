//! A plugin that is a script: it answers each question as the test says, and keeps what it was asked.
#![expect(clippy::expect_used, reason = "what fails here fails a test")]

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use deskhand_engine::ports::Page;
use deskhand_model::Result;
use deskhand_web::{AppOutput, Token, connect};
use http::{Request, Response, StatusCode};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// What is answered to a question.
pub(crate) enum Reply {
    Done(Value),
    Fault(&'static str),
    Status(StatusCode),
    Raw(&'static str),
    /// The connection is closed instead.
    HangUp,
    /// Text, after a while.
    Late(Duration, String),
    /// Nothing, ever.
    Silence,
}

/// A question as it arrived.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) path: String,
    pub(crate) token: String,
    pub(crate) body: Value,
    /// Which connection it came over.
    pub(crate) connection: usize,
}

pub(crate) struct FakePlugin {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<Asked>>>,
    serving: tokio::task::JoinHandle<()>,
}

impl FakePlugin {
    /// Greets every caller, and answers other questions by `script`, which sees how many came before.
    pub(crate) async fn start(script: impl Fn(usize, &Asked) -> Reply + Send + Sync + 'static) -> FakePlugin {
        FakePlugin::greeting(about(), script).await
    }

    /// The same with something else to say of itself.
    pub(crate) async fn greeting(
        greeting: Value,
        script: impl Fn(usize, &Asked) -> Reply + Send + Sync + 'static,
    ) -> FakePlugin {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let asked = Arc::default();
        let script = Arc::new(move |before: usize, question: &Asked| match script(before, question) {
            Reply::Status(status) => Reply::Status(status),
            reply if !question.path.ends_with("/hello") => reply,
            _ => Reply::Done(greeting.clone()),
        });
        let serving = tokio::spawn(serve(listener, Arc::clone(&asked), script));
        FakePlugin { address, asked, serving }
    }

    /// What came after the greeting.
    pub(crate) fn asked(&self) -> Vec<Asked> {
        let all = self.asked.lock().expect("what was asked");
        all.iter().filter(|asked| !asked.path.ends_with("/hello")).cloned().collect()
    }

    /// Returns when something was asked.
    pub(crate) async fn until_asked(&self) {
        while self.asked().is_empty() {
            tokio::task::yield_now().await;
        }
    }

    /// Closes every connection and the port.
    pub(crate) async fn die(self) -> Vec<Asked> {
        self.serving.abort();
        let asked = self.asked();
        let _ = self.serving.await;
        asked
    }

    pub(crate) async fn connect(&self) -> Result<Arc<dyn Page>> {
        self.connect_with(&Token::random().expect("a token")).await
    }

    pub(crate) async fn connect_with(&self, token: &Token) -> Result<Arc<dyn Page>> {
        connect("app", &reporting(self.address), token, std::future::pending(), PATIENCE).await
    }
}

/// The output of an application whose plugin listens there.
pub(crate) fn reporting(address: SocketAddr) -> AppOutput {
    let line = format!("[webdriver] listening on port {}\n", address.port());
    AppOutput::of("app", std::io::Cursor::new(line))
}

/// What a plugin says of itself.
pub(crate) fn about() -> Value {
    json!({ "engine": "Fake", "version": "1", "platform": "linux", "pid": 1, "abilities": ["own_world"] })
}

/// Answers one question and returns its connection, of which nothing was said about how long it stays.
pub(crate) async fn answer_one(listener: &TcpListener, answer: Value) -> TcpStream {
    let (mut stream, _) = listener.accept().await.expect("a connection");
    let mut heard = Vec::new();
    while !is_whole(&heard) {
        assert_ne!(stream.read_buf(&mut heard).await.expect("a question"), 0, "the question ended early");
    }
    let answer = answer.to_string();
    let text = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{answer}", answer.len());
    stream.write_all(text.as_bytes()).await.expect("to be heard");
    stream
}

/// Whether a request is there to its end.
fn is_whole(request: &[u8]) -> bool {
    let text = String::from_utf8_lossy(request).to_ascii_lowercase();
    let Some((head, body)) = text.split_once("\r\n\r\n") else { return false };
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    body.len() == length.and_then(|length| length.parse().ok()).unwrap_or(0)
}

async fn serve<F>(listener: TcpListener, asked: Arc<Mutex<Vec<Asked>>>, script: Arc<F>)
where
    F: Fn(usize, &Asked) -> Reply + Send + Sync + 'static,
{
    let mut connections = JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        let (asked, script, connection) = (Arc::clone(&asked), Arc::clone(&script), connections.len());
        let service =
            service_fn(move |request| answer(request, connection, Arc::clone(&asked), Arc::clone(&script)));
        connections.spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
    }
}

async fn answer<F: Fn(usize, &Asked) -> Reply>(
    request: Request<Incoming>,
    connection: usize,
    asked: Arc<Mutex<Vec<Asked>>>,
    script: Arc<F>,
) -> std::result::Result<Response<Full<Bytes>>, std::io::Error> {
    let (head, body) = request.into_parts();
    let body = body.collect().await.expect("a body").to_bytes();
    let question = Asked {
        path: head.uri.path().to_owned(),
        token: head
            .headers
            .get("x-deskhand-token")
            .map_or("", |token| token.to_str().expect("text"))
            .to_owned(),
        body: serde_json::from_slice(&body).expect("JSON"),
        connection,
    };
    let before = {
        let mut all = asked.lock().expect("what was asked");
        all.push(question.clone());
        all.iter().filter(|asked| !asked.path.ends_with("/hello")).count().saturating_sub(1)
    };
    let text = match script(before, &question) {
        Reply::Done(value) => json!({ "done": value }).to_string(),
        Reply::Fault(kind) => json!({ "fault": { "kind": kind, "message": "no" } }).to_string(),
        Reply::Raw(text) => text.to_owned(),
        Reply::Late(after, text) => {
            tokio::time::sleep(after).await;
            text
        }
        Reply::Status(status) => return Ok(respond(status, String::new())),
        Reply::HangUp => return Err(std::io::Error::other("hung up")),
        Reply::Silence => {
            std::future::pending::<std::result::Result<String, Infallible>>().await.expect("never")
        }
    };
    Ok(respond(StatusCode::OK, text))
}

fn respond(status: StatusCode, text: String) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(Bytes::from(text)));
    *response.status_mut() = status;
    response
}
