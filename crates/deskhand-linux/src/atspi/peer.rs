//! One application on the accessibility bus: how to reach it and what it was found to support.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use deskhand_model::Toolkit;
use serde::Serialize;
use tokio::sync::OnceCell;
use zvariant::{DynamicType, OwnedValue};

use super::failure::Failure;
use super::lines::{self, Line, Lines};
use super::memory::Memory;
use super::object::ObjectRef;
use super::quirks::Quirks;
use super::wire::{Connection, Message};

/// The interface that every object has.
pub(super) const ACCESSIBLE: &str = "org.a11y.atspi.Accessible";

/// Time for opening a direct connection; one that takes longer is not worth having.
const DIRECT_WITHIN: Duration = Duration::from_millis(300);

/// How often an application is turned to before it is read over a direct connection.
///
/// GTK 3 keeps something of every direct connection in its main loop for good, and takes four times as long for
/// everything after eight hundred: a process that asks a few things and ends, such as a command, reads over the bus.
const FEW_TURNS: u32 = 8;

/// What was learnt about an application by trying; `None` is not tried yet.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Abilities {
    /// Answers `Cache.GetItems` with something.
    pub(super) cache: Option<bool>,
    /// Answers `Collection.GetMatches`.
    pub(super) collection: Option<bool>,
    /// Has the property `AccessibleId`.
    pub(super) accessible_id: Option<bool>,
}

/// An application.
#[derive(Debug)]
pub(super) struct Peer {
    /// Its name on the bus.
    pub(super) bus_name: Arc<str>,
    /// What to call it in messages.
    pub(super) title: String,
    pub(super) pid: Option<u32>,
    pub(super) toolkit: Toolkit,
    pub(super) quirks: Quirks,
    bus: Connection,
    turns: AtomicU32,
    /// Where it takes direct connections, if anywhere.
    address: OnceCell<Option<String>>,
    /// The direct connection that it is read over.
    reading: OnceCell<Option<Connection>>,
    /// The direct connections for what changes it.
    lines: OnceCell<Option<Lines>>,
    abilities: Mutex<Abilities>,
    memory: Mutex<Memory>,
    calls: AtomicU64,
    /// When it last answered.
    answered: Mutex<Option<Instant>>,
}

impl Peer {
    pub(super) fn new(
        bus: Connection,
        bus_name: Arc<str>,
        title: String,
        pid: Option<u32>,
        toolkit: Toolkit,
    ) -> Peer {
        let quirks = Quirks::of(&toolkit);
        Peer {
            bus_name,
            title,
            pid,
            toolkit,
            quirks,
            bus,
            turns: AtomicU32::new(0),
            address: OnceCell::new(),
            reading: OnceCell::new(),
            lines: OnceCell::new(),
            abilities: Mutex::default(),
            memory: Mutex::default(),
            calls: AtomicU64::new(0),
            answered: Mutex::default(),
        }
    }

    /// The connection to the bus that everybody is on.
    pub(super) fn bus(&self) -> &Connection {
        &self.bus
    }

    /// Whether it is read over a direct connection.
    pub(super) fn is_direct(&self) -> bool {
        self.direct().is_some()
    }

    /// The direct connection that it is read over, as long as that stands.
    fn direct(&self) -> Option<&Connection> {
        self.reading.get().and_then(Option::as_ref).filter(|connection| !connection.is_closed())
    }

    /// Whether a direct connection was tried for.
    pub(super) fn was_connected(&self) -> bool {
        self.reading.initialized()
    }

    /// Calls made so far.
    pub(super) fn calls(&self) -> u64 {
        self.calls.load(Ordering::Relaxed)
    }

