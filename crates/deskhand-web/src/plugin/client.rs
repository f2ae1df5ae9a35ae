//! Questions to a plugin: short ones over its line where it has one, all others over HTTP.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use deskhand_engine::ports::PageResult;
use deskhand_model::{Error, ErrorKind, Result};
use deskhand_page::{API, Answer, Fault, FaultKind, TOKEN_HEADER};
use http::header::{CONTENT_TYPE, HOST, HeaderValue};
use http::{Request, StatusCode};
use http_body_util::Full;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::lane::{Carried, Lane};
#[cfg(target_os = "linux")]
use super::line::Spoken;
#[cfg(target_os = "linux")]
use super::lines::Lines;
use crate::token::Token;

/// The plugin answers by itself when the time is over; only one that cannot even do that is given up on.
const GRACE: Duration = Duration::from_secs(1);
/// Connections that are kept between questions. One session asks one thing at a time, so there is hardly ever a second.
const KEPT: usize = 4;

/// Asks the plugin that listens on one port.
pub(crate) struct Client {
    address: SocketAddr,
    host: HeaderValue,
    token: HeaderValue,
    idle: Mutex<Vec<Lane>>,
    #[cfg(target_os = "linux")]
    lines: Lines,
}

/// Why there is no answer to a question.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// Nobody listens there, or the connection was lost.
    Gone(String),
    /// Nothing came in time.
    Silence(Duration),
    /// Something else than an answer came.
    Status(StatusCode, Bytes),
}

impl Client {
    pub(crate) fn new(port: u16, token: &Token) -> Result<Client> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let header = |text: &str| {
            HeaderValue::from_str(text).map_err(|error| Error::new(ErrorKind::Internal, error.to_string()))
        };
        let mut token = header(token.as_str())?;
        token.set_sensitive(true);
        Ok(Client {
            address,
            host: header(&address.to_string())?,
            token,
            idle: Mutex::default(),
            #[cfg(target_os = "linux")]
            lines: Lines::default(),
        })
    }

    /// The same, but short questions are asked on the line with this name, where one was given.
    #[cfg_attr(
        not(target_os = "linux"),
        expect(unused_mut, unused_variables, reason = "only Linux has such names")
    )]
    pub(crate) fn with_line(mut self, name: Option<String>) -> Client {
        #[cfg(target_os = "linux")]
        {
            self.lines = Lines::to(name);
        }
        self
    }

    /// Asks for `name` and reads the answer as what is to be done.
    pub(crate) async fn ask<D: DeserializeOwned>(
        &self,
        name: &str,
        question: &impl Serialize,
        within: Duration,
    ) -> PageResult<D> {
        let body = self.post(name, question, within).await.map_err(|refusal| refusal.fault(name))?;
        match serde_json::from_slice(&body) {
            Ok(Answer::Done(done)) => Ok(done),
            Ok(Answer::Fault(fault)) => Err(fault),
            Err(error) => {
                let message = format!("The plugin's answer to {name} cannot be understood: {error}");
                Err(Fault::new(FaultKind::Failed, message))
            }
        }
    }

    /// Asks for `name` and returns what is answered, as it is.
    pub(crate) async fn post(
        &self,
        name: &str,
        question: &impl Serialize,
        within: Duration,
    ) -> std::result::Result<Bytes, Refusal> {
        let body = serde_json::to_vec(question).map_err(|error| Refusal::Gone(error.to_string()))?;
        #[cfg(target_os = "linux")]
        if let Some(answer) = self.speak(name, &body, within).await {
            return answer;
        }
        let limit = within.saturating_add(GRACE);
        let request = self.request(name, body).map_err(Refusal::Gone)?;
        match tokio::time::timeout(limit, self.exchange(request)).await {
            Ok(Ok((StatusCode::OK, body))) => Ok(body),
            Ok(Ok((status, body))) => Err(Refusal::Status(status, body)),
            Ok(Err(reason)) => Err(Refusal::Gone(reason)),
            Err(_) => Err(Refusal::Silence(limit)),
        }
    }

    /// The same over the line, where the plugin has one and the question is for it. What takes too long is given up there
    /// as soon as we hang up.
    #[cfg(target_os = "linux")]
    async fn speak(
        &self,
        name: &str,
        body: &[u8],
        limit: Duration,
    ) -> Option<std::result::Result<Bytes, Refusal>> {
        Some(match self.lines.ask(name, body, self.token.as_bytes(), limit).await? {
            Spoken::Answer(answer) => Ok(answer),
            Spoken::Unsent => return None,
            Spoken::Lost(error) => Err(Refusal::Gone(told(&error))),
            Spoken::Silence => Err(Refusal::Silence(limit)),
        })
    }

    fn request(&self, name: &str, body: Vec<u8>) -> std::result::Result<Request<Full<Bytes>>, String> {
        Request::post(format!("{API}{name}"))
            .header(HOST, self.host.clone())
            .header(CONTENT_TYPE, HeaderValue::from_static("application/json"))
            .header(TOKEN_HEADER, self.token.clone())
            .body(Full::new(Bytes::from(body)))
            .map_err(|error| error.to_string())
    }

    /// Sends the request over a connection that is there, or a new one. A connection that was closed while nobody used
    /// it has not taken the request, so sending it again does nothing twice.
    async fn exchange(
        &self,
        mut request: Request<Full<Bytes>>,
    ) -> std::result::Result<(StatusCode, Bytes), String> {
        while let Some(mut lane) = self.take() {
            match lane.ask(request).await {
                Carried::Answer(status, body) => return Ok(self.keep(lane, status, body)),
                Carried::Lost(error) => return Err(told(&error)),
                Carried::Unsent(unsent) => request = unsent,
            }
        }
        let mut lane = Lane::open(self.address).await.map_err(|error| told(&error))?;
        match lane.ask(request).await {
            Carried::Answer(status, body) => Ok(self.keep(lane, status, body)),
            Carried::Lost(error) => Err(told(&error)),
            Carried::Unsent(_) => Err("the connection was closed at once".to_owned()),
        }
    }

    fn take(&self) -> Option<Lane> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    fn keep(&self, lane: Lane, status: StatusCode, body: Bytes) -> (StatusCode, Bytes) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if lane.is_open() && idle.len() < KEPT {
            idle.push(lane);
        }
        (status, body)
    }
}

impl Refusal {
    /// The fault that the caller of a page sees.
    fn fault(self, name: &str) -> Fault {
        let (kind, message) = match self {
            Refusal::Gone(reason) => {
                (FaultKind::Gone, format!("The application cannot be reached any more: {reason}"))
            }
            Refusal::Silence(limit) => {
                (FaultKind::Timeout, format!("The application has not answered within {limit:?}"))
            }
            Refusal::Status(StatusCode::NOT_FOUND, _) => (
                FaultKind::Unsupported,
                format!(
                    "The tauri-plugin-deskhand in this application does not know {name:?}: it is older than this program"
                ),
            ),
            Refusal::Status(status, body) => {
                let text: String = String::from_utf8_lossy(&body).chars().take(200).collect();
                (FaultKind::Failed, format!("The plugin has answered {name} with status {status}: {text}"))
            }
        };
        Fault::new(kind, message)
    }
}

/// An error with what is behind it, which in HTTP is most of the story.
fn told(error: &dyn std::error::Error) -> String {
    match error.source() {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    }
}
