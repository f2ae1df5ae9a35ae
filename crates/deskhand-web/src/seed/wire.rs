//! Requests to the plugin's HTTP API.

use std::time::Duration;

use bytes::Bytes;
use deskhand_page::{Fault, FaultKind};
use http::{Request, StatusCode, header};
use http_body_util::{BodyExt, Full};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::{Value, json};
use tracing::debug;

use super::limits;
use super::term::Term;

/// The plugin gives up on a script after 30 seconds; nothing else of it takes long.
const LONGEST: Duration = Duration::from_secs(45);
const PROBE: Duration = Duration::from_secs(2);

/// The plugin of one application.
#[derive(Clone)]
pub(super) struct Wire {
    client: Client<HttpConnector, Full<Bytes>>,
    port: u16,
}

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum NoAnswer {
    /// Not in time. The request goes on by itself.
    Silence,
    /// The plugin said no.
    Refused(StatusCode, String),
    /// The connection was lost, or could not be made.
    Lost(String),
}

impl Wire {
    pub(super) fn new(port: u16) -> Wire {
        let mut connector = HttpConnector::new();
        connector.set_nodelay(true);
        Wire { client: Client::builder(TokioExecutor::new()).build(connector), port }
    }

    /// Asks and waits for the answer, but not longer than `within`.
    ///
    /// A request that is not waited for any more goes on in a task of its own: the plugin breaks down when a script
    /// ends whose request was given up.
    pub(super) async fn post(&self, path: &str, body: &Value, within: Duration) -> Result<Value, NoAnswer> {
        let request = Request::post(format!("http://127.0.0.1:{}{path}", self.port))
            .header(header::CONTENT_TYPE, "application/json")
            .body(Full::new(Bytes::from(body.to_string())))
            .map_err(|error| NoAnswer::Lost(error.to_string()))?;
        let client = self.client.clone();
        let exchange = tokio::spawn(async move {
            match tokio::time::timeout(LONGEST, exchange(&client, request)).await {
                Ok(answer) => answer,
                Err(_) => Err(NoAnswer::Silence),
            }
        });
        match tokio::time::timeout(within, exchange).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(error)) => Err(NoAnswer::Lost(error.to_string())),
            Err(_) => Err(NoAnswer::Silence),
        }
    }

    /// The same, with all that can go wrong as a fault.
    pub(super) async fn ask(&self, path: &str, body: &Value, term: Term) -> Result<Value, Fault> {
        match self.post(path, body, term.left()).await {
            Ok(answer) => Ok(answer),
            Err(why) => Err(self.fault(why, term.within()).await),
        }
    }

    /// What the caller is told. A lost connection can mean two things, and one more question tells which.
    pub(super) async fn fault(&self, why: NoAnswer, within: Duration) -> Fault {
        match why {
            NoAnswer::Silence => {
                let message = format!("The application has not answered within {} ms.", within.as_millis());
                Fault::new(FaultKind::Timeout, message)
            }
            NoAnswer::Refused(StatusCode::NOT_FOUND, message) => Fault::new(FaultKind::NoView, message),
            NoAnswer::Refused(_, message) => Fault::new(FaultKind::Failed, message),
            NoAnswer::Lost(reason) => {
                debug!(%reason, "the connection to the plugin was lost");
                match self.post("/window/handles", &json!({}), PROBE).await {
                    Ok(_) => limits::broken_down(),
                    Err(_) => Fault::new(
                        FaultKind::Gone,
                        format!("The application has ended or does not answer any more: {reason}"),
                    ),
                }
            }
        }
    }
}

async fn exchange(
    client: &Client<HttpConnector, Full<Bytes>>,
    request: Request<Full<Bytes>>,
) -> Result<Value, NoAnswer> {
    let lost = |error: &dyn std::error::Error| NoAnswer::Lost(innermost(error));
    let response = client.request(request).await.map_err(|error| lost(&error))?;
    let status = response.status();
    let body = response.into_body().collect().await.map_err(|error| lost(&error))?.to_bytes();
    if status.is_success() {
        return serde_json::from_slice(&body).map_err(|error| NoAnswer::Refused(status, error.to_string()));
    }
    let told = serde_json::from_slice::<Value>(&body)
        .ok()
        .and_then(|value| value["error"].as_str().map(str::to_owned));
    Err(NoAnswer::Refused(status, told.unwrap_or_else(|| String::from_utf8_lossy(&body).into_owned())))
}

fn innermost(error: &dyn std::error::Error) -> String {
    let mut cause = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    cause.to_string()
}
