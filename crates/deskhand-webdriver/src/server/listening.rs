//! Where clients come in, and how the server ends.

use std::sync::Arc;
use std::time::Duration;

use deskhand_engine::ports::PageApps;
use deskhand_model::Result;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

use super::ServerOptions;
use super::service::Service;
use crate::sessions::{Caller, Sessions};

/// How long answers that are on their way may still take when the server stops.
const FAREWELL: Duration = Duration::from_secs(2);
/// How long to wait when the system has nothing left to let another client in with.
const OUT_OF_MEANS: Duration = Duration::from_millis(100);

/// Serves WebDriver on a listener until `shutdown` is there. All sessions end with it: when this returns, their
/// applications are gone.
pub async fn serve(
    listener: TcpListener,
    apps: Arc<dyn PageApps>,
    options: ServerOptions,
    shutdown: impl Future,
) -> Result<()> {
    let sessions = Arc::new(Sessions::new(apps, &options));
    let service = Arc::new(Service::new(&options, sessions.clone())?);
    let mut clients = Clients { service, graceful: GracefulShutdown::new(), connected: JoinSet::new() };
    tokio::select! {
        () = clients.come_in(&listener) => {}
        _ = shutdown => {}
    }
    drop(listener);
    // What is under way in a session is answered with its end.
    sessions.end_all().await;
    clients.leave().await;
    Ok(())
}

/// The clients that are connected.
struct Clients {
    service: Arc<Service>,
    graceful: GracefulShutdown,
    connected: JoinSet<()>,
}

impl Clients {
    /// Lets clients in for ever.
    async fn come_in(&mut self, listener: &TcpListener) {
        loop {
            while self.connected.try_join_next().is_some() {}
            match listener.accept().await {
                Ok((stream, _)) => self.welcome(stream),
                Err(error) => {
                    tracing::warn!(%error, "no client can be let in");
                    tokio::time::sleep(OUT_OF_MEANS).await;
                }
            }
        }
    }

    fn welcome(&mut self, stream: TcpStream) {
        // Answers are written in one piece; waiting for more to send only makes them late.
        let _ = stream.set_nodelay(true);
        let service = self.service.clone();
        let caller = Arc::new(Caller::default());
        let answer = service_fn(move |request| service.clone().answer(caller.clone(), request));
        // Connections are kept for as long as the client likes: one that is closed while a request is on its way is an
        // error that clients do not expect.
        let served = http1::Builder::new().serve_connection(TokioIo::new(stream), answer);
        let served = self.graceful.watch(served);
        self.connected.spawn(async move {
            if let Err(error) = served.await {
                tracing::debug!(%error, "the connection has broken");
            }
        });
    }

    /// Gives answers that are on their way a moment, and breaks off what is left: an application that is still being
    /// started ends with the request for it.
    async fn leave(mut self) {
        let _ = tokio::time::timeout(FAREWELL, self.graceful.shutdown()).await;
        self.connected.shutdown().await;
    }
}
