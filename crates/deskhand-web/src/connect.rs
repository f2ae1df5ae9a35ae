//! From an application that has just been started to its pages.

use std::sync::Arc;
use std::time::Duration;

use deskhand_engine::ports::Page;
use deskhand_model::{Error, ErrorKind, Result};
use deskhand_page::{Answer, Ask, Command, Greeting, Hello};
use http::StatusCode;
use tokio::time::{Instant, timeout_at};

use crate::output::AppOutput;
use crate::plugin::{Client, PluginPage, Refusal};
use crate::seed;
use crate::token::Token;

/// Waits until the application called `name` says where its plugin listens, and makes acquaintance with it. `ended`
/// tells how the application has ended, when it does.
pub async fn connect(
    name: &str,
    output: &AppOutput,
    token: &Token,
    ended: impl Future<Output = String>,
    within: Duration,
) -> Result<Arc<dyn Page>> {
    let deadline = Instant::now() + within;
    let reported = async {
        match output.port().await {
            Some(port) => port,
            // The application may run on without an output.
            None => std::future::pending().await,
        }
    };
    let met = async {
        match timeout_at(deadline, reported).await {
            Ok(port) => meet(port, token, deadline).await,
            Err(_) => Err(no_plugin(name, within, output)),
        }
    };
    tokio::select! {
        biased;
        met = met => met,
        how = ended => {
            let last = output.last_words().await;
            Err(Error::new(ErrorKind::AppGone, format!("{how} before its pages could be asked{last}")))
        }
    }
}

/// Asks who is there.
async fn meet(port: u16, token: &Token, deadline: Instant) -> Result<Arc<dyn Page>> {
    let client = Client::new(port, token)?;
    let left = deadline.saturating_duration_since(Instant::now());
    let ask = Ask { command: Hello {}, within_ms: u64::try_from(left.as_millis()).unwrap_or(u64::MAX) };
    match client.post(Hello::NAME, &ask, left).await {
        Ok(body) => match serde_json::from_slice(&body) {
            Ok(Answer::Done(Greeting { about, line })) => {
                Ok(Arc::new(PluginPage::new(client.with_line(line), about)))
            }
            Ok(Answer::Fault(fault)) => Err(Error::new(ErrorKind::AppNotResponding, fault.message)),
            Err(error) => Err(stranger(&format!("its answer cannot be understood: {error}"))),
        },
        Err(Refusal::Status(StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN, _)) => Err(Error::new(
            ErrorKind::PermissionDenied,
            "the plugin in the application does not know our token",
        )
        .hint(
            "something between us and the application drops the environment variable DESKHAND_PLUGIN_TOKEN",
        )),
        // Not one of ours, then: the other plugin that reports in this way has no such path.
        Err(Refusal::Status(StatusCode::NOT_FOUND, _)) => {
            seed::connect(port, deadline.saturating_duration_since(Instant::now())).await
        }
        Err(Refusal::Status(status, _)) => Err(stranger(&format!("it answers with status {status}"))),
        Err(Refusal::Gone(reason)) => {
            let message =
                format!("the plugin in the application said where it listens, but is not there: {reason}");
            Err(Error::new(ErrorKind::AppGone, message))
        }
        Err(Refusal::Silence(limit)) => {
            let message = format!("the plugin in the application did not answer within {limit:?}");
            Err(Error::new(ErrorKind::AppNotResponding, message))
        }
    }
}

fn no_plugin(name: &str, within: Duration, output: &AppOutput) -> Error {
    let last = output.last_lines();
    let message = format!("{name} runs, but no WebDriver plugin in it has reported within {within:?}{last}");
    Error::new(ErrorKind::Timeout, message).hint(
        "add tauri-plugin-deskhand to the application: .plugin(tauri_plugin_deskhand::init()). It is active in debug \
         builds, and in others where the environment variable TAURI_WEBVIEW_AUTOMATION is true when it starts",
    )
}

fn stranger(what: &str) -> Error {
    Error::new(
        ErrorKind::ActionUnsupported,
        format!("the plugin in the application is not one that is known: {what}"),
    )
    .hint("use tauri-plugin-deskhand of the same version as this program")
}
