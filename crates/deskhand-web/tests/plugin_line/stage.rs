//! The fixture on a private desktop, and callers of the line of its plugin that keep to no rule.

use std::fs;
use std::time::{Duration, Instant};

use deskhand::engine::ports::Launch;
use deskhand::{Desktop, DesktopOptions};
use deskhand_page::line::{Arriving, frame};
use deskhand_page::{Greeting, LoadState, Place, TOKEN_HEADER, View};
use deskhand_web::Token;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpStream, UnixStream};
use tokio::time::timeout;

pub(crate) const PATIENCE: Duration = Duration::from_secs(60);
const PACE: Duration = Duration::from_millis(10);

/// The application whose line is called.
pub(crate) struct Fixture {
    _desktop: Desktop,
    pid: u32,
    pub(crate) token: String,
    /// The name of its line.
    pub(crate) line: String,
    pub(crate) place: Place,
}

impl Fixture {
    /// On its first page.
    pub(crate) async fn start() -> Fixture {
        let desktop = Desktop::start(DesktopOptions::default()).await.expect("a private desktop");
        let variables = Token::random().expect("a token").variables();
        let token = variables[0].1.clone();
        let launch = Launch {
            command: vec![binary()],
            variables: variables.into_iter().collect(),
            ..Launch::default()
        };
        let pid = desktop.launch_with(&launch).await.expect("the fixture");
        let port = port_in(&desktop, pid).await;
        let line = greeting(port, &token).await.line.expect("a line");

        let views = Caller::new(&line, &token).await.ask("views", &json!({})).await;
        let views: Vec<View> = serde_json::from_value(views["done"].clone()).expect("views");
        let place = Place::top(views.first().expect("a view").id.clone());
        let fixture = Fixture { _desktop: desktop, pid, token, line, place };
        let complete = json!({ "place": fixture.place, "until": LoadState::Complete });
        assert_eq!(fixture.caller().await.ask("wait-loaded", &complete).await, json!({ "done": null }));
        fixture
    }

    /// A connection on which nothing was said yet.
    pub(crate) async fn stranger(&self) -> Caller {
        Caller::stranger(&self.line).await
    }

    /// A connection with the token.
    pub(crate) async fn caller(&self) -> Caller {
        Caller::new(&self.line, &self.token).await
    }

    /// The question that runs a script of the page's.
    pub(crate) fn run(&self, body: &str) -> Vec<u8> {
        let command =
            json!({ "place": self.place, "call": { "world": "page", "code": { "body": body } } }).to_string();
        frame(&[b"call ", command.as_bytes()]).expect("a frame")
    }

    /// What a script returns, over a line of its own: nothing that happened on the others has harmed the application.
    pub(crate) async fn tells(&self, body: &str) -> Value {
        let mut caller = self.caller().await;
        caller.send(&self.run(body)).await;
        caller.hear().await.expect("an answer")["done"].take()
    }

    /// Sockets that the application has open.
    pub(crate) fn sockets(&self) -> usize {
        let open = fs::read_dir(format!("/proc/{}/fd", self.pid)).expect("the fixture's files").flatten();
        open.filter_map(|entry| fs::read_link(entry.path()).ok())
            .filter(|target| target.to_string_lossy().starts_with("socket:"))
            .count()
    }

    /// Waits until the application has no more sockets open than this.
    pub(crate) async fn has_closed_all_but(&self, count: usize) {
        let deadline = Instant::now() + PATIENCE;
        while self.sockets() > count {
            assert!(Instant::now() < deadline, "{} sockets are open, {count} were before", self.sockets());
            tokio::time::sleep(PACE).await;
        }
    }
}

/// Somebody who has called.
pub(crate) struct Caller {
    pub(crate) stream: UnixStream,
    arriving: Arriving,
}

impl Caller {
    async fn stranger(line: &str) -> Caller {
        let stream = UnixStream::connect(format!("\0{line}")).await.expect("somebody who listens");
        Caller { stream, arriving: Arriving::new(usize::MAX) }
    }

    async fn new(line: &str, token: &str) -> Caller {
        let mut caller = Caller::stranger(line).await;
        caller.send(&frame(&[token.as_bytes()]).expect("a frame")).await;
        caller
    }

    /// Sends bytes. Whoever was hung up on notices it when they listen.
    pub(crate) async fn send(&mut self, bytes: &[u8]) {
        let _ = timeout(PATIENCE, self.stream.write_all(bytes)).await.expect("somebody who reads");
    }

    pub(crate) async fn ask(&mut self, name: &str, command: &Value) -> Value {
        let command = command.to_string();
        self.send(&frame(&[name.as_bytes(), b" ", command.as_bytes()]).expect("a frame")).await;
        self.hear().await.expect("an answer")
    }

    /// The next answer; none when the other side has hung up.
    pub(crate) async fn hear(&mut self) -> Option<Value> {
        loop {
            if let Some(answer) = self.arriving.take().expect("a frame") {
                return Some(serde_json::from_slice(&answer).expect("JSON"));
            }
            let mut part = [0; 4096];
            match self.read(&mut part).await {
                0 => return None,
                count => self.arriving.add(&part[..count]),
            }
        }
    }

    /// Reads what comes; nothing when the other side has hung up.
    pub(crate) async fn read(&mut self, part: &mut [u8]) -> usize {
        timeout(PATIENCE, self.stream.read(part)).await.expect("an answer or an end").unwrap_or(0)
    }
}

fn binary() -> String {
    let deps = std::env::current_exe().expect("this program");
    let built = deps.ancestors().nth(2).expect("the target folder").join("deskhand-fixture-tauri");
    assert!(built.exists(), "build it first: cargo build --package deskhand-fixture-tauri");
    built.to_str().expect("a path").to_owned()
}

/// Where the plugin of a program listens, once it has told.
async fn port_in(desktop: &Desktop, pid: u32) -> u16 {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let log = desktop.log(pid).expect("what it writes");
        let port = log.lines().find_map(|line| line.strip_prefix("[webdriver] listening on port "));
        if let Some(port) = port {
            return port.trim().parse().expect("a port");
        }
        assert!(Instant::now() < deadline, "the fixture tells no port: {log}");
        tokio::time::sleep(PACE).await;
    }
}

async fn greeting(port: u16, token: &str) -> Greeting {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.expect("the plugin");
    let body = json!({ "within_ms": PATIENCE.as_millis() as u64 }).to_string();
    let request = format!(
        "POST /deskhand/v1/hello HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\n{TOKEN_HEADER}: {token}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.expect("to be heard");
    let mut answer = String::new();
    timeout(PATIENCE, stream.read_to_string(&mut answer)).await.expect("an answer").expect("text");
    let (_, body) = answer.split_once("\r\n\r\n").expect("a body");
    let body: Value = serde_json::from_str(body).expect(body);
    serde_json::from_value(body["done"].clone()).expect("a greeting")
}
