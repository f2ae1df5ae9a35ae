//! Somebody who asks a server of ours, for tests.

use std::net::SocketAddr;

use axum::Router;
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

pub(crate) struct Caller {
    address: SocketAddr,
    headers: String,
}

impl Caller {
    /// Serves these routes to somebody.
    pub(crate) async fn of(router: Router) -> Caller {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, router).await });
        Caller { address, headers: String::new() }
    }

    /// Says this, too, with everything that is sent.
    pub(crate) fn with(mut self, header: &str, value: &str) -> Caller {
        self.headers += &format!("{header}: {value}\r\n");
        self
    }

    /// Sends a body to a path; answers the status and the JSON that comes back.
    pub(crate) async fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        self.send(path, &body.to_string()).await
    }

    pub(crate) async fn send(&self, path: &str, body: &str) -> (u16, Value) {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let Caller { headers, .. } = self;
        let length = body.len();
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\ncontent-length: {length}\r\n{headers}\r\n{body}"
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).await.unwrap();
        let (head, body) = response.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, serde_json::from_str(body).unwrap_or(Value::Null))
    }
}
