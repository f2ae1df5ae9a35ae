//! Registering for events with the accessibility registry, as long as anybody listens.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::try_join_all;
use tokio::sync::Mutex;
use tokio::time::timeout;

use super::events::EVENTS;
use crate::atspi::bus::REGISTRY;
use crate::atspi::wire::Connection;

/// How long the registry may take. It answers in well under a millisecond; one that does not is no application's fault.
const LIMIT: Duration = Duration::from_secs(1);

/// How many listen over one connection to the bus. The registry takes a connection off its list for good at the first
/// word, so only the last one says it.
pub(in crate::atspi) struct Registration {
    bus: Connection,
    /// Held while the registry is told, so that leaving and coming back cannot overtake each other.
    listeners: Mutex<Listeners>,
}

#[derive(Default)]
struct Listeners {
    count: usize,
    /// Whether the registry knows of them.
    are_registered: bool,
}

impl Registration {
    pub(in crate::atspi) fn new(bus: Connection) -> Arc<Registration> {
        Arc::new(Registration { bus, listeners: Mutex::default() })
    }

    /// One more that listens, until what is returned is dropped. `None` when the registry does not take it in time: then
    /// applications may tell nothing.
    pub(in crate::atspi) async fn join(self: &Arc<Registration>, within: Duration) -> Option<Registered> {
        // Somebody may be leaving, and that may take as long.
        let joined = timeout(within.min(2 * LIMIT), async {
            let mut listeners = self.listeners.lock().await;
            if !listeners.are_registered {
                listeners.are_registered = self.tell_registry("RegisterEvent").await;
            }
            listeners.are_registered.then(|| {
                listeners.count += 1;
                Registered(self.clone())
            })
        });
        joined.await.unwrap_or_else(|_| {
            tracing::debug!("the accessibility registry does not answer");
            None
        })
    }

    async fn leave(&self) {
        let mut listeners = self.listeners.lock().await;
        listeners.count -= 1;
        if listeners.count == 0 {
            listeners.are_registered = false;
            // Whatever it has not done by then it does before what it is told next.
            if timeout(LIMIT, self.tell_registry("DeregisterEvent")).await.is_err() {
                tracing::debug!("the accessibility registry does not answer");
            }
        }
    }

    /// Tells the registry of every event, and returns whether it took them all.
    async fn tell_registry(&self, method: &str) -> bool {
        const PATH: &str = "/org/a11y/atspi/registry";
        let call = |event| self.bus.call(Some(REGISTRY), PATH, REGISTRY, method, event);
        match try_join_all(EVENTS.iter().map(call)).await {
            Ok(_) => true,
            Err(error) => {
                tracing::debug!(%error, method, "the accessibility registry refuses an event");
                false
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
