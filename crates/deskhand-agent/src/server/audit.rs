//! The audit log: a line of JSON for every call of an endpoint that changes something.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Instant, SystemTime};

use axum::response::Response;
use deskhand_model::{Error, ErrorKind, Result};
use http::{StatusCode, Uri};
use serde::Serialize;
use serde_json::Value;

use super::Target;
use super::target::{self, Noted};
use crate::contract::ErrorKey;
use crate::endpoint::Endpoint;

/// Where it is written to.
pub(super) struct Audit {
    lines: Mutex<Box<dyn Write + Send>>,
    /// Whether it was said that nothing can be written.
    warned: AtomicBool,
}

impl Audit {
    /// Goes on with this file, which nobody else may read; `-` is standard error.
    pub(super) fn open(path: &Path) -> Result<Audit> {
        let lines: Box<dyn Write + Send> = if path == Path::new("-") {
            Box::new(io::stderr())
        } else {
            let mut options = OpenOptions::new();
            options.append(true).create(true);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            let failed = |error| {
                let message = format!("The audit log {} cannot be written: {error}", path.display());
                Error::new(ErrorKind::Io, message)
            };
            Box::new(options.open(path).map_err(failed)?)
        };
        Ok(Audit { lines: Mutex::new(lines), warned: AtomicBool::new(false) })
    }

    /// A call begins.
    pub(super) fn begin(self: &Arc<Audit>, endpoint: Endpoint, peer: SocketAddr, uri: &Uri) -> Call {
        Call {
            audit: self.clone(),
            endpoint,
            peer,
            uri: uri.clone(),
            noted: Noted::default(),
            at: SystemTime::now(),
            started: Instant::now(),
            written: false,
        }
    }

    /// Writes a line. That it cannot be written must not keep anybody from working, and is said once.
    fn write(&self, line: &Line<'_>) {
        let Ok(mut text) = serde_json::to_vec(line) else { return };
        text.push(b'\n');
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = lines.write_all(&text).and_then(|()| lines.flush())
            && !self.warned.swap(true, Ordering::Relaxed)
        {
            tracing::warn!(%error, "the audit log cannot be written");
        }
    }
}

/// A call that is under way.
pub(super) struct Call {
    audit: Arc<Audit>,
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
    /// Where its body is to be noted.
    pub(super) fn noted(&self) -> Noted {
        self.noted.clone()
    }

    /// It was answered.
    pub(super) fn end(mut self, response: &Response) {
        let target = response.extensions().get::<Target>().map(|target| target.0.clone());
        let error = response.extensions().get::<ErrorKey>().map(|key| key.name());
        self.write(Some(response.status()), error, target);
    }

    fn write(&mut self, status: Option<StatusCode>, error: Option<&str>, target: Option<Value>) {
        self.written = true;
        self.audit.write(&Line {
            time: humantime::format_rfc3339_millis(self.at).to_string(),
            peer: self.peer,
            endpoint: self.endpoint.path(),
            status: status.map(|status| status.as_u16()),
            error,
            ms: self.started.elapsed().as_millis(),
            target: target.or_else(|| target::target(self.endpoint, &self.uri, &self.noted)),
        });
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        if self.written {
            return;
        }
        if std::thread::panicking() {
            self.write(Some(StatusCode::INTERNAL_SERVER_ERROR), Some(ErrorKey::Internal.name()), None);
        } else {
            self.write(None, None, None);
        }
    }
}
