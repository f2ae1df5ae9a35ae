//! New Session.

use std::sync::Arc;
use std::time::Duration;

use deskhand_engine::ports::{Page, StartedApp};
use deskhand_page::{Ability, About, FaultKind, LoadState, View, ViewId};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep, timeout};
use uuid::Uuid;
use webdriver::capabilities::SpecNewSessionParameters;
use webdriver::error::{ErrorStatus, WebDriverError};

use super::Sessions;
use super::attendance::Caller;
use super::handle::{DYING, Handle};
use crate::capabilities::{self, Candidate};
use crate::errors::{Outcome, error, from_fault};
use crate::session::{PATIENCE, Session};
use crate::{atoms, browsing};

/// How often an application that shows nothing yet is looked at.
const LOOK_AGAIN: Duration = Duration::from_millis(10);
/// How long it may take to hand our functions to the first page.
const ACQUAINTANCE: Duration = Duration::from_secs(1);
/// How long the last look may take, when the time is over: an application that has no window should be told from one that
/// does not answer.
const LAST_LOOK: Duration = Duration::from_secs(1);

impl Sessions {
    /// Starts an application and answers when its first page has loaded. Whatever was started is gone when this fails,
    /// and when the client does not wait for it.
    pub(crate) async fn begin(
        self: &Arc<Sessions>,
        asked: &SpecNewSessionParameters,
        caller: &Caller,
    ) -> Outcome<Value> {
        let candidates = capabilities::candidates(asked, self.default_binary.as_deref())?;
        let Ok(place) = self.places.clone().try_acquire_owned() else {
            return Err(not_created(format!("All {} sessions that there can be are open.", self.max)));
        };
        let mut why_not = Vec::new();
        for candidate in candidates {
            match self.start(&candidate).await? {
                Ok(begun) => {
                    let id = Uuid::new_v4().to_string();
                    let answer = json!({ "sessionId": id, "capabilities": begun.capabilities });
                    let handle = Handle::new(id, begun.app, begun.session, place);
                    handle.note(caller);
                    self.open(handle)?;
                    return Ok(answer);
                }
                Err(why) => why_not.push(why),
            }
        }
        Err(not_created(format!("No session can be what was asked for: {}.", why_not.join("; "))))
    }

    /// Starts the application of a candidate. One that turns out not to be what was asked for is ended again, and it is
    /// said why.
    async fn start(&self, candidate: &Candidate) -> Outcome<Result<Begun, String>> {
        let end = Instant::now() + self.start_time;
        let app = self.apps.start(&candidate.app, self.start_time).await.map_err(not_started)?;
        let page = app.page();
        if let Some(objection) = objection(candidate, page.about()) {
            app.end(PATIENCE).await;
            return Ok(Err(objection));
        }
        match until_ready(app.as_ref(), &page, candidate, end).await {
            Ok((session, user_agent)) => {
                let capabilities = capabilities::answer(candidate, &session, page.about(), &user_agent);
                Ok(Ok(Begun { app, session, capabilities }))
            }
            Err(why) => {
                app.end(PATIENCE).await;
                Err(why)
            }
        }
    }
}

/// What an application that runs turns out not to be.
fn objection(candidate: &Candidate, about: &About) -> Option<String> {
    if !candidate.accepts_version(&about.version) {
        return Some(format!("browserVersion is {:?}", about.version));
    }
    let lacks = |ability: Ability, wanted: bool| wanted && !about.can(ability);
    if lacks(Ability::InsecureCertificates, candidate.accepts_insecure_certificates()) {
        return Some("this application cannot accept insecure certificates".to_owned());
    }
    if lacks(Ability::Windows, candidate.moves_windows()) {
        return Some("the windows of this application cannot be moved: setWindowRect is false".to_owned());
    }
    None
}

/// The same as [`ready`], but an application that ends is not waited for, except to be told why when it no longer
/// answers.
async fn until_ready(
    app: &dyn StartedApp,
    page: &Arc<dyn Page>,
    candidate: &Candidate,
    end: Instant,
) -> Outcome<(Session, String)> {
    let ready = tokio::select! {
        biased;
        why = app.until_ended() => return Err(ended(&why)),
        ready = ready(page, candidate, end) => ready,
    };
    match ready {
        Err(lost) if lost.delete_session => {
            Err(timeout(DYING, app.until_ended()).await.map_or(lost, |why| ended(&why)))
        }
        ready => ready,
    }
}

