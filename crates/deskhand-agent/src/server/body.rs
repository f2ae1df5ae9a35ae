//! Bodies: of requests, which must keep coming, and of answers, which keep their place until they are sent.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::BoxError;
use axum::body::Body;
use bytes::Bytes;
use http::StatusCode;
use http_body::{Body as HttpBody, Frame, SizeHint};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::Incoming;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Sleep, sleep};

use super::Refusal;
use crate::contract::ErrorKey;

/// Nothing has come for too long.
#[derive(Debug)]
pub(super) struct Stalled;

impl fmt::Display for Stalled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("The body does not come, or comes too slowly")
    }
}

impl std::error::Error for Stalled {}

/// Reads a whole body that may have this many bytes.
pub(crate) async fn read(body: Body, limit: usize) -> Result<Bytes, Refusal> {
    // What is announced need not be waited for.
    if body.size_hint().lower() > limit as u64 {
        return Err(too_large(limit));
    }
    match Limited::new(body, limit).collect().await {
        Ok(body) => Ok(body.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => Err(too_large(limit)),
        Err(error) => Err(broken(error.as_ref())),
    }
}

fn too_large(limit: usize) -> Refusal {
    let details = format!("The body is too large: at most {limit} bytes are taken");
    Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, ErrorKey::InvalidJson, details)
}

/// What to say about a body that takes too long.
pub(crate) fn late() -> Refusal {
    Refusal::new(StatusCode::REQUEST_TIMEOUT, ErrorKey::Timeout, Stalled.to_string())
}

/// What to say about a body that could not be read to its end.
pub(crate) fn broken(error: &(dyn std::error::Error + 'static)) -> Refusal {
    let causes = std::iter::successors(Some(error), |error| error.source());
    if causes.clone().any(|cause| cause.is::<Stalled>()) {
        return late();
    }
    let cause = causes.last().map(ToString::to_string).unwrap_or_default();
    Refusal::bad(format!("The body cannot be read: {cause}"))
}

/// The body of a request; fails when it does not go on for a while.
pub(super) struct Coming {
    body: Incoming,
    stall: Duration,
    waiting: Option<Pin<Box<Sleep>>>,
    /// Becomes true when the rest of it is not wanted.
    unread: Arc<AtomicBool>,
}

impl Coming {
    pub(super) fn new(body: Incoming, stall: Duration, unread: Arc<AtomicBool>) -> Coming {
        Coming { body, stall, waiting: None, unread }
    }
}

impl HttpBody for Coming {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(cx) {
            self.waiting = None;
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        let stall = self.stall;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(sleep(stall)));
        ready!(waiting.as_mut().poll(cx));
        Poll::Ready(Some(Err(Stalled.into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Coming {
    fn drop(&mut self) {
        if !self.body.is_end_stream() {
            self.unread.store(true, Ordering::Relaxed);
        }
    }
}

/// The body of an answer; holds a place among the requests under way until it is sent.
pub(super) struct Going {
    pub(super) body: Body,
    pub(super) _place: Option<OwnedSemaphorePermit>,
}

impl HttpBody for Going {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
