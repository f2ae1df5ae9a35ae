//! The HTTP server inside the application.

mod announce;
mod commands;
mod gate;

#[cfg(target_os = "linux")]
pub(crate) use gate::same;

use std::net::{Ipv4Addr, SocketAddr};

use axum::Router;
use axum::serve::ListenerExt;

use crate::app::MainThread;
use crate::environment::Environment;
use crate::seed;

/// A server that answers.
pub(crate) struct Server {
    port: u16,
}

impl Server {
    /// Says where it is, in the words that WebDriver servers for Tauri wait for.
    pub(crate) fn announce(&self) {
        announce::port(self.port);
    }
}

/// Starts it on a port of the loopback interface that the system chooses.
pub(crate) fn start(main: MainThread, environment: Environment) -> std::io::Result<Server> {
    let listener = std::net::TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)))?;
    listener.set_nonblocking(true)?;
    let port = listener.local_addr()?.port();
    let router = routes(commands::router(main.clone()), seed::router(main), environment.token);
    tauri::async_runtime::spawn(async move {
        let served = async {
            // Answers are small and come one at a time: waiting for more to send would only cost 40 ms.
            let listener = tokio::net::TcpListener::from_std(listener)?.tap_io(|stream| {
                if let Err(error) = stream.set_nodelay(true) {
                    tracing::debug!(%error, "no TCP_NODELAY");
                }
            });
            axum::serve(listener, router).await
        };
        if let Err(error) = served.await {
            tracing::error!(%error, "the server for WebDriver has ended");
        }
    });
    Ok(Server { port })
}

/// Both APIs, each open to whom it is for. Who has given the application a token is who drives it, so that others do not
/// get in by the older API, either.
fn routes(own: Router, seed: Router, token: Option<String>) -> Router {
    let seed = match &token {
        Some(token) => gate::behind_token(seed, Some(token.clone())),
        None => seed,
    };
    gate::closed_to_pages(gate::behind_token(own, token).merge(seed))
}

#[cfg(test)]
mod tests {
    use axum::routing::post;
    use deskhand_page::TOKEN_HEADER;

    use super::*;
    use crate::caller::Caller;

    /// The statuses that somebody gets from our own API and from that of the other plugin.
    async fn statuses(token: Option<&str>, given: Option<&str>) -> (u16, u16) {
        let own = Router::new().route("/own", post(async || "{}"));
        let seed = Router::new().route("/seed", post(async || "{}"));
        let mut caller = Caller::of(routes(own, seed, token.map(str::to_owned))).await;
        if let Some(given) = given {
            caller = caller.with(TOKEN_HEADER, given);
        }
        (caller.send("/own", "").await.0, caller.send("/seed", "").await.0)
    }

    #[tokio::test]
    async fn an_application_with_a_token_is_driven_by_nobody_without_it() {
        assert_eq!(statuses(Some("secret"), Some("secret")).await, (200, 200));
        assert_eq!(statuses(Some("secret"), Some("other")).await, (403, 403));
        assert_eq!(statuses(Some("secret"), None).await, (403, 403));
    }

    #[tokio::test]
    async fn without_a_token_only_the_api_of_the_other_plugin_is_open() {
        assert_eq!(statuses(None, None).await, (403, 200));
    }
}
