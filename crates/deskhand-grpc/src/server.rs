//! The server: the services, reflection and health on one address.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use deskhand_engine::Session;
use deskhand_gate::{Gate, Token, check_address};
use deskhand_model::{Error, ErrorKind, Result};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tonic::server::NamedService;
use tonic::service::Routes;
use tonic::transport::server::TcpIncoming;
use tonic_health::server::HealthReporter;

use crate::guard::Guarded;
use crate::observations::ObservationsService;
use crate::tls::{Tls, encrypted};
use crate::v1::DESCRIPTORS;
use crate::v1::observations_server::ObservationsServer;
use crate::v1::windows_server::WindowsServer;
use crate::windows::WindowsService;

/// Where the server listens when nothing else is said.
pub const DEFAULT_PORT: u16 = 50051;

/// How long calls that are under way may still take when the server stops.
const FAREWELL: Duration = Duration::from_secs(2);
/// How often a client that says nothing is asked whether it is still there.
const STILL_THERE: Duration = Duration::from_secs(30);

/// How a server is to be.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where to listen; port 0 for any that is free.
    pub address: SocketAddr,
    /// What clients have to know. Without it, only loopback addresses can be listened on.
    pub token: Option<Token>,
    /// Names that clients may call this server by, besides addresses and `localhost`.
    pub hosts: Vec<String>,
    /// For encrypted connections; needs the feature `tls`.
    pub tls: Option<Tls>,
    /// Time for calls of clients that set none.
    pub within: Duration,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            address: SocketAddr::from(([127, 0, 0, 1], DEFAULT_PORT)),
            token: None,
            hosts: Vec::new(),
            tls: None,
            within: Duration::from_secs(5),
        }
    }
}

/// A server that listens. Clients can connect, and are answered once it serves.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    transport: tonic::transport::Server,
    session: Arc<dyn Session>,
    options: Options,
}

impl Server {
    /// Listens for clients of this session.
    pub async fn bind(session: Arc<dyn Session>, options: Options) -> Result<Server> {
        check_address(options.address.ip(), options.token.as_ref())?;
        let transport = tonic::transport::Server::builder().http2_keepalive_interval(Some(STILL_THERE));
        let transport = encrypted(transport, options.tls.as_ref())?;
        let failed = |error: std::io::Error| {
            Error::new(ErrorKind::Io, format!("Cannot listen on {}: {error}", options.address))
                .hint("Another port may be free; port 0 takes any that is.")
        };
        let listener = TcpListener::bind(options.address).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        Ok(Server { listener, address, transport, session, options })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers clients until `stop` is there. Then streams end with a status that says so, calls that are under way get
    /// a moment to come to their end, and it returns.
    pub async fn serve(self, stop: impl Future<Output = ()>) -> Result<()> {
        let Server { listener, transport, session, options, .. } = self;
        let (stopping, mut stopped) = watch::channel(false);
        let (reporter, health) = tonic_health::server::health_reporter();
        let windows = WindowsServer::new(WindowsService::new(session.clone(), options.within));
        let observations =
            ObservationsServer::new(ObservationsService::new(session, options.within, stopped.clone()));
        let names = [name_of(&windows), name_of(&observations)];
        for name in names {
            reporter.set_service_status(name, tonic_health::ServingStatus::Serving).await;
        }
        let routes = Routes::new(health).add_service(windows).add_service(observations);
        let gate = Gate { token: options.token, hosts: options.hosts };
        let service = Guarded { inner: with_reflection(routes)?.prepare(), gate: Arc::new(gate) };

        let signal = async move {
            stop.await;
            let _ = stopping.send(true);
            end_health(reporter, names).await;
        };
        let incoming = TcpIncoming::from(listener).with_nodelay(Some(true));
        tokio::select! {
            served = transport.serve_with_incoming_shutdown(service, incoming, signal) => {
                served.map_err(|error| Error::new(ErrorKind::Io, format!("The server has ended: {error}")))
            }
            // A client that does not take its last answers must not keep the server from ending.
            () = farewell(&mut stopped) => Ok(()),
        }
    }
}

/// Returns when the server has been stopping for long enough.
async fn farewell(stopping: &mut watch::Receiver<bool>) {
    let _ = stopping.wait_for(|stopping| *stopping).await;
    tokio::time::sleep(FAREWELL).await;
}

fn name_of<S: NamedService>(_: &S) -> &'static str {
    S::NAME
}

/// Adds what tells clients which services there are, in both versions that clients ask for.
fn with_reflection(routes: Routes) -> Result<Routes> {
    let broken = |error: tonic_reflection::server::Error| {
        Error::new(ErrorKind::Internal, format!("The protocol cannot be told by reflection: {error}"))
    };
    let builder = || {
        // Each version would only tell of itself.
        let both = [
            tonic_reflection::pb::v1::FILE_DESCRIPTOR_SET,
            tonic_reflection::pb::v1alpha::FILE_DESCRIPTOR_SET,
        ];
        let others = [DESCRIPTORS, tonic_health::pb::FILE_DESCRIPTOR_SET];
        both.into_iter().chain(others).fold(
            tonic_reflection::server::Builder::configure().include_reflection_service(false),
            tonic_reflection::server::Builder::register_encoded_file_descriptor_set,
        )
    };
    Ok(routes
        .add_service(builder().build_v1().map_err(broken)?)
        .add_service(builder().build_v1alpha().map_err(broken)?))
}

/// Ends the streams of those who watch the server's health; they would keep it from ending.
async fn end_health(mut reporter: HealthReporter, names: [&'static str; 2]) {
    for name in names.into_iter().chain([""]) {
        reporter.set_service_status(name, tonic_health::ServingStatus::NotServing).await;
        reporter.clear_service_status(name).await;
    }
}
