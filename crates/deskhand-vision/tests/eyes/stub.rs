//! A server of models that says what a test wants.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// What the server does with every request.
#[derive(Clone)]
pub(crate) enum Says {
    /// Sends these bytes and hangs up.
    Raw(Vec<u8>),
    /// Takes the request and never answers.
    Nothing,
    /// Sends the head of an answer, and then never its body.
    HeadOnly,
}

impl Says {
    /// An answer with this status and body.
    pub(crate) fn status(status: &str, more: &str, body: &str) -> Says {
        let head = format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\n{more}\r\n", body.len());
        Says::Raw([head.as_bytes(), body.as_bytes()].concat())
    }

    pub(crate) fn json(body: &serde_json::Value) -> Says {
        Says::status("200 OK", "content-type: application/json\r\n", &body.to_string())
    }
}

/// A request as it came.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) head: String,
    pub(crate) body: serde_json::Value,
}

/// The server. It ends when it is dropped.
pub(crate) struct Stub {
    pub(crate) url: String,
    asked: Arc<Mutex<Vec<Asked>>>,
    serving: JoinHandle<()>,
}

impl Stub {
    pub(crate) async fn start(says: Says) -> Stub {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let asked = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&asked);
        let serving = tokio::spawn(async move {
            // Those that are never answered stay open.
            let mut silent = Vec::new();
            while let Ok((mut stream, _)) = listener.accept().await {
                let request = read(&mut stream).await;
                seen.lock().unwrap().extend(request);
                match &says {
                    // Whoever asked may be gone.
                    Says::Raw(bytes) => drop(stream.write_all(bytes).await),
                    Says::Nothing => silent.push(stream),
                    Says::HeadOnly => {
                        drop(stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{").await);
                        silent.push(stream);
                    }
                }
            }
        });
        Stub { url, asked, serving }
    }

    /// What it was asked so far.
    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }
}

impl Drop for Stub {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

/// One request, if it is whole.
async fn read(stream: &mut TcpStream) -> Option<Asked> {
    let mut bytes = Vec::new();
    loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
            let length = header(&head, "content-length")?.parse::<usize>().ok()?;
            let body = &bytes[end + 4..];
            if body.len() >= length {
                return Some(Asked { head, body: serde_json::from_slice(body).ok()? });
            }
        }
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    }
}

/// The value of a header.
pub(crate) fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let named = |line: &&'a str| line.split_once(':').is_some_and(|(key, _)| key.eq_ignore_ascii_case(name));
    head.lines().find(named).and_then(|line| line.split_once(':')).map(|(_, value)| value.trim())
}
