//! Direct connections that carry what changes an application, apart from the one that it is read over.
//!
//! GTK 3 opens some dialogs (`gtk_dialog_run`: "Save As…" of most programs) within the dispatch of the very message that
//! asked for them. It has replied by then, and answers others, but the connection that brought the message is deaf
//! until the dialog is closed. So no action goes over the connection that reads, and one that carried an action is used
//! again only after it has answered since.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;

use super::wire::Connection;

/// Most connections to one application that carry an action, or are deaf since they did.
const MOST: usize = 8;

/// How long an action waits for a connection that is in use before it opens another. One that is not deaf is back by
/// then.
const BACK_WITHIN: Duration = Duration::from_millis(50);

/// The connections to one application that carry actions.
#[derive(Debug)]
pub(super) struct Lines {
    /// Where the application takes direct connections.
    address: String,
    free: Arc<Free>,
    permits: Arc<Semaphore>,
    /// What waits for connections to open or to answer; ends with the application or with this.
    tasks: Mutex<JoinSet<()>>,
}

/// Connections that nothing is under way on.
#[derive(Debug, Default)]
struct Free {
    connections: Mutex<Vec<Connection>>,
    returned: Notify,
}

impl Free {
    fn take(&self) -> Option<Connection> {
        let mut connections = self.connections.lock().unwrap_or_else(PoisonError::into_inner);
        connections.retain(|connection| !connection.is_closed());
        connections.pop()
    }

    fn give_back(&self, connection: Connection) {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
        self.returned.notify_one();
    }
}

impl Lines {
    /// Connections to this address. The first one is opened in the background, so that no action waits for it.
    pub(super) fn new(address: String) -> Lines {
        let lines = Lines {
            address: address.clone(),
            free: Arc::default(),
            permits: Arc::new(Semaphore::new(MOST)),
            tasks: Mutex::default(),
        };
        if let Ok(permit) = lines.permits.clone().try_acquire_owned() {
            let free = lines.free.clone();
            lines.spawn(async move {
                if let Some(connection) = open(&address).await {
                    free.give_back(connection);
                }
                drop(permit);
            });
        }
        lines
    }

    /// A connection for one action; `None` when none can be opened. Waits while [`MOST`] are taken.
    pub(super) async fn take(&self) -> Option<Line<'_>> {
        let permit = self.permits.clone().acquire_owned().await.ok()?;
        let connection = match self.free.take() {
            Some(connection) => connection,
            None => match self.returned_soon().await {
                Some(connection) => connection,
                None => open(&self.address).await?,
            },
        };
        Some(Line { lines: self, held: Some((connection, permit)) })
    }

    /// A connection that comes back shortly, if any is out.
    async fn returned_soon(&self) -> Option<Connection> {
        if self.permits.available_permits() + 1 >= MOST {
            return None;
        }
        let back = async {
            loop {
                self.free.returned.notified().await;
                if let Some(connection) = self.free.take() {
                    return connection;
                }
            }
        };
        tokio::time::timeout(BACK_WITHIN, back).await.ok()
    }

    /// Sees in the background whether the connection still answers; it is free again when it has.
    fn check(&self, connection: Connection, permit: OwnedSemaphorePermit) {
        let free = self.free.clone();
        self.spawn(async move {
            let ping = connection.call(None, "/", "org.freedesktop.DBus.Peer", "Ping", &()).await;
            if ping.is_ok() {
                free.give_back(connection);
                drop(permit);
            }
        });
    }

    fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        // Without a runtime there is nobody to wait, and the connection is closed.
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        while tasks.try_join_next().is_some() {}
        tasks.spawn_on(task, &runtime);
    }
}

/// Opens a direct connection.
pub(super) async fn open(address: &str) -> Option<Connection> {
    Connection::direct(address).await.ok()
}

/// A connection that is taken for one action. It is checked when this is dropped, also when nobody waited for the reply.
#[derive(Debug)]
pub(super) struct Line<'a> {
    lines: &'a Lines,
    held: Option<(Connection, OwnedSemaphorePermit)>,
}

impl Line<'_> {
    pub(super) fn connection(&self) -> Option<&Connection> {
        self.held.as_ref().map(|(connection, _)| connection)
    }
}

impl Drop for Line<'_> {
    fn drop(&mut self) {
        if let Some((connection, permit)) = self.held.take() {
            self.lines.check(connection, permit);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tokio::net::UnixListener;

    use super::*;

    /// Something to connect to that answers, or takes connections and is deaf from then on.
    struct Listener {
        address: String,
        accepted: Arc<AtomicUsize>,
        _accepting: JoinSet<()>,
    }

    fn listener(name: &str, answers: bool) -> Listener {
        let name = format!("deskhand-lines-{}-{name}", std::process::id());
        let socket = UnixListener::bind(format!("\0{name}")).unwrap();
        let accepted = Arc::new(AtomicUsize::new(0));
        let count = accepted.clone();
        let mut accepting = JoinSet::new();
        accepting.spawn(async move {
            let mut connections = Vec::new();
            while let Ok((stream, _)) = socket.accept().await {
                count.fetch_add(1, Ordering::SeqCst);
                let builder = zbus::connection::Builder::unix_stream(stream);
                let builder = builder.server(zbus::Guid::generate()).unwrap().p2p();
                // What answers a ping is there only where objects are served.
                let builder = if answers { builder.serve_at("/", Nothing).unwrap() } else { builder };
                connections.push(builder.build().await.unwrap());
            }
        });
        Listener { address: format!("unix:abstract={name}"), accepted, _accepting: accepting }
    }

    struct Nothing;

    #[zbus::interface(name = "org.deskhand.Nothing")]
    impl Nothing {}

    #[tokio::test]
    async fn a_connection_that_answers_is_used_again() {
        let listener = listener("answers", true);
        let lines = Lines::new(listener.address.clone());
        for _ in 0..20 {
            assert!(lines.take().await.is_some());
        }
        assert_eq!(listener.accepted.load(Ordering::SeqCst), 1);
    }

    #[tokio::test]
    async fn deaf_connections_are_replaced_until_there_are_too_many() {
        let listener = listener("deaf", false);
        let lines = Lines::new(listener.address.clone());
        for _ in 0..MOST {
            assert!(lines.take().await.is_some());
        }
        assert_eq!(listener.accepted.load(Ordering::SeqCst), MOST);
        let further = tokio::time::timeout(BACK_WITHIN * 4, lines.take()).await;
        assert!(further.is_err(), "one more was to be had");
    }
}
