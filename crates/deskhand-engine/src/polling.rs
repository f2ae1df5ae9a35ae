//! Waiting for a snapshot through any session, by looking again and again.
//!
//! For sessions that are not the engine, such as a client of another process. They have no ports, so the time is the
//! system's; the engine waits in [`until`](crate::until), by its own clock.

use std::time::Duration;

use deskhand_model::{AppSelector, Error, ErrorKind, Result};

use crate::apps::describe;
use crate::options::EngineOptions;
use crate::ports::{ReadRequest, SystemClock};
use crate::session::{Session, Snapshot};
use crate::until::Predicate;
use crate::wait::{Deadline, Pauses, shown};

/// Waits until a snapshot is as somebody wants it.
pub(crate) async fn poll<S: Session + ?Sized>(
    session: &S,
    app: &AppSelector,
    request: &ReadRequest,
    predicate: &mut Predicate<'_>,
    within: Duration,
) -> Result<Snapshot> {
    let (clock, options) = (SystemClock::new(), EngineOptions::default());
    let deadline = Deadline::starting_now(&clock, within, &options);
    let mut pauses = Pauses::new(&options);
    loop {
        let snapshot = session.tree(app, request, deadline.for_call()).await?;
        if predicate(&snapshot) {
            return Ok(snapshot);
        }
        if !pauses.pause(&deadline, snapshot.took).await {
            let (app, waited) = (describe(&snapshot.app), shown(deadline.waited()));
            let message = format!("Waited {waited} for {app}, and it was not as it was waited for");
            let seen = format!("last saw {} elements", snapshot.tree.len().saturating_sub(1));
            return Err(Error::new(ErrorKind::Timeout, message).tried(seen));
        }
    }
}