    pub(super) fn abilities(&self) -> Abilities {
        *self.abilities.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn learn(&self, lesson: impl FnOnce(&mut Abilities)) {
        lesson(&mut self.abilities.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// What is remembered of single elements.
    pub(super) fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts that it is turned to once more, and says whether it is time to open a direct connection.
    pub(super) fn is_worth_connecting(&self) -> bool {
        let turns = self.turns.fetch_add(1, Ordering::Relaxed);
        turns >= FEW_TURNS && !self.quirks.lacks_direct && !self.was_connected()
    }

    /// Opens the direct connection where the toolkit has one. Tried once; without it reading goes over the bus.
    pub(super) async fn connect(&self) {
        if self.quirks.lacks_direct {
            return;
        }
        self.reading
            .get_or_init(|| async {
                let opening = async { lines::open(self.address().await?).await };
                let opened = tokio::time::timeout(DIRECT_WITHIN, opening).await.ok().flatten();
                tracing::debug!(app = self.title, direct = opened.is_some(), "connected");
                opened
            })
            .await;
    }

    /// The direct connections for what changes the application, where the toolkit has some.
    async fn lines(&self) -> Option<&Lines> {
        if self.quirks.lacks_direct {
            return None;
        }
        let address = || async { tokio::time::timeout(DIRECT_WITHIN, self.address()).await.ok().flatten() };
        let lines = self
            .lines
            .get_or_init(|| async { address().await.map(|address| Lines::new(address.to_owned())) });
        lines.await.as_ref()
    }

    async fn address(&self) -> Option<&str> {
        let address = self.address.get_or_init(|| async {
            let root = ObjectRef::root(&self.bus_name);
            let asked = ("org.a11y.atspi.Application", "GetApplicationBusAddress");
            let reply = self.call_over(&self.bus, &root, asked.0, asked.1, &()).await.ok()?;
            let address: String = reply.body().deserialize().ok()?;
            (!address.is_empty()).then_some(address)
        });
        address.await.as_deref()
    }

    /// Whether the object is the application's own: those of another process (an embedded web view) are reached over the bus.
    fn owns(&self, object: &ObjectRef) -> bool {
        object.bus == self.bus_name
    }

    /// Calls a method of an object that answers without doing anything.
    pub(super) async fn call<B>(
        &self,
        object: &ObjectRef,
        interface: &str,
        method: &str,
        body: &B,
    ) -> Result<Message, Failure>
    where
        B: Serialize + DynamicType + Sync,
    {
        if let Some(direct) = self.direct().filter(|_| self.owns(object)) {
            match self.call_over(direct, object, interface, method, body).await {
                // The bus knows whether the application is still there, and then it can answer by that.
                Err(Failure::Cut) => {}
                answer => return answer,
            }
        }
        self.call_over(&self.bus, object, interface, method, body).await
    }

    /// Calls a method of an object that changes something, so that reading goes on whatever the application does within
    /// it.
    pub(super) async fn change<B>(
        &self,
        object: &ObjectRef,
        interface: &str,
        method: &str,
        body: &B,
    ) -> Result<Message, Failure>
    where
        B: Serialize + DynamicType + Sync,
    {
        let lines = if self.owns(object) { self.lines().await } else { None };
        let line = match lines {
            Some(lines) => lines.take().await,
            None => None,
        };
        let Some(connection) = line.as_ref().and_then(Line::connection) else {
            return self.call_over(&self.bus, object, interface, method, body).await;
        };
        match self.call_over(connection, object, interface, method, body).await {
            // It must not be done twice; but whether the application has ended by it, the bus knows.
            Err(Failure::Cut) => Err(self.reach().await.err().unwrap_or(Failure::Cut)),
            answer => answer,
        }
    }

    async fn call_over<B>(
        &self,
        connection: &Connection,
        object: &ObjectRef,
        interface: &str,
        method: &str,
        body: &B,
    ) -> Result<Message, Failure>
    where
        B: Serialize + DynamicType + Sync,
    {
        self.calls.fetch_add(1, Ordering::Relaxed);
        let answer = connection.call(Some(&object.bus), &object.path, interface, method, body).await;
        if answer.is_ok() && self.owns(object) {
            *self.answered.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        }
        answer.map_err(|error| match Failure::from(error) {
            Failure::NoObject
                if self.quirks.missing_interface_is_missing_object && interface != ACCESSIBLE =>
            {
                Failure::NoMethod
            }
            failure => failure,
        })
    }

    /// Whether it answered within this time.
    pub(super) fn has_answered_within(&self, time: Duration) -> bool {
        let answered = *self.answered.lock().unwrap_or_else(PoisonError::into_inner);
        answered.is_some_and(|at| at.elapsed() < time)
    }

    /// Returns when the application has answered over the bus, and so has sent everything that it sent before. Its main
    /// loop answers this, not only its library.
    pub(super) async fn reach(&self) -> Result<(), Failure> {
        let root = ObjectRef::root(&self.bus_name);
        let count = (ACCESSIBLE, "ChildCount");
        let answer = self.call_over(&self.bus, &root, "org.freedesktop.DBus.Properties", "Get", &count);
        answer.await.map(|_| ())
    }

    /// Reads a property.
    pub(super) async fn property(
        &self,
        object: &ObjectRef,
        interface: &str,
        name: &str,
    ) -> Result<OwnedValue, Failure> {
        let reply = self.call(object, "org.freedesktop.DBus.Properties", "Get", &(interface, name)).await?;
        reply.body().deserialize().map_err(|error| Failure::Garbled(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use tokio::net::UnixListener;

    use super::*;

    struct Nothing;

    #[zbus::interface(name = "org.deskhand.Nothing")]
    impl Nothing {}

    /// A connection to somebody who answers pings, or who hangs up at once.
    async fn connection(name: &str, answers: bool) -> Connection {
        let name = format!("deskhand-peer-{}-{name}", std::process::id());
        let socket = UnixListener::bind(format!("\0{name}")).unwrap();
        tokio::spawn(async move {
            let (stream, _) = socket.accept().await.unwrap();
            let builder =
                zbus::connection::Builder::unix_stream(stream).server(zbus::Guid::generate()).unwrap();
            let connection = builder.p2p().serve_at("/", Nothing).unwrap().build().await.unwrap();
            if answers {
                std::future::pending::<()>().await;
            }
            drop(connection);
        });
        Connection::direct(&format!("unix:abstract={name}")).await.unwrap()
    }

    #[tokio::test]
    async fn who_hangs_up_on_a_direct_connection_is_asked_over_the_bus() {
        let bus = connection("bus", true).await;
        let peer = Peer::new(bus, ":1.5".into(), "app".to_owned(), None, Toolkit::default());
        peer.reading.set(Some(connection("direct", false).await)).unwrap();
        let object = ObjectRef { bus: ":1.5".into(), path: "/".into() };
        for _ in 0..2 {
            peer.call(&object, "org.freedesktop.DBus.Peer", "Ping", &()).await.unwrap();
        }
        assert!(!peer.is_direct());
    }
}
