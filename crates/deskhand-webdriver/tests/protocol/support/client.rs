//! A client that says exactly what a test wants said.

use std::net::SocketAddr;
use std::sync::Arc;

use bytes::Bytes;
use deskhand_webdriver::{ServerOptions, serve};
use http::{HeaderMap, Method, Request, StatusCode};
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::{Apps, FakePage};

/// A server that runs.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    pub(crate) apps: Arc<Apps>,
    stop: Option<oneshot::Sender<()>>,
    served: JoinHandle<deskhand_model::Result<()>>,
}

impl Server {
    pub(crate) async fn start(options: ServerOptions) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let apps = Arc::new(Apps::default());
        let (stop, stopped) = oneshot::channel();
        let served = tokio::spawn(serve(listener, apps.clone(), options, stopped));
        Server { address, apps, stop: Some(stop), served }
    }

    /// One whose sessions need not name an application.
    pub(crate) async fn plain() -> Server {
        Server::start(ServerOptions { default_binary: Some("plain".to_owned()), ..ServerOptions::default() })
            .await
    }

    /// A client with a session that was told these capabilities.
    pub(crate) async fn session(&self, capabilities: Value) -> Client {
        self.lasting_session(capabilities).await.0
    }

    /// The same, with the connection on which the session was begun.
    pub(crate) async fn lasting_session(&self, capabilities: Value) -> (Client, Connection) {
        let mut connection = Connection::open(self.address).await;
        let answer = connection.begin(capabilities).await;
        let id = answer.done()["sessionId"].as_str().unwrap().to_owned();
        (Client { address: self.address, id }, connection)
    }

    pub(crate) fn client(&self) -> Client {
        Client { address: self.address, id: String::new() }
    }

    pub(crate) fn page(&self) -> Arc<FakePage> {
        self.apps.last()
    }

    /// Stops the server and waits until it has ended.
    pub(crate) async fn stop(mut self) {
        self.stop.take().unwrap().send(()).unwrap();
        (&mut self.served).await.unwrap().unwrap();
    }
}

/// What a server answers.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Value,
}

impl Answer {
    /// The value; fails the test when there is none.
    #[track_caller]
    pub(crate) fn done(&self) -> &Value {
        assert_eq!(self.status, 200, "{}", self.body);
        &self.body["value"]
    }

    /// The code of the error; fails the test when there is none.
    #[track_caller]
    pub(crate) fn error(&self) -> &str {
        assert_ne!(self.status, 200, "{}", self.body);
        self.body["value"]["error"].as_str().unwrap()
    }

    pub(crate) fn message(&self) -> &str {
        self.body["value"]["message"].as_str().unwrap()
    }
}

/// A client, with or without a session.
#[derive(Clone)]
pub(crate) struct Client {
    pub(crate) address: SocketAddr,
    pub(crate) id: String,
}

impl Client {
    pub(crate) async fn begin(&self, capabilities: Value) -> Answer {
        Connection::open(self.address).await.begin(capabilities).await
    }

    /// Asks something of the session.
    pub(crate) async fn get(&self, what: &str) -> Answer {
        self.send(Method::GET, &self.path(what), "", &[]).await
    }

    /// Tells the session to do something.
    pub(crate) async fn post(&self, what: &str, body: Value) -> Answer {
        self.send(Method::POST, &self.path(what), &body.to_string(), &[]).await
    }

    pub(crate) async fn delete(&self, what: &str) -> Answer {
        self.send(Method::DELETE, &self.path(what), "", &[]).await
    }

    pub(crate) async fn execute(&self, script: &str) -> Answer {
        self.post("execute/sync", json!({ "script": script, "args": [] })).await
    }

    fn path(&self, what: &str) -> String {
        format!("/session/{}/{what}", self.id).trim_end_matches('/').to_owned()
    }

    pub(crate) async fn send(
        &self,
        method: Method,
        path: &str,
        body: &str,
        headers: &[(&str, &str)],
    ) -> Answer {
        Connection::open(self.address).await.send(method, path, body, headers).await
    }
}

/// A connection, which is open until it is dropped.
pub(crate) struct Connection {
    address: SocketAddr,
    sender: http1::SendRequest<Full<Bytes>>,
    task: JoinHandle<hyper::Result<()>>,
}

impl Connection {
    async fn open(address: SocketAddr) -> Connection {
        let stream = TcpStream::connect(address).await.unwrap();
        let (sender, connection) = http1::handshake(TokioIo::new(stream)).await.unwrap();
        Connection { address, sender, task: tokio::spawn(connection) }
    }

    async fn begin(&mut self, capabilities: Value) -> Answer {
        let body = json!({ "capabilities": { "alwaysMatch": capabilities } });
        self.send(Method::POST, "/session", &body.to_string(), &[]).await
    }

    async fn send(&mut self, method: Method, path: &str, body: &str, headers: &[(&str, &str)]) -> Answer {
        let mut request = Request::builder().method(method).uri(path);
        if !headers.iter().any(|(name, _)| *name == "host") {
            request = request.header("host", self.address.to_string());
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Full::new(Bytes::from(body.to_owned()))).unwrap();
        let (head, body) = self.sender.send_request(request).await.unwrap().into_parts();
        let text = body.collect().await.unwrap().to_bytes();
        let body = if text.is_empty() { Value::Null } else { serde_json::from_slice(&text).unwrap() };
        Answer { status: head.status, headers: head.headers, body }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.task.abort();
    }
}
