//! The way to an agent and back: plain HTTP over connections that are kept, with a deadline for every call.

use std::io;
use std::time::Duration;

use bytes::Bytes;
use deskhand_gate::Token;
use deskhand_model::{Error, ErrorKind, Result};
use deskhand_schema::Discovery;
use futures_util::{Stream, TryStreamExt};
use http::header::{AUTHORIZATION, CONTENT_TYPE};
use http::uri::{Authority, PathAndQuery, Scheme};
use http::{HeaderValue, Method, Request, Response, StatusCode, Uri};
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full, LengthLimitError, Limited, StreamBody};
use hyper::body::{Frame, Incoming};
use hyper_util::client::legacy::{self, connect::HttpConnector};
use hyper_util::rt::{TokioExecutor, TokioTimer};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{address, deep, failure};
use crate::endpoint::Endpoint;

/// Time to connect.
pub(super) const CONNECTING: Duration = Duration::from_secs(5);

/// What a call may take beyond the time that its work is given: the way there and back, and what the agent takes to see
/// that its time is over.
const MARGIN: Duration = Duration::from_secs(2);

/// How long a connection is kept that nothing goes over: less than any server we know keeps it, so that it does not hang up
/// just when something is sent.
const KEPT: Duration = Duration::from_secs(30);

/// Largest answer that is taken into memory, in MiB.
pub(super) const LARGEST: usize = 64;

/// The same for all that there is in an application or on a desktop.
const LARGEST_TREE: usize = 256;

/// What is sent along with a request.
pub(super) struct Payload {
    content_type: Option<HeaderValue>,
    body: UnsyncBoxBody<Bytes, io::Error>,
}

impl Payload {
    pub(super) fn nothing() -> Payload {
        Payload { content_type: None, body: whole(Bytes::new()) }
    }

    pub(super) fn json(request: &impl Serialize) -> Result<Payload> {
        let body = serde_json::to_vec(request).map_err(|error| unsendable(&error))?;
        let content_type = Some(HeaderValue::from_static("application/json"));
        Ok(Payload { content_type, body: whole(body.into()) })
    }

    /// Bytes that come one after the other.
    pub(super) fn stream(bytes: impl Stream<Item = io::Result<Bytes>> + Send + 'static) -> Payload {
        let content_type = Some(HeaderValue::from_static("application/octet-stream"));
        Payload { content_type, body: StreamBody::new(bytes.map_ok(Frame::data)).boxed_unsync() }
    }
}

/// Calls an agent, ours or another's.
#[derive(Clone, Debug)]
pub struct Client {
    authority: Authority,
    /// The value of the `authorization` header.
    authorization: Option<HeaderValue>,
    http: legacy::Client<HttpConnector, UnsyncBoxBody<Bytes, io::Error>>,
}

impl Client {
    /// A client of the agent at `HOST:PORT`; nothing is connected before something is asked. Without a port, it is the
    /// usual one.
    pub fn new(address: &str, token: Option<Token>) -> Result<Client> {
        let mut connector = HttpConnector::new();
        connector.set_nodelay(true);
        connector.set_connect_timeout(Some(CONNECTING));
        let http = legacy::Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(KEPT)
            .timer(TokioTimer::new())
            .build(connector);
        let authorization = token.map(|token| secret(&token)).transpose()?;
        Ok(Client { authority: address::parse(address)?, authorization, http })
    }

    /// Where the agent is.
    pub fn address(&self) -> &str {
        self.authority.as_str()
    }

    /// Asks an endpoint that takes and gives JSON.
    pub(super) async fn call<Q: Serialize, A: DeserializeOwned + Send>(
        &self,
        endpoint: Endpoint,
        request: &Q,
        within: Duration,
    ) -> Result<A> {
        self.understood(&self.ask(endpoint, request, within).await?)
    }

    /// Asks an endpoint that takes JSON, and hands out the answer as it is.
    pub(super) async fn ask<Q: Serialize>(
        &self,
        endpoint: Endpoint,
        request: &Q,
        within: Duration,
    ) -> Result<Bytes> {
        let payload = match endpoint.method() {
            Method::GET => Payload::nothing(),
            _ => Payload::json(request)?,
        };
        let asked = async {
            let answer = self.send(endpoint.method(), endpoint.path(), payload).await?;
            self.whole(answer, largest(endpoint)).await
        };
        self.in_time(within, asked).await
    }

    /// What an agent of ours offers beyond the contract; nothing when it is another's.
    pub async fn discover(&self, within: Duration) -> Result<Option<Discovery>> {
        let asked = async {
            let endpoint = Endpoint::Discover;
            let answer = self.exchange(endpoint.method(), endpoint.path(), Payload::nothing()).await?;
            if is_unknown(answer.status()) {
                return Ok(None);
            }
            let body = self.whole(self.good(answer).await?, LARGEST).await?;
            Ok(serde_json::from_slice(&body).ok())
        };
        self.in_time(within, asked).await
    }

    /// Ends a call that takes longer than its work may, and the way there and back.
    pub(super) async fn in_time<T>(
        &self,
        within: Duration,
        call: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        let limit = within.saturating_add(MARGIN);
        tokio::time::timeout(limit, call).await.unwrap_or_else(|_| {
            let message = format!("The agent at {} did not answer within {limit:?}", self.authority);
            Err(Error::new(ErrorKind::Timeout, message)
                .hint("It may be busy or stopped, or the way to it is cut."))
        })
    }