/// A session that can be opened.
struct Begun {
    app: Box<dyn StartedApp>,
    session: Session,
    capabilities: Value,
}

/// A session with an application that runs, once it shows a page; and what its pages call themselves.
async fn ready(page: &Arc<dyn Page>, candidate: &Candidate, end: Instant) -> Outcome<(Session, String)> {
    if candidate.accepts_insecure_certificates() {
        page.accept_insecure_certificates(true, PATIENCE)
            .await
            .map_err(from_fault)
            .map_err(as_not_created)?;
    }
    let view = first_view(page, end).await?;
    let mut session = Session::new(page.clone(), view);
    session.timeouts = candidate.timeouts()?;
    session.load = candidate.load();
    session.strict_files = candidate.is_strict_about_files();
    session.prompts = candidate.prompts();
    let within = session.timeouts.page_load().min(end.saturating_duration_since(Instant::now()));
    let loaded = page.wait_loaded(&session.place, session.load, within);
    let (loaded, ()) = match session.load {
        LoadState::Started => (loaded.await, ()),
        LoadState::Interactive | LoadState::Complete => tokio::join!(loaded, acquaint(&session, within)),
    };
    match loaded {
        // A dialog is for the first command, and a page that takes its time is a page all the same.
        Err(fault) if matches!(fault.kind, FaultKind::DialogOpen | FaultKind::Timeout) => {}
        loaded => loaded.map_err(from_fault).map_err(as_not_created)?,
    }
    let mut user_agent = page.about().user_agent.clone();
    if user_agent.is_empty() {
        user_agent = browsing::user_agent(&session).await.unwrap_or_default();
    }
    Ok((session, user_agent))
}

/// Hands our functions to the page while it still reads what it consists of: that takes longer than the first command does
/// which needs them. Where it fails, that command hands them over.
async fn acquaint(session: &Session, within: Duration) {
    let handed = async {
        session.page.wait_loaded(&session.place, LoadState::Started, within).await?;
        let call = atoms::call("viewport", Vec::new());
        session.page.call(&session.place, &call, ACQUAINTANCE).await
    };
    if let Err(fault) = handed.await {
        tracing::debug!(%fault, "the page was not handed our functions in advance");
    }
}

/// The first view that is there: one that can be seen, if there is one.
async fn first_view(page: &Arc<dyn Page>, end: Instant) -> Outcome<ViewId> {
    loop {
        let left = end.saturating_duration_since(Instant::now());
        let views = page.views(left.max(LAST_LOOK)).await.map_err(from_fault).map_err(as_not_created)?;
        if let Some(view) = choose(views) {
            return Ok(view);
        }
        if left.is_zero() {
            return Err(not_created("The application runs, but has no window with a web view.".to_owned()));
        }
        sleep(LOOK_AGAIN).await;
    }
}

fn choose(mut views: Vec<View>) -> Option<ViewId> {
    let seen = views.iter().position(|view| view.visible).unwrap_or(0);
    (seen < views.len()).then(|| views.swap_remove(seen).id)
}

fn not_created(message: String) -> WebDriverError {
    error(ErrorStatus::SessionNotCreated, message)
}

fn ended(why: &str) -> WebDriverError {
    not_created(format!("The application has ended: {why}"))
}

fn as_not_created(failure: WebDriverError) -> WebDriverError {
    WebDriverError { error: ErrorStatus::SessionNotCreated, ..failure }
}

/// Tells all that is known about an application that did not start.
fn not_started(failure: deskhand_model::Error) -> WebDriverError {
    let mut message = failure.message().to_owned();
    for step in failure.steps() {
        message.push_str("\n- ");
        message.push_str(step);
    }
    if let Some(advice) = failure.advice() {
        message.push('\n');
        message.push_str(advice);
    }
    not_created(message)
}
