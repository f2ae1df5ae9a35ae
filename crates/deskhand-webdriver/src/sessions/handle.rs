//! A session that is open.

use std::sync::Mutex as BlockingMutex;
use std::time::Duration;

use deskhand_engine::ports::StartedApp;
use tokio::sync::{Mutex, OwnedSemaphorePermit, watch};

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

/// A session that is open, or was a moment ago.
pub(crate) struct Handle {
    pub(super) id: String,
    pub(super) app: Box<dyn StartedApp>,
    /// One command after another.
    pub(super) session: Mutex<Session>,
    fate: watch::Sender<Fate>,
    place: BlockingMutex<Option<OwnedSemaphorePermit>>,
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
        let mut place = self.place.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        drop(place.take());
    }
}
