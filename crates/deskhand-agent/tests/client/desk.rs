//! A simulated desktop behind an agent, and ways to reach it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use deskhand_agent::{Client, Options, RemoteSession, Server};
use deskhand_engine::{Engine, Locator};
use deskhand_model::{AppSelector, Query};
use http::StatusCode;
use hyper::server::conn::http1;
use hyper_util::client::legacy;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

/// Time for what is bound to happen.
pub(crate) const SOON: Duration = Duration::from_secs(20);

/// Time for what is bound not to happen.
pub(crate) const BRIEFLY: Duration = Duration::from_millis(200);

/// A simulated desktop with an agent on it.
pub(crate) struct Desk {
    /// The desktop itself.
    pub(crate) engine: Arc<Engine>,
    pub(crate) address: SocketAddr,
    stop: oneshot::Sender<()>,
    served: tokio::task::JoinHandle<()>,
}

impl Desk {
    pub(crate) async fn start() -> Desk {
        Desk::with(Options::default()).await
    }

    pub(crate) async fn with(options: Options) -> Desk {
        let engine = Arc::new(deskhand::simulate(0));
        let options = Options { address: ([127, 0, 0, 1], 0).into(), ..options };
        let server = Server::bind(engine.clone(), options).await.unwrap();
        let address = server.address();
        let (stop, stopped) = oneshot::channel::<()>();
        let served = tokio::spawn(async move {
            let stop = async {
                let _ = stopped.await;
            };
            server.serve(stop).await.unwrap();
        });
        Desk { engine, address, stop, served }
    }

    pub(crate) fn client(&self) -> Client {
        client(self.address)
    }

    pub(crate) fn remote(&self) -> RemoteSession {
        RemoteSession::new(self.client())
    }

    /// The same desktop behind an agent that has none of our extensions.
    pub(crate) async fn contract_only(&self) -> RemoteSession {
        let onward =
            Onward { to: self.address, http: legacy::Client::builder(TokioExecutor::new()).build_http() };
        RemoteSession::new(client(serve(Router::new().fallback(forward).with_state(onward)).await))
    }

    /// Ends the agent, and waits until it has ended.
    pub(crate) async fn stop(self) {
        let _ = self.stop.send(());
        self.served.await.unwrap();
    }
}

pub(crate) fn client(address: SocketAddr) -> Client {
    Client::new(&address.to_string(), None).unwrap()
}

/// Serves these routes for as long as the test goes on.
pub(crate) async fn serve(routes: Router) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let service = TowerToHyperService::new(routes.clone());
            tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
        }
    });
    address
}

#[derive(Clone)]
struct Onward {
    to: SocketAddr,
    http: legacy::Client<HttpConnector, Body>,
}

/// Hands a request of the contract on; others get the answer of somebody who has never heard of them.
async fn forward(State(onward): State<Onward>, mut request: Request) -> Response {
    let path = request.uri().path().to_owned();
    if path.starts_with("/deskhand") {
        return (StatusCode::NOT_FOUND, r#"{"error": "not_found"}"#).into_response();
    }
    *request.uri_mut() = format!("http://{}{path}", onward.to).parse().unwrap();
    onward.http.request(request).await.unwrap().into_response()
}

/// The element of this application that the query means.
pub(crate) fn locator(app: &str, query: &str) -> Locator {
    Locator { app: AppSelector::parse(app), query: Query::parse(query).unwrap(), nth: None }
}
