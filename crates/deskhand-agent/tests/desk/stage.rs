//! A desktop with an agent, and a client that speaks HTTP to it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use deskhand_agent::{Options, Server};
use deskhand_engine::Engine;
use deskhand_engine::ports::SystemClock;
use deskhand_model::{Rect, Role, Window, WindowId};
use deskhand_sim::{AppPlan, Does, Draft, Personality, Scenario, Sim, WindowPlan};
use http::{HeaderMap, Request};
use http_body_util::{BodyExt, Full};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::sync::oneshot;

use crate::recorder::Recorder;

pub(crate) const EDITOR: u32 = 1001;
pub(crate) const MAIL: u32 = 1002;

/// For what is bound to happen.
const SOON: Duration = Duration::from_secs(20);

/// So long that a test fails when anything waits for it.
pub(crate) const WITHIN: Duration = Duration::from_secs(60);

/// A desktop with an agent.
pub(crate) struct Stage {
    pub(crate) sim: Sim,
    pub(crate) session: Arc<Recorder>,
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
}

/// An answer, with all of its body.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) json: Value,
}

/// A mail program, and in front of it an editor with two windows.
fn scenario() -> Scenario {
    let save = |says| Draft::button("Save").id("save").does(Does::Say("status", says));
    let notes = WindowPlan::new("Notes", Rect::new(100, 100, 400, 300)).containing(vec![
        Draft::new(Role::Toolbar, "Tools")
            .containing(vec![save("Saved the notes"), Draft::button("Undo").disabled()]),
        Draft::document("Document", "Dear reader,").id("document"),
        Draft::checkbox("Wrap lines", true),
        Draft::slider("Zoom", 40.0, 100.0),
        Draft::label("Ready").id("status"),
    ]);
    let others = WindowPlan::new("Other notes", Rect::new(600, 100, 300, 200))
        .containing(vec![save("Saved the others"), Draft::label("Idle").id("status")]);
    let inbox = WindowPlan::new("Inbox", Rect::new(50, 600, 300, 200)).containing(vec![
        Draft::button("Save As"),
        Draft::button("Delete"),
        Draft::button("Undo deleting"),
        Draft::field("Search"),
    ]);
    Scenario::new(1, Personality::X11).with(AppPlan::new("mail", MAIL, vec![inbox])).with(AppPlan::new(
        "editor",
        EDITOR,
        vec![others, notes],
    ))
}

/// A window of a program that shows nothing to accessibility and does not tell its process.
pub(crate) fn stranger() -> Window {
    let (title, app) = ("Old clock".to_owned(), "xclock".to_owned());
    Window { id: WindowId(0xbeef), title, app, client: Rect::new(5, 6, 70, 80), ..Window::default() }
}

impl Stage {
    pub(crate) async fn new() -> Stage {
        Stage::with(scenario(), Vec::new(), WITHIN).await
    }

    /// With an agent that gives up soon.
    pub(crate) async fn in_a_hurry() -> Stage {
        Stage::with(scenario(), Vec::new(), Duration::from_millis(100)).await
    }

    pub(crate) async fn with_stranger() -> Stage {
        Stage::with(scenario(), vec![stranger()], WITHIN).await
    }

    /// With so many buttons in a window of its own.
    pub(crate) async fn with_buttons(count: usize) -> Stage {
        let buttons = (0..count).map(|number| Draft::button(&format!("Button {number}"))).collect();
        let many = WindowPlan::new("Many", Rect::new(0, 0, 100, 100)).containing(buttons);
        Stage::with(scenario().with(AppPlan::new("many", 1003, vec![many])), Vec::new(), WITHIN).await
    }

    /// With an application that has no window.
    pub(crate) async fn with_tray() -> Stage {
        Stage::with(scenario().with(AppPlan::new("tray", 1003, Vec::new())), Vec::new(), WITHIN).await
    }

    async fn with(scenario: Scenario, strangers: Vec<Window>, within: Duration) -> Stage {
        let sim = Sim::new(&scenario, Arc::new(SystemClock::new()));
        let session = Arc::new(Recorder::new(Engine::new(sim.ports()), strangers));
        let address = SocketAddr::from(([127, 0, 0, 1], 0));
        let options = Options { address, within, ..Options::default() };
        let server = Server::bind(session.clone(), options).await.unwrap();
        let (address, (stop, stopped)) = (server.address(), oneshot::channel::<()>());
        tokio::spawn(server.serve(async move { drop(stopped.await) }));
        Stage { sim, session, address, stop: Some(stop) }
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Reply {
        let request = Request::post(path).body(Full::new(Bytes::from(body.to_string()))).unwrap();
        self.send(request).await
    }

    pub(crate) async fn get(&self, path: &str) -> Reply {
        self.send(Request::get(path).body(Full::default()).unwrap()).await
    }

    async fn send(&self, mut request: Request<Full<Bytes>>) -> Reply {
        let name = self.address.to_string().parse().unwrap();
        request.headers_mut().insert("host", name);
        let io = TokioIo::new(TcpStream::connect(self.address).await.unwrap());
        let (mut sender, connection) = hyper::client::conn::http1::handshake(io).await.unwrap();
        tokio::spawn(connection);
        let answer = tokio::time::timeout(SOON, sender.send_request(request)).await;
        let (head, body) = answer.expect("an answer in time").unwrap().into_parts();
        assert_eq!(head.headers["content-type"], "application/json");
        let body = body.collect().await.unwrap().to_bytes();
        let json = serde_json::from_slice(&body).unwrap();
        Reply { status: head.status.as_u16(), headers: head.headers, json }
    }

    /// Sends a request and does not wait for its answer.
    pub(crate) async fn begin(&self, path: &str, body: Value) -> TcpStream {
        let (body, mut stream) = (body.to_string(), TcpStream::connect(self.address).await.unwrap());
        let (host, length) = (self.address, body.len());
        let request =
            format!("POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\n\r\n{body}");
        stream.write_all(request.as_bytes()).await.unwrap();
        stream
    }

    /// Ends the agent.
    pub(crate) fn stop(&mut self) {
        drop(self.stop.take());
    }
}

impl Reply {
    /// The message of an action that was done.
    #[track_caller]
    pub(crate) fn done(&self) -> &str {
        assert_eq!((self.status, &self.json["success"]), (200, &Value::Bool(true)), "{}", self.json);
        self.json["message"].as_str().unwrap()
    }

    /// The status and the key of a failure.
    #[track_caller]
    pub(crate) fn refusal(&self) -> (u16, &str) {
        assert!(!self.details().is_empty(), "{}", self.json);
        (self.status, self.json["error"].as_str().unwrap())
    }

    #[track_caller]
    pub(crate) fn details(&self) -> &str {
        self.json["details"].as_str().unwrap_or_else(|| panic!("{}", self.json))
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
