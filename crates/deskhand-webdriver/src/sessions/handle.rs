//! A session that is open.

use std::sync::{Mutex as BlockingMutex, PoisonError};
use std::time::Duration;

use deskhand_engine::ports::StartedApp;
use tokio::sync::{Mutex, OwnedSemaphorePermit, watch};

use super::attendance::{Attendance, Caller};
use crate::session::Session;

/// How long an application and its desktop may take to go.
const ENDING: Duration = Duration::from_secs(10);
/// How long it can take until it is known that an application has ended that does not answer any more.
pub(super) const DYING: Duration = Duration::from_secs(2);

/// A session that is open, or was a moment ago.
pub(crate) struct Handle {
    pub(super) id: String,
    pub(super) app: Box<dyn StartedApp>,
    /// One command after another.
    pub(super) session: Mutex<Session>,
    /// Who uses it.
    pub(super) attendance: Attendance,
    sealed: watch::Sender<bool>,
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
            attendance: Attendance::new(),
            sealed: watch::Sender::new(false),
            place: BlockingMutex::new(Some(place)),
        }
    }

    /// Notes that a client uses it.
    pub(crate) fn note(&self, caller: &Caller) {
        caller.attend(&self.attendance);
    }

    /// It is no longer open: whatever is under way in it is over.
    pub(super) fn seal(&self) {
        self.sealed.send_replace(true);
    }

    /// Returns when it is no longer open.
    pub(super) async fn until_sealed(&self) {
        // There is a sender for as long as there is `self`.
        let _ = self.sealed.subscribe().wait_for(|sealed| *sealed).await;
    }

    /// Ends the application, and makes room for another session.
    pub(super) async fn end_app(&self) {
        self.app.end(ENDING).await;
        self.make_room();
    }

    /// Another session may begin.
    pub(super) fn make_room(&self) {
        drop(self.place.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}
