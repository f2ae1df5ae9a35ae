//! The HTTP server inside the application.

mod announce;
mod commands;
mod gate;

use std::net::{Ipv4Addr, SocketAddr};

use axum::Router;
use axum::serve::ListenerExt;

use crate::environment::Environment;
use crate::platform::MainThread;
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
    let router = gate::closed_to_pages(routes(main, environment.token));
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

fn routes(main: MainThread, token: Option<String>) -> Router {
    gate::behind_token(commands::router(main.clone()), token).merge(seed::router(main))
}
