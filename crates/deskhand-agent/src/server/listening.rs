//! The server: where it listens, how many it lets in, and how it ends.

use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use deskhand_engine::{Mode, Session};
use deskhand_gate::{Gate, check_address};
use deskhand_model::{Error, ErrorKind, Result};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;

use super::connection::Connection;
use super::ledger::Ledger;
use super::service::{Client, Service};
use super::{Agent, Limits, Options, descriptors};
use crate::desk::Pulse;
use crate::files::Files;

/// How long requests that are under way may still take when the server stops.
const FAREWELL: Duration = Duration::from_secs(2);
/// How long to wait when the system has nothing left to let another client in with.
const OUT_OF_MEANS: Duration = Duration::from_millis(100);

/// A server that listens. Clients can connect, and are answered once it serves.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    service: Arc<Service>,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").field("address", &self.address).finish_non_exhaustive()
    }
}

impl Server {
    /// Listens for clients of this session.
    pub async fn bind(session: Arc<dyn Session>, options: Options) -> Result<Server> {
        if !options.without_token {
            check_address(options.address.ip(), options.token.as_ref())?;
        }
        let ledger = options.audit.as_deref().map(Ledger::open).transpose()?;
        let agent = Agent {
            session,
            mode: options.mode.unwrap_or(Mode::Auto),
            is_limited: options.mode.is_some(),
            within: options.within,
            exec: options.exec,
            files: Files::new(&options.files)?,
            limits: Limits {
                connections: descriptors::room_for(options.limits.connections),
                ..options.limits
            },
            stopping: watch::Sender::new(false),
            pulse: Pulse::default(),
        };
        let gate = Gate { token: options.token, hosts: options.hosts };
        let failed = |error: std::io::Error| {
            Error::new(ErrorKind::Io, format!("Cannot listen on {}: {error}", options.address))
                .hint("Another port may be free; port 0 takes any that is.")
        };
        let listener = TcpListener::bind(options.address).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        Ok(Server { listener, address, service: Arc::new(Service::new(agent, gate, ledger)) })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers clients until `stop` is there, or a client asks it to end. Work that is under way gets a moment to come
    /// to its end.
    pub async fn serve(self, stop: impl Future<Output = ()>) -> Result<()> {
        let Server { listener, service, .. } = self;
        let stopping = &service.agent.stopping;
        let mut stopped = stopping.subscribe();
        let mut clients = Clients::new(&service);
        tokio::select! {
            () = clients.come_in(&listener) => {}
            () = stop => {}
            _ = stopped.wait_for(|stopped| *stopped) => {}
        }
        drop(listener);
        // Whatever only ends with the server ends now, whoever stopped it.
        stopping.send_replace(true);
        clients.leave().await;
        if let Some(ledger) = &service.ledger {
            ledger.settle().await;
        }
        Ok(())
    }
}

/// The clients that are connected.
struct Clients {
    service: Arc<Service>,
    places: Arc<Semaphore>,
    graceful: GracefulShutdown,
    connected: JoinSet<()>,
}

impl Clients {
    fn new(service: &Arc<Service>) -> Clients {
        Clients {
            service: service.clone(),
            places: Arc::new(Semaphore::new(service.agent.limits.connections)),
            graceful: GracefulShutdown::new(),
            connected: JoinSet::new(),
        }
    }

    /// Lets clients in for ever; those that there is no place for wait outside.
    async fn come_in(&mut self, listener: &TcpListener) {
        loop {
            let Ok(place) = self.places.clone().acquire_owned().await else { return };
            while self.connected.try_join_next().is_some() {}
            match listener.accept().await {
                Ok((stream, peer)) => self.welcome(stream, peer, place),
                Err(error) => {
                    tracing::warn!(%error, "no client can be let in");
                    tokio::time::sleep(OUT_OF_MEANS).await;
                }
            }
        }
    }

    fn welcome(&mut self, stream: TcpStream, peer: SocketAddr, place: OwnedSemaphorePermit) {
        // Answers are written in one piece; waiting for more to send only makes them late.
        let _ = stream.set_nodelay(true);
        let limits = self.service.agent.limits;
        let unread = Arc::new(AtomicBool::new(false));
        let connection = Connection::new(stream, limits.stall_time, unread.clone());
        let client = Client { peer, unread };
        let service = self.service.clone();
        let answer = service_fn(move |request| service.clone().answer(client.clone(), request));
        let served = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(limits.head_time)
            .serve_connection(TokioIo::new(connection), answer);
        let served = self.graceful.watch(served);
        self.connected.spawn(async move {
            if let Err(error) = served.await {
                tracing::debug!(%peer, %error, "the connection has broken");
            }
            drop(place);
        });
    }

    /// Takes no more requests, and gives those that are under way a moment.
    async fn leave(self) {
        // Dropping what is still connected after that breaks it off.
        let _ = tokio::time::timeout(FAREWELL, self.graceful.shutdown()).await;
    }
}
