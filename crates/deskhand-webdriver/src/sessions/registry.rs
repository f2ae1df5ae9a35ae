//! Which sessions there are.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use deskhand_engine::ports::PageApps;
use futures_util::future::join_all;
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use webdriver::error::{ErrorStatus, WebDriverError};

use super::handle::Handle;
use crate::errors::{Outcome, error};
use crate::server::ServerOptions;

/// How many dead sessions are remembered whose clients did not ask again.
const REMEMBERED: usize = 1000;

/// All sessions of a server.
pub(crate) struct Sessions {
    pub(super) apps: Arc<dyn PageApps>,
    pub(super) default_binary: Option<String>,
    pub(super) start_time: Duration,
    forsaken_after: Option<Duration>,
    pub(super) max: usize,
    pub(super) places: Arc<Semaphore>,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    open: HashMap<String, Arc<Handle>>,
    /// Those that ended without a word of their clients, the oldest first.
    dead: Vec<(String, Cause)>,
    /// No more sessions begin.
    is_closed: bool,
}

/// Why a session ended without a word of its client.
enum Cause {
    /// Its application ended, for this reason.
    Died(String),
    /// Nobody was connected for this long.
    Forsaken(Duration),
}

impl Sessions {
    pub(crate) fn new(apps: Arc<dyn PageApps>, options: &ServerOptions) -> Sessions {
        let max = options.max_sessions.unwrap_or(Semaphore::MAX_PERMITS).min(Semaphore::MAX_PERMITS);
        Sessions {
            apps,
            default_binary: options.default_binary.clone(),
            start_time: options.start_time,
            forsaken_after: options.forsaken_after,
            max,
            places: Arc::new(Semaphore::new(max)),
            known: Mutex::default(),
        }
    }

    /// Whether another session could begin.
    pub(crate) fn status(&self) -> Value {
        let open = self.known().open.len();
        let is_ready = self.places.available_permits() > 0;
        let message = match (is_ready, open) {
            (true, 0) => "Ready for a session.".to_owned(),
            (true, open) => format!("{open} sessions are open; ready for another one."),
            (false, _) => format!("All {} sessions that there can be are open.", self.max),
        };
        json!({ "ready": is_ready, "message": message, "version": env!("CARGO_PKG_VERSION") })
    }

    /// The session with this id. That its application has died is told once.
    pub(crate) fn find(&self, id: &str) -> Outcome<Arc<Handle>> {
        let open = self.known().open.get(id).cloned();
        open.ok_or_else(|| self.tell(id))
    }

    /// Why there is no session with this id.
    pub(super) fn tell(&self, id: &str) -> WebDriverError {
        let mut known = self.known();
        let index = known.dead.iter().position(|(dead, _)| dead == id);
        match index.map(|index| known.dead.remove(index)) {
            Some((_, Cause::Died(why))) => {
                error(ErrorStatus::UnknownError, format!("The application of the session has ended: {why}"))
            }
            Some((_, Cause::Forsaken(time))) => {
                let message =
                    format!("The session was ended: no client was connected for {} s.", time.as_secs_f64());
                error(ErrorStatus::InvalidSessionId, message)
            }
            None => error(ErrorStatus::InvalidSessionId, format!("There is no session {id}.")),
        }
    }

    /// Opens a session to commands, and watches over its application. Refused when the server ends meanwhile.
    pub(super) fn open(self: &Arc<Sessions>, handle: Handle) -> Outcome<Arc<Handle>> {
        let handle = Arc::new(handle);
        {
            let mut known = self.known();
            if known.is_closed {
                return Err(error(ErrorStatus::SessionNotCreated, "The server is about to end."));
            }
            known.open.insert(handle.id.clone(), handle.clone());
        }
        tokio::spawn(watch_over(self.clone(), handle.clone()));
        Ok(handle)
    }

    /// Delete Session. One whose application has died already is as its client wants it.
    pub(crate) async fn delete(&self, id: &str) -> Outcome<Value> {
        match self.find(id) {
            Ok(handle) => self.end(&handle).await,
            Err(dead) if dead.error == ErrorStatus::UnknownError => {}
            Err(unknown) => return Err(unknown),
        }
        Ok(Value::Null)
    }

    /// Ends a session. Its application is gone when this returns.
    pub(super) async fn end(&self, handle: &Handle) {
        self.known().open.remove(&handle.id);
        handle.seal();
        handle.end_app().await;
    }

    /// Ends all sessions at once, and lets no other begin.
    pub(crate) async fn end_all(&self) {
        let open: Vec<Arc<Handle>> = {
            let mut known = self.known();
            known.is_closed = true;
            known.open.drain().map(|(_, handle)| handle).collect()
        };
        join_all(open.iter().map(|handle| self.end(handle))).await;
    }

    fn bury(&self, id: &str, cause: Cause) {
        let mut known = self.known();
        // Not when somebody has ended it: that its application went with it is no news.
        if known.open.remove(id).is_some() {
            if known.dead.len() == REMEMBERED {
                known.dead.remove(0);
            }
            known.dead.push((id.to_owned(), cause));
        }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Waits until the application of a session ends, or all of its clients are lost, and then takes leave of the session.
async fn watch_over(sessions: Arc<Sessions>, handle: Arc<Handle>) {
    let forsaken = async {
        match sessions.forsaken_after {
            Some(time) => {
                handle.attendance.until_forsaken(time).await;
                time
            }
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        () = handle.until_sealed() => return,
        why = handle.app.until_ended() => {
            tracing::warn!(session = handle.id, why, "the application has ended");
            sessions.bury(&handle.id, Cause::Died(why));
            // What it leaves behind, such as its desktop, is no session any more.
            handle.make_room();
        }
        time = forsaken => {
            tracing::warn!(session = handle.id, "no client is left");
            sessions.bury(&handle.id, Cause::Forsaken(time));
        }
    }
    handle.seal();
    handle.end_app().await;
}
