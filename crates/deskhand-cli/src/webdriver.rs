//! The WebDriver server as a program, which two commands are: `deskhand webdriver` and `tauri-wd`.

use std::io;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::sync::Arc;

use deskhand_engine::ports::PageApps;
use deskhand_model::{Error, ErrorKind, Result};
use deskhand_webdriver::ServerOptions;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::signal::unix::{Signal, SignalKind, signal};

/// Processors that one thread of the server is enough for: applications and their web processes need the others.
const PROCESSORS_PER_THREAD: usize = 4;

/// What the server runs on. Threads that share the work wake each other several times for every request, and one alone
/// never has to; so there are only as many as the sessions of a large machine need. They do little at a time and are waited
/// for, hence their short turns.
pub(crate) fn runtime() -> io::Result<Runtime> {
    let processors = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    match processors / PROCESSORS_PER_THREAD {
        0 | 1 => {
            ask_for_short_turns();
            Builder::new_current_thread().enable_all().build()
        }
        threads => Builder::new_multi_thread()
            .worker_threads(threads)
            .on_thread_start(ask_for_short_turns)
            .enable_all()
            .build(),
    }
}

/// A server that may not ask is slower, and a server all the same.
fn ask_for_short_turns() {
    if let Err(error) = deskhand::ask_for_short_turns() {
        tracing::debug!(%error, "threads get their turns as all others do");
    }
}

/// The signals that end the server in good order, from when this is made.
pub(crate) struct Stop([Signal; 3]);

impl Stop {
    pub(crate) fn on_signals() -> Result<Stop> {
        let listen = |kind: SignalKind| {
            signal(kind).map_err(|error| {
                Error::new(ErrorKind::Internal, format!("cannot listen to signals: {error}"))
            })
        };
        Ok(Stop([
            listen(SignalKind::interrupt())?,
            listen(SignalKind::terminate())?,
            listen(SignalKind::hangup())?,
        ]))
    }

    async fn wait(&mut self) {
        let [interrupt, terminate, hang_up] = &mut self.0;
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            _ = hang_up.recv() => {}
        }
    }
}

/// A server that listens already.
pub(crate) struct Server {
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Listens at this address. Everybody who can start a session can start any program, and clients know no tokens:
    /// so that is this machine, unless everybody is `trusted`.
    pub(crate) async fn bind(address: SocketAddr, trusted: bool) -> Result<Server> {
        if !trusted && !address.ip().is_loopback() {
            let message =
                format!("{address} can be reached from other machines, and WebDriver asks for no token");
            return Err(Error::new(ErrorKind::InvalidArgument, message).hint(
                "Listen on 127.0.0.1, behind Selenium Grid or an SSH tunnel. With `deskhand webdriver \
                 --insecure-no-auth` everybody who reaches this address can start any program.",
            ));
        }
        let failed = |error: io::Error| {
            Error::new(ErrorKind::Io, format!("Cannot listen on {address}: {error}"))
                .hint("Another port may be free; port 0 takes any that is.")
        };
        let listener = TcpListener::bind(address).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        Ok(Server { listener, address })
    }

    /// Where it listens.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until a signal comes; then every session is ended, with all that it has started.
    pub(crate) async fn serve(
        self,
        apps: Arc<dyn PageApps>,
        options: ServerOptions,
        mut stop: Stop,
    ) -> Result<()> {
        deskhand_webdriver::serve(self.listener, apps, options, async move { stop.wait().await }).await
    }
}
