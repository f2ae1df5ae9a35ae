//! A session that is open.

use std::sync::{Arc, Mutex as BlockingMutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use deskhand_engine::ports::StartedApp;
use tokio::sync::{Mutex, OwnedSemaphorePermit, watch};
use tokio::time::{Instant, sleep_until};

use crate::session::Session;

/// How long an application and its desktop may take to go.
const ENDING: Duration = Duration::from_secs(10);
/// How long it can take until it is known that an application has ended that does not answer any more.
pub(super) const DYING: Duration = Duration::from_secs(2);

/// How a session stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Open,
    /// Its client or the server has ended it.
    Ended,
    /// Its application has ended, for this reason.
    Died(String),
}

/// A connection, for as long as it is open.
#[derive(Debug)]
pub(crate) struct Caller;

/// Who uses a session.
struct Use {
    callers: Vec<Weak<Caller>>,
    last: Instant,
}

/// A session that is open, or was a moment ago.
pub(crate) struct Handle {
    pub(super) id: String,
    pub(super) app: Box<dyn StartedApp>,
    /// One command after another.
    pub(super) session: Mutex<Session>,
    fate: watch::Sender<Fate>,
    place: BlockingMutex<Option<OwnedSemaphorePermit>>,
    used: BlockingMutex<Use>,
}

impl Handle {
    pub(super) fn new(
        id: String,
        app: Box<dyn StartedApp>,
        session: Session,
        place: OwnedSemaphorePermit,
    ) -> Handle {
        Handle {
            id,
            app,
            session: Mutex::new(session),
            fate: watch::Sender::new(Fate::Open),
            place: BlockingMutex::new(Some(place)),
            used: BlockingMutex::new(Use { callers: Vec::new(), last: Instant::now() }),
        }
    }

    /// Notes that somebody uses it.
    pub(crate) fn note(&self, caller: &Arc<Caller>) {
        let mut used = lock(&self.used);
        used.last = Instant::now();
        used.callers.retain(|known| known.strong_count() > 0);
        if !used.callers.iter().any(|known| std::ptr::eq(known.as_ptr(), Arc::as_ptr(caller))) {
            used.callers.push(Arc::downgrade(caller));
        }
    }

    /// Returns when nobody who has used it has been connected for this long, and nobody new has come.
    pub(super) async fn until_forsaken(&self, time: Duration) {
        loop {
            let now = Instant::now();
            let last = {
                let mut used = lock(&self.used);
                // Whoever has a connection may be about to use it.
                if used.callers.iter().any(|known| known.strong_count() > 0) {
                    used.last = now;
                }
                used.last
            };
            if now.duration_since(last) >= time {
                return;
            }
            sleep_until(last + time).await;
        }
    }

    /// Says how it ends. Only the first word counts.
    pub(super) fn seal(&self, fate: Fate) {
        self.fate.send_if_modified(|now| {
            let is_open = *now == Fate::Open;
            if is_open {
                *now = fate;
            }
            is_open
        });
    }

    /// Returns when it is no longer open.
    pub(super) async fn until_sealed(&self) -> Fate {
        let mut fate = self.fate.subscribe();
        let sealed = fate.wait_for(|fate| *fate != Fate::Open).await;
        sealed.map_or(Fate::Ended, |fate| fate.clone())
    }

    /// Ends the application, and makes room for another session.
    pub(super) async fn end_app(&self) {
        self.app.end(ENDING).await;
        self.make_room();
    }

    /// Another session may begin.
    pub(super) fn make_room(&self) {
        drop(lock(&self.place).take());
    }
}

fn lock<T>(mutex: &BlockingMutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
