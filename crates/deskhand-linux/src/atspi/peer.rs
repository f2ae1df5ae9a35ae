//! One application on the accessibility bus: how to reach it and what it was found to support.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use deskhand_model::Toolkit;
use serde::Serialize;
use tokio::sync::OnceCell;
use zbus::zvariant::{DynamicType, OwnedValue};
use zbus::{Connection, Message};

use super::failure::Failure;
use super::lines::{self, Line, Lines};
use super::memory::Memory;
use super::object::{ObjectRef, ROOT};
use super::quirks::Quirks;

/// The interface that every object has.
pub(super) const ACCESSIBLE: &str = "org.a11y.atspi.Accessible";

/// Time for opening a direct connection; one that takes longer is not worth having.
const DIRECT_WITHIN: Duration = Duration::from_millis(300);

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

/// Connections to an application that do not go over the bus.
#[derive(Debug)]
struct Direct {
    /// What everything is read over.
    reading: Connection,
    /// What everything is done over.
    lines: Lines,
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
    direct: OnceCell<Option<Direct>>,
    abilities: Mutex<Abilities>,
    memory: Mutex<Memory>,
    calls: AtomicU64,
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
            direct: OnceCell::new(),
            abilities: Mutex::default(),
            memory: Mutex::default(),
            calls: AtomicU64::new(0),
        }
    }

    /// The connection to the bus that everybody is on.
    pub(super) fn bus(&self) -> &Connection {
        &self.bus
    }

    /// Whether calls go straight to the application.
    pub(super) fn is_direct(&self) -> bool {
        self.direct.get().is_some_and(Option::is_some)
    }

    /// Whether a direct connection was tried for.
    pub(super) fn was_connected(&self) -> bool {
        self.direct.initialized()
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

    /// Whether a direct connection may still be opened.
    pub(super) fn may_connect(&self) -> bool {
        !self.quirks.lacks_direct && !self.was_connected()
    }

    /// Opens the direct connection where the toolkit has one. Tried once; without it everything goes over the bus.
    pub(super) async fn connect(&self) {
        if self.quirks.lacks_direct {
            return;
        }
        self.direct
            .get_or_init(|| async {
                let opened = tokio::time::timeout(DIRECT_WITHIN, self.open_direct()).await;
                let direct = opened.ok().flatten();
                tracing::debug!(app = self.title, direct = direct.is_some(), "connected");
                direct
            })
            .await;
    }

    async fn open_direct(&self) -> Option<Direct> {
        let reply = self
            .bus
            .call_method(
                Some(&*self.bus_name),
                ROOT,
                Some("org.a11y.atspi.Application"),
                "GetApplicationBusAddress",
                &(),
            )
            .await
            .ok()?;
        let body = reply.body();
        let address: &str = body.deserialize().ok()?;
        if address.is_empty() {
            return None;
        }
        let reading = lines::open(address).await?;
        Some(Direct { reading, lines: Lines::new(address.to_owned()) })
    }

    /// The direct connections, when the object is the application's own: objects of another process (an embedded web
    /// view) are reached over the bus.
    fn direct_to(&self, object: &ObjectRef) -> Option<&Direct> {
        self.direct.get().and_then(Option::as_ref).filter(|_| object.bus == self.bus_name)
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
        let connection = self.direct_to(object).map_or(&self.bus, |direct| &direct.reading);
        self.call_over(connection, object, interface, method, body).await
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
        let Some(direct) = self.direct_to(object) else {
            return self.call_over(&self.bus, object, interface, method, body).await;
        };
        let line = direct.lines.take().await;
        let connection = line.as_ref().and_then(Line::connection).unwrap_or(&direct.reading);
        self.call_over(connection, object, interface, method, body).await
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
        connection
            .call_method(Some(&*object.bus), &*object.path, Some(interface), method, body)
            .await
            .map_err(|error| match Failure::from_zbus(&error) {
                Failure::NoObject
                    if self.quirks.missing_interface_is_missing_object && interface != ACCESSIBLE =>
                {
                    Failure::NoMethod
                }
                failure => failure,
            })
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
