//! A session of the published server, on a private desktop.

use std::time::{Duration, Instant};

use bytes::Bytes;
use deskhand::{Desktop, DesktopOptions, Launch};
use http::{Method, Request};
use http_body_util::{BodyExt as _, Full};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::{Value, json};

pub(crate) const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";
pub(crate) const SHADOW: &str = "shadow-6066-11e4-a52e-4f735466cecf";
const PATIENCE: Duration = Duration::from_secs(60);
const PACE: Duration = Duration::from_millis(20);

/// A session. The server and the application end with the desktop.
pub(crate) struct Driver {
    _desktop: Desktop,
    client: Client<HttpConnector, Full<Bytes>>,
    server: String,
    session: String,
}

impl Driver {
    /// On the first page of the fixture.
    pub(crate) async fn start() -> Driver {
        let desktop = Desktop::start(DesktopOptions::default()).await.expect("a private desktop");
        let port = free_port();
        let command = [server(), "--port".to_owned(), port.to_string()].into();
        desktop.launch_with(&Launch { command, ..Launch::default() }).await.expect("tauri-wd");
        let client = Client::builder(TokioExecutor::new()).build_http();
        let server = format!("http://127.0.0.1:{port}");
        let mut driver = Driver { _desktop: desktop, client, server, session: String::new() };
        driver.until_ready().await;
        let options = json!({ "tauri:options": { "binary": fixture() } });
        let created = driver.post("/session", json!({ "capabilities": { "alwaysMatch": options } })).await;
        driver.session = format!("/session/{}", created["sessionId"].as_str().expect("a session"));
        driver
    }

    async fn until_ready(&self) {
        let deadline = Instant::now() + PATIENCE;
        while self.exchange(Method::GET, "/status", None).await.is_err() {
            assert!(Instant::now() < deadline, "tauri-wd does not listen");
            tokio::time::sleep(PACE).await;
        }
    }

    /// Goes to a page of the fixture.
    pub(crate) async fn go(&self, page: &str) {
        self.post("/url", json!({ "url": format!("tauri://localhost/{page}") })).await;
    }

    pub(crate) async fn find(&self, using: &str, value: &str) -> String {
        let found = self.post("/element", json!({ "using": using, "value": value })).await;
        found[ELEMENT].as_str().expect("an element").to_owned()
    }

    pub(crate) async fn run(&self, script: &str) -> Value {
        self.post("/execute/sync", json!({ "script": script, "args": [] })).await
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        self.succeed(Method::GET, path, None).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Value {
        self.succeed(Method::POST, path, Some(body)).await
    }

    pub(crate) async fn delete(&self, path: &str) -> Value {
        self.succeed(Method::DELETE, path, None).await
    }

    async fn succeed(&self, method: Method, path: &str, body: Option<Value>) -> Value {
        let (status, value) = self.ask(method.clone(), path, body).await;
        assert_eq!(status, 200, "{method} {path}: {value}");
        value
    }

    /// The status and the value of an answer, whatever they are.
    pub(crate) async fn ask(&self, method: Method, path: &str, body: Option<Value>) -> (u16, Value) {
        let asked = self.exchange(method.clone(), path, body);
        match tokio::time::timeout(PATIENCE, asked).await {
            Ok(Ok((status, mut value))) => (status, value["value"].take()),
            Ok(Err(error)) => panic!("{method} {path}: {error}"),
            Err(_) => panic!("{method} {path}: no answer"),
        }
    }

    async fn exchange(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> Result<(u16, Value), String> {
        let body = body.map(|body| body.to_string()).unwrap_or_default();
        let request = Request::builder()
            .method(method)
            .uri(format!("{}{}{path}", self.server, self.session))
            .header("content-type", "application/json")
            .body(Full::new(Bytes::from(body)))
            .map_err(|error| error.to_string())?;
        let response = self.client.request(request).await.map_err(|error| error.to_string())?;
        let status = response.status().as_u16();
        let bytes = response.into_body().collect().await.map_err(|error| error.to_string())?.to_bytes();
        let value = serde_json::from_slice(&bytes).map_err(|error| error.to_string())?;
        Ok((status, value))
    }
}

/// A port that nobody listens on at this moment.
fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("its address").port()
}

/// The folder with what is built.
fn built() -> std::path::PathBuf {
    let this = std::env::current_exe().expect("this program");
    this.ancestors().nth(2).expect("the folder of the profile").to_owned()
}

fn fixture() -> String {
    let path = built().join("deskhand-fixture-tauri");
    assert!(path.exists(), "build it first: cargo build --package deskhand-fixture-tauri");
    path.to_str().expect("a path").to_owned()
}

fn server() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/peers/bin/tauri-wd");
    assert!(std::path::Path::new(path).exists(), "`make setup` installs tauri-wd");
    path.to_owned()
}