    /// Sends a request and returns a good answer, of which the head is there; a bad one is an error.
    pub(super) async fn send(
        &self,
        method: Method,
        path: &str,
        payload: Payload,
    ) -> Result<Response<Incoming>> {
        self.good(self.exchange(method, path, payload).await?).await
    }

    /// Sends a request and returns the answer, good or bad.
    async fn exchange(&self, method: Method, path: &str, payload: Payload) -> Result<Response<Incoming>> {
        let mut request = Request::new(payload.body);
        *request.method_mut() = method;
        *request.uri_mut() = self.uri(path)?;
        if let Some(content_type) = payload.content_type {
            request.headers_mut().insert(CONTENT_TYPE, content_type);
        }
        if let Some(authorization) = &self.authorization {
            request.headers_mut().insert(AUTHORIZATION, authorization.clone());
        }
        // What met a connection that was closed before anything was sent over it goes again over a new one, and nothing else
        // does: that is how this client is made.
        self.http.request(request).await.map_err(|error| self.unreachable(&error))
    }

    /// The answer, unless it tells of a failure.
    async fn good(&self, answer: Response<Incoming>) -> Result<Response<Incoming>> {
        let status = answer.status();
        if status.is_success() {
            return Ok(answer);
        }
        Err(failure::told(status, &self.whole(answer, LARGEST).await?))
    }

    /// The whole of an answer, if it has no more than so many MiB.
    pub(super) async fn whole(&self, answer: Response<Incoming>, largest: usize) -> Result<Bytes> {
        let body = Limited::new(answer.into_body(), largest << 20).collect().await;
        let body = body.map_err(|error| match error.is::<LengthLimitError>() {
            true => self.oversized(largest),
            false => self.cut(&*error),
        })?;
        Ok(body.to_bytes())
    }

    pub(super) fn understood<A: DeserializeOwned + Send>(&self, body: &[u8]) -> Result<A> {
        deep::read(body).map_err(|error| {
            let message =
                format!("What answers at {} is not an agent that is understood: {error}", self.authority);
            Error::new(ErrorKind::Io, message)
        })
    }

    fn uri(&self, path: &str) -> Result<Uri> {
        let mut parts = http::uri::Parts::default();
        parts.scheme = Some(Scheme::HTTP);
        parts.authority = Some(self.authority.clone());
        parts.path_and_query = Some(path.parse::<PathAndQuery>().map_err(|error| unsendable(&error))?);
        Uri::from_parts(parts).map_err(|error| unsendable(&error))
    }

    fn unreachable(&self, error: &legacy::Error) -> Error {
        let cause = root_cause(error);
        if error.is_connect() {
            let message = format!("Cannot connect to the agent at {}: {cause}", self.authority);
            return Error::new(ErrorKind::Io, message).hint(
                "Check that `deskhand agent` runs there and listens on that address (--host), and that no firewall is \
                 in between.",
            );
        }
        let message = format!("The connection to the agent at {} broke: {cause}", self.authority);
        Error::new(ErrorKind::Io, message)
            .hint("What was asked for may have been done; look before you ask for it again.")
    }

    fn oversized(&self, largest: usize) -> Error {
        let message = format!("The answer of the agent at {} is larger than {largest} MiB", self.authority);
        Error::new(ErrorKind::Io, message).hint("Ask for less at a time, such as for fewer levels.")
    }

    /// An answer that did not come to its end.
    pub(super) fn cut(&self, error: &(dyn std::error::Error + 'static)) -> Error {
        let message =
            format!("The answer of the agent at {} broke off: {}", self.authority, root_cause(error));
        Error::new(ErrorKind::Io, message)
    }
}

/// The largest answer of an endpoint that is taken into memory, in MiB.
fn largest(endpoint: Endpoint) -> usize {
    match endpoint {
        Endpoint::Snapshot | Endpoint::Tree | Endpoint::Find => LARGEST_TREE,
        _ => LARGEST,
    }
}

/// How a server answers to what it has never heard of.
fn is_unknown(status: StatusCode) -> bool {
    matches!(status, StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED | StatusCode::NOT_IMPLEMENTED)
}

fn whole(body: Bytes) -> UnsyncBoxBody<Bytes, io::Error> {
    Full::new(body).map_err(|never| match never {}).boxed_unsync()
}

fn secret(token: &Token) -> Result<HeaderValue> {
    let mut value = HeaderValue::from_str(&token.header()).map_err(|error| unsendable(&error))?;
    value.set_sensitive(true);
    Ok(value)
}

fn root_cause<'a>(error: &'a (dyn std::error::Error + 'static)) -> &'a (dyn std::error::Error + 'static) {
    std::iter::successors(Some(error), |&error| error.source()).last().unwrap_or(error)
}

fn unsendable(error: &dyn std::error::Error) -> Error {
    Error::new(ErrorKind::InvalidArgument, format!("The request cannot be sent: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    #[test]
    fn the_server_does_not_hang_up_first() {
        assert!(KEPT < Limits::default().head_time);
    }
}
