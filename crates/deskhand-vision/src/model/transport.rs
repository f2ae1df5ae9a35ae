//! The way to a server of models and back: one request over one connection.

use std::error::Error as StdError;

use bytes::Bytes;
use deskhand_model::{Error, ErrorKind, Result};
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HOST, LOCATION};
use http::{HeaderMap, HeaderValue, Request, StatusCode};
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use super::answer::LARGEST;
use super::endpoint::Endpoint;
use super::{Key, tls};

/// Most characters of what a server says that are repeated.
const QUOTED: usize = 200;

/// Posts JSON to a server.
#[derive(Debug)]
pub(super) struct Transport {
    endpoint: Endpoint,
    key: Option<Key>,
    tls: tls::Client,
}

impl Transport {
    pub(super) fn new(endpoint: Endpoint, key: Option<Key>) -> Result<Transport> {
        let tls = tls::Client::new(&endpoint)?;
        Ok(Transport { endpoint, key, tls })
    }

    /// Posts a request and returns the body of a good answer. Redirects are not followed: who is shown the picture and the
    /// key is for the user to say.
    pub(super) async fn post(&self, what: &str, request: &Value) -> Result<Bytes> {
        let request = self.request(what, request)?;
        let stream = TcpStream::connect((self.endpoint.host.as_str(), self.endpoint.port))
            .await
            .map_err(|error| self.unreachable(&error))?;
        // A failure to set it costs milliseconds and nothing else.
        let _ = stream.set_nodelay(true);
        let stream = self.tls.over(stream, &self.endpoint).await.map_err(|error| self.unreachable(&error))?;
        let (mut sender, connection) =
            http1::handshake(TokioIo::new(stream)).await.map_err(|error| self.broken(&error))?;
        // Dropped with this future, so that the connection does not outlive whoever waits for the answer.
        let mut driver = JoinSet::new();
        driver.spawn(connection);
        let answer = sender.send_request(request).await.map_err(|error| self.broken(&error))?;
        let (head, body) = answer.into_parts();
        let body = self.whole(body).await?;
        match head.status.is_success() {
            true => Ok(body),
            false => Err(self.refused(head.status, &head.headers, &body)),
        }
    }

    fn request(&self, what: &str, body: &Value) -> Result<Request<Full<Bytes>>> {
        let mut request = Request::post(self.endpoint.path(what))
            .header(HOST, &self.endpoint.authority)
            .header(ACCEPT, "application/json")
            .header(CONTENT_TYPE, HeaderValue::from_static("application/json"))
            .body(Full::from(body.to_string()))
            .map_err(|error| self.failed(ErrorKind::InvalidArgument, &format!("cannot be asked: {error}")))?;
        if let Some(key) = &self.key {
            request.headers_mut().insert(AUTHORIZATION, key.header()?);
        }
        Ok(request)
    }

    async fn whole(&self, body: Incoming) -> Result<Bytes> {
        let body = Limited::new(body, LARGEST).collect().await.map_err(|error| {
            match error.is::<LengthLimitError>() {
                true => self.failed(
                    ErrorKind::ActionFailed,
                    &format!("answers with more than {} KiB", LARGEST >> 10),
                ),
                false => self.broken(&*error),
            }
        })?;
        Ok(body.to_bytes())
    }

    fn refused(&self, status: StatusCode, headers: &HeaderMap, body: &[u8]) -> Error {
        if status.is_redirection() {
            let elsewhere = headers.get(LOCATION).and_then(|value| value.to_str().ok()).unwrap_or("nowhere");
            let what = format!("sends to {} instead of answering ({status})", self.quoted(elsewhere));
            return self
                .failed(ErrorKind::ActionFailed, &what)
                .hint("Redirects are not followed; give the URL of the server that answers.");
        }
        let said = self.quoted(&complaint(body));
        let what = match said.is_empty() {
            true => format!("answers {status}"),
            false => format!("answers {status}: {said}"),
        };
        match status {
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
                self.failed(ErrorKind::PermissionDenied, &what).hint("Check the key for the vision model.")
            }
            StatusCode::NOT_FOUND => self
                .failed(ErrorKind::ActionFailed, &what)
                .hint("Check the kind, the URL and the name of the vision model."),
            _ => self.failed(ErrorKind::ActionFailed, &what),
        }
    }

    fn unreachable(&self, error: &std::io::Error) -> Error {
        self.failed(ErrorKind::Io, &format!("cannot be reached: {error}"))
            .hint("Check its URL, and that the server of the vision model runs.")
    }

    fn broken(&self, error: &(dyn StdError + 'static)) -> Error {
        let cause = std::iter::successors(Some(error), |&error| error.source()).last().unwrap_or(error);
        self.failed(ErrorKind::Io, &format!("broke off the connection: {cause}"))
    }

    fn failed(&self, kind: ErrorKind, what: &str) -> Error {
        Error::new(kind, format!("The vision model at {} {what}", self.endpoint.told()))
    }

    /// What a server says, short, on one line and without the key.
    fn quoted(&self, text: &str) -> String {
        let hidden = self.key.as_ref().map_or_else(|| text.to_owned(), |key| key.hidden_in(text));
        let line: String =
            hidden.chars().map(|c| if c.is_control() { ' ' } else { c }).take(QUOTED).collect();
        line.trim().to_owned()
    }
}

/// What a server complains about: `{"error": "…"}`, `{"error": {"message": "…"}}`, or else all that it says.
fn complaint(body: &[u8]) -> String {
    let parsed: Option<Value> = serde_json::from_slice(body).ok();
    let error = parsed.as_ref().and_then(|value| value.get("error"));
    let message = error.and_then(|error| error.get("message").unwrap_or(error).as_str());
    message.map_or_else(|| String::from_utf8_lossy(body).into_owned(), ToOwned::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_complaint_is_found_in_what_servers_send() {
        for (body, said) in [
            (r#"{"error": "model not found"}"#, "model not found"),
            (r#"{"error": {"message": "no such model", "code": 404}}"#, "no such model"),
            ("Bad gateway", "Bad gateway"),
            ("", ""),
        ] {
            assert_eq!(complaint(body.as_bytes()), said, "{body}");
        }
    }
}
