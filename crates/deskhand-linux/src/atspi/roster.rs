//! Everybody on the accessibility bus, remembered from call to call.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use deskhand_engine::ports::{ProcessState, Processes};
use deskhand_model::{App, AppId, Error, ErrorKind, Health, Result, Toolkit};
use futures_util::future::join_all;
use zvariant::{OwnedValue, Value as Variant};

use super::bus;
use super::failure::Failure;
use super::listen::Registration;
use super::object::ROOT;
use super::peer::{ACCESSIBLE, Peer};
use super::quirks::NOT_APPLICATIONS;
use super::wire::Connection;
use crate::ProcFs;

/// How long an application may take to introduce itself when all are listed. One that hangs is listed without its
/// own name, and everybody else waits this long for it once.
const INTRODUCTION: Duration = Duration::from_millis(250);

/// One connection to the bus and the applications met on it.
pub(super) struct Roster {
    bus: Connection,
    peers: Mutex<HashMap<Arc<str>, Arc<Peer>>>,
    registration: Arc<Registration>,
}

/// What an application says of itself.
struct Introduction {
    name: String,
    toolkit: Toolkit,
}

impl Roster {
    pub(super) fn new(bus: Connection) -> Roster {
        Roster { registration: Registration::new(bus.clone()), bus, peers: Mutex::default() }
    }

    /// The registration for events over this connection.
    pub(super) fn registration(&self) -> Arc<Registration> {
        self.registration.clone()
    }

    /// Whether the connection still stands.
    pub(super) fn is_connected(&self) -> bool {
        !self.bus.is_closed()
    }

    /// Calls made to everybody so far.
    pub(super) fn calls(&self) -> u64 {
        self.peers().values().map(|peer| peer.calls()).sum()
    }

    /// Everybody, asked at the same time.
    pub(super) async fn applications(&self, within: Duration) -> Result<Vec<App>> {
        let names = tokio::time::timeout(within, bus::application_names(&self.bus))
            .await
            .unwrap_or(Err(Failure::Silent))
            .map_err(|failure| {
                let error = failure.about_app("listing applications", "the accessibility registry");
                Error::new(ErrorKind::AccessibilityUnavailable, error.message())
            })?;
        self.peers().retain(|name, _| names.contains(name));
        let patience = within.min(INTRODUCTION);
        let apps = join_all(names.into_iter().map(|name| self.meet(name, patience))).await;
        Ok(apps.into_iter().flatten().collect())
    }

    /// The application with this id, when it was met before.
    pub(super) fn known(&self, app: &AppId) -> Option<Arc<Peer>> {
        self.peers().get(app.as_str()).cloned()
    }

    /// The application with this id.
    pub(super) async fn peer(&self, app: &AppId, within: Duration) -> Result<Arc<Peer>> {
        let name: Arc<str> = app.as_str().into();
        if let Some(peer) = self.peers().get(&name) {
            return Ok(peer.clone());
        }
        let Some(met) = self.meet(name.clone(), within).await else {
            // Over a broken connection nobody can be found.
            let failure = if self.is_connected() { Failure::Gone } else { Failure::Cut };
            return Err(failure.about_app("looking it up", &format!("the application {name}")));
        };
        self.peers()
            .get(&name)
            .cloned()
            .ok_or_else(|| Error::new(ErrorKind::AppNotResponding, format!("{} does not answer", met.name)))
    }

    fn peers(&self) -> std::sync::MutexGuard<'_, HashMap<Arc<str>, Arc<Peer>>> {
        self.peers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks an application who it is. `None` when it has left, or is no application at all.
    async fn meet(&self, name: Arc<str>, patience: Duration) -> Option<App> {
        let known = self.peers().get(&name).cloned();
        let pid = match &known {
            Some(peer) => peer.pid,
            None => Some(tokio::time::timeout(patience, bus::process_of(&self.bus, &name)).await.ok()??),
        };
        let executable = pid.and_then(|pid| ProcFs.executable(pid));
        if executable.as_deref().is_some_and(|program| NOT_APPLICATIONS.contains(&program)) {
            return None;
        }
        let stopped = pid.is_some_and(|pid| ProcFs.state(pid) == ProcessState::Stopped);
        let introduction = if stopped {
            Err(Failure::Silent)
        } else {
            tokio::time::timeout(patience, self.introduce(&name)).await.unwrap_or(Err(Failure::Silent))
        };
        let fallback = || executable.clone().unwrap_or_else(|| name.to_string());
        let (title, toolkit, health) = match introduction {
            Ok(Introduction { name, toolkit }) => (name, toolkit, Health::Responding),
            Err(Failure::Gone) => return None,
            Err(_) => {
                let reason = if stopped {
                    "its process is stopped".to_owned()
                } else {
                    format!("no answer in {} ms", patience.as_millis())
                };
                let (title, toolkit) = known.as_ref().map_or_else(
                    || (fallback(), Toolkit::default()),
                    |peer| (peer.title.clone(), peer.toolkit.clone()),
                );
                (title, toolkit, Health::NotResponding { reason })
            }
        };
        let title = if title.is_empty() { fallback() } else { title };
        let is_new = known.is_none_or(|peer| peer.title != title && health == Health::Responding);
        if is_new && health == Health::Responding {
            let peer = Peer::new(self.bus.clone(), name.clone(), title.clone(), pid, toolkit.clone());
            self.peers().insert(name.clone(), Arc::new(peer));
        }
        Some(App { id: AppId::new(name), name: title, pid, executable, desktop_id: None, toolkit, health })
    }

    async fn introduce(&self, name: &str) -> Result<Introduction, Failure> {
        const APPLICATION: &str = "org.a11y.atspi.Application";
        let (own, toolkit, version) = tokio::join!(
            self.property(name, ACCESSIBLE, "Name"),
            self.property(name, APPLICATION, "ToolkitName"),
            self.property(name, APPLICATION, "Version"),
        );
        Ok(Introduction {
            name: own?,
            toolkit: Toolkit { name: toolkit.unwrap_or_default(), version: version.unwrap_or_default() },
        })
    }

    async fn property(&self, name: &str, interface: &str, property: &str) -> Result<String, Failure> {
        let reply = self
            .bus
            .call(Some(name), ROOT, "org.freedesktop.DBus.Properties", "Get", &(interface, property))
            .await?;
        let value: OwnedValue =
            reply.body().deserialize().map_err(|error| Failure::Garbled(error.to_string()))?;
        match &*value {
            Variant::Str(text) => Ok(text.to_string()),
            other => Err(Failure::Garbled(format!("{property} is {other:?}"))),
        }
    }
}
