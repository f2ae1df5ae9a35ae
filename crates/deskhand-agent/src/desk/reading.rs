//! Reading applications without waiting for those that have nothing to say.

use std::future::pending;
use std::time::Duration;

use deskhand_engine::ports::ReadRequest;
use deskhand_engine::{Session, Snapshot};
use deskhand_model::{App, AppSelector, Error, ErrorKind, Health, Result};
use http::StatusCode;

use super::deadline::Deadline;
use crate::contract::ErrorKey;
use crate::server::Refusal;

/// Most readings are done by then, and the question whether the application is accessible at all is spared.
const HEAD_START: Duration = Duration::from_millis(20);

/// An application's tree.
pub(super) async fn read(
    session: &dyn Session,
    app: &AppSelector,
    request: &ReadRequest,
    deadline: Deadline,
) -> Result<Snapshot> {
    unless_missing(session, app, deadline, session.tree(app, request, deadline.left())).await
}

/// What an application is asked. A session waits for applications that may still come; a process that shows nothing to
/// accessibility never does, and is `app_not_found` as soon as that is known.
pub(super) async fn unless_missing<T>(
    session: &dyn Session,
    app: &AppSelector,
    deadline: Deadline,
    asked: impl Future<Output = Result<T>>,
) -> Result<T> {
    tokio::select! {
        biased;
        answer = asked => answer,
        () = is_missing(session, app, deadline) => {
            Err(Error::new(ErrorKind::AppNotFound, format!("The application {app} shows nothing to accessibility")))
        }
    }
}

/// Returns when the application is known to be none that accessibility lists.
async fn is_missing(session: &dyn Session, app: &AppSelector, deadline: Deadline) {
    tokio::time::sleep(HEAD_START).await;
    match session.apps(deadline.left()).await {
        Ok(apps) if app.select(&apps).is_empty() => {}
        _ => pending().await,
    }
}

/// How an application is, before anything is asked of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// It answers.
    Answers,
    /// It is there and does not answer.
    Silent,
    /// It shows nothing to accessibility.
    Missing,
}

/// How this application is, by the list of all.
pub(super) fn standing(app: &AppSelector, apps: &[App]) -> Standing {
    let silent = |app: &&App| matches!(app.health, Health::NotResponding { .. });
    match app.select(apps).as_slice() {
        [] => Standing::Missing,
        some if some.iter().all(silent) => Standing::Silent,
        _ => Standing::Answers,
    }
}

/// The refusal of a request about elements of an application that shows none.
pub(super) fn without_accessibility(name: &str) -> Refusal {
    let details = format!("{name} shows nothing to accessibility, so there are no elements to find in it");
    Refusal::new(StatusCode::SERVICE_UNAVAILABLE, ErrorKey::AccessibilityUnavailable, details)
}
