//! Pages that are a script: they answer each command as a test says, and keep what they were asked.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use deskhand_page::{Fault, FaultKind, PageRect, Place, ViewId};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use super::pages::Pages;
use super::routes::router;
use crate::obey::Obey;

/// What pages say to a command of this name with these fields.
type Script = dyn Fn(&str, &Value) -> Result<Value, Fault> + Send + Sync;

#[derive(Clone)]
pub(super) struct Played {
    script: Arc<Script>,
    asked: Arc<Mutex<Vec<(String, Value)>>>,
}

impl Played {
    /// There is a window `main`; everything else is as the script says.
    pub(super) fn new(
        script: impl Fn(&str, &Value) -> Result<Value, Fault> + Send + Sync + 'static,
    ) -> Played {
        Played { script: Arc::new(script), asked: Arc::default() }
    }

    /// The fields of all commands of this name that came.
    pub(super) fn asked(&self, name: &str) -> Vec<Value> {
        let asked = self.asked.lock().unwrap();
        asked.iter().filter(|(known, _)| known == name).map(|(_, fields)| fields.clone()).collect()
    }

    /// Serves these pages to somebody.
    pub(super) async fn serve(&self) -> Caller {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = router(self.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Caller { address }
    }
}

/// Somebody who asks.
pub(super) struct Caller {
    address: SocketAddr,
}

impl Caller {
    /// Sends a body to a path; answers the status and the JSON that comes back.
    pub(super) async fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        self.send(path, &body.to_string()).await
    }

    pub(super) async fn send(&self, path: &str, body: &str) -> (u16, Value) {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let length = body.len();
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).await.unwrap();
        let (head, body) = response.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, serde_json::from_str(body).unwrap_or(Value::Null))
    }
}

impl Pages for Played {
    async fn ask<C: Obey>(&self, command: C, _: Duration) -> Result<C::Done, Fault> {
        let fields = serde_json::to_value(&command).unwrap();
        self.asked.lock().unwrap().push((C::NAME.to_owned(), fields.clone()));
        let done = match C::NAME {
            "views" => json!([{ "id": "main", "window": "main", "visible": true }]),
            name => (self.script)(name, &fields)?,
        };
        serde_json::from_value(done)
            .map_err(|error| Fault::new(FaultKind::Failed, format!("{}: {error}", C::NAME)))
    }

    async fn inset(&self, _: ViewId) -> Result<(f64, f64), Fault> {
        Ok((1.0, 20.0))
    }

    async fn in_view(&self, _: Place, part: PageRect) -> Result<PageRect, Fault> {
        Ok(part)
    }
}
