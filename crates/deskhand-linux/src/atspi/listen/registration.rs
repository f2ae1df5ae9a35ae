//! Registering for events with the accessibility registry, as long as anybody listens.

use std::sync::Arc;

use futures_util::future::join_all;
use tokio::sync::Mutex;
use zbus::Connection;

use super::events::EVENTS;
use crate::atspi::bus::REGISTRY;

/// How many listen over one connection to the bus. The registry takes a connection off its list for good at the first
/// word, so only the last one says it.
pub(in crate::atspi) struct Registration {
    bus: Connection,
    /// Held while the registry is told, so that leaving and coming back cannot overtake each other.
    users: Mutex<usize>,
}

impl Registration {
    pub(in crate::atspi) fn new(bus: Connection) -> Arc<Registration> {
        Arc::new(Registration { bus, users: Mutex::new(0) })
    }

    /// One more that listens, until what is returned is dropped.
    pub(in crate::atspi) async fn join(self: &Arc<Registration>) -> Registered {
        let mut users = self.users.lock().await;
        if *users == 0 {
            self.tell_registry("RegisterEvent").await;
        }
        *users += 1;
        Registered(self.clone())
    }

    async fn leave(&self) {
        let mut users = self.users.lock().await;
        *users -= 1;
        if *users == 0 {
            self.tell_registry("DeregisterEvent").await;
        }
    }

    async fn tell_registry(&self, method: &str) {
        const PATH: &str = "/org/a11y/atspi/registry";
        let call = |event| self.bus.call_method(Some(REGISTRY), PATH, Some(REGISTRY), method, event);
        for answer in join_all(EVENTS.iter().map(call)).await {
            if let Err(error) = answer {
                tracing::debug!(%error, method, "the accessibility registry refuses an event");
            }
        }
    }
}

/// One that listens.
pub(in crate::atspi) struct Registered(Arc<Registration>);

impl Drop for Registered {
    fn drop(&mut self) {
        // Without a runtime the connection ends as well, and the registry notices that.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            let registration = self.0.clone();
            runtime.spawn(async move { registration.leave().await });
        }
    }
}
