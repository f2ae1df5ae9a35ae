//! The audit log: a line of JSON for every call of an endpoint that changes something.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Instant, SystemTime};

use axum::response::Response;
use http::{StatusCode, Uri};
use serde::Serialize;
use serde_json::Value;

use super::ledger::Ledger;
use super::target::{self, Noted};
use crate::contract::ErrorKey;
use crate::endpoint::Endpoint;

/// A call that is under way.
pub(super) struct Call {
    ledger: Arc<Ledger>,
    endpoint: Endpoint,
    peer: SocketAddr,
    uri: Uri,
    noted: Noted,
    at: SystemTime,
    started: Instant,
    written: bool,
}

#[derive(Serialize)]
struct Line<'a> {
    time: String,
    peer: SocketAddr,
    endpoint: &'static str,
    /// What was answered; not there when nobody was left to answer to.
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    ms: u128,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<Value>,
}

impl Call {
    /// A call begins.
    pub(super) fn begin(ledger: &Arc<Ledger>, endpoint: Endpoint, peer: SocketAddr, uri: &Uri) -> Call {
        Call {
            ledger: ledger.clone(),
            endpoint,
            peer,
            uri: uri.clone(),
            noted: Noted::default(),
            at: SystemTime::now(),
            started: Instant::now(),
            written: false,
        }
    }

    /// Where its body is to be noted.
    pub(super) fn noted(&self) -> Noted {
        self.noted.clone()
    }

    /// It was answered.
    pub(super) fn end(mut self, response: &Response) {
        let error = response.extensions().get::<ErrorKey>().map(|key| key.name());
        self.write(Some(response.status()), error);
    }

    fn write(&mut self, status: Option<StatusCode>, error: Option<&str>) {
        self.written = true;
        self.ledger.write(&Line {
            time: humantime::format_rfc3339_millis(self.at).to_string(),
            peer: self.peer,
            endpoint: self.endpoint.path(),
            status: status.map(|status| status.as_u16()),
            error,
            ms: self.started.elapsed().as_millis(),
            target: target::target(self.endpoint, &self.uri, &self.noted),
        });
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        if self.written {
            return;
        }
        if std::thread::panicking() {
            self.write(Some(StatusCode::INTERNAL_SERVER_ERROR), Some(ErrorKey::Internal.name()));
        } else {
            self.write(None, None);
        }
    }
}
