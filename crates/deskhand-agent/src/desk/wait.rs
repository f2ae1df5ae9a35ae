//! `POST /wait`

use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use deskhand_engine::{Observation, Observe, Reader, Session};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until};

use super::asking::given;
use super::choose::{Chosen, brief, choose};
use super::deadline::Deadline;
use super::health::is_accessible;
use super::place::owners_of;
use super::reading::{Standing, standing};
use crate::contract::{ActionResponse, Number, WaitRequest};
use crate::server::{Agent, Answer, Asked, Refusal};

/// Time to wait when none is given.
const USUAL: Duration = Duration::from_secs(30);

/// Time between two looks where nothing tells of changes.
const PAUSE: Duration = Duration::from_millis(50);

/// Time between two looks where changes of windows are told: accessibility can become ready without any.
const LONG_PAUSE: Duration = Duration::from_millis(250);

/// How long the application of a window that is there may take to show itself to accessibility. Some never do.
const INTRODUCTION: Duration = Duration::from_secs(1);

/// Time for a single look.
const LOOK: Duration = Duration::from_secs(1);

pub(crate) async fn wait(
    State(agent): State<Arc<Agent>>,
    Asked(request): Asked<WaitRequest>,
) -> Result<Answer<ActionResponse>, Refusal> {
    let time = request.timeout.map_or(Ok(USUAL), Number::timeout).map_err(Refusal::bad)?;
    let window = given(request.window);
    let mut stopping = agent.stopping.subscribe();
    let waiting = Waiting { session: &*agent.session, window: window.as_deref() };
    Ok(Answer(waiting.for_at_most(time, &mut stopping).await))
}

struct Waiting<'a> {
    session: &'a dyn Session,
    /// The window that is waited for; any when not given.
    window: Option<&'a str>,
}

/// What one look shows.
#[derive(Debug, PartialEq, Eq)]
enum Sight {
    /// All that is waited for.
    Ready,
    /// The window is there, and its application shows nothing to accessibility yet.
    Unintroduced,
    /// Something is missing.
    Missing(String),
}

impl Waiting<'_> {
    async fn for_at_most(&self, time: Duration, stopping: &mut watch::Receiver<bool>) -> ActionResponse {
        let end = Instant::now() + time;
        // However short the time, what is there is seen.
        let first = self.look().await;
        let mut missing = String::new();
        tokio::select! {
            biased;
            message = self.until_ready(first, &mut missing) => ActionResponse::done(message),
            () = sleep_until(end) => {
                let waited = time.as_secs_f64();
                ActionResponse { success: false, message: Some(format!("waited {waited} s: {missing}")) }
            }
            _ = stopping.wait_for(|stopping| *stopping) => {
                ActionResponse { success: false, message: Some(format!("the agent ends: {missing}")) }
            }
        }
    }

    /// Looks until everything is there, whenever something may have changed. Says what was missing last.
    async fn until_ready(&self, mut sight: Sight, missing: &mut String) -> String {
        let mut news = News::none();
        let mut seen_since: Option<Instant> = None;
        loop {
            match sight {
                Sight::Ready => return self.found(),
                Sight::Unintroduced => {
                    let since = *seen_since.get_or_insert_with(Instant::now);
                    if since.elapsed() >= INTRODUCTION {
                        return format!("{}; it shows nothing to accessibility", self.found());
                    }
                    "its application shows nothing to accessibility yet".clone_into(missing);
                }
                Sight::Missing(what) => {
                    seen_since = None;
                    *missing = what;
                }
            }
            let was_told = news.is_told();
            if !was_told {
                news = News::of(self.session).await;
            }
            // What happened before there was somebody to tell it is looked for at once.
            if was_told || !news.is_told() {
                news.wait().await;
            }
            sight = self.look().await;
        }
    }

    async fn look(&self) -> Sight {
        let deadline = Deadline::new(LOOK);
        let chosen = match self.window {
            Some(text) => choose(self.session, text, deadline).await,
            None => self.session.windows(deadline.left()).await.map_err(Refusal::from).map(|all| Chosen {
                meant: all.clone(),
                all,
                ..Chosen::default()
            }),
        };
        match chosen {
            Err(refusal) => return Sight::Missing(refusal.details),
            Ok(chosen) if chosen.meant.is_empty() => {
                let whose = if self.window.is_some() { " of that application" } else { "" };
                return Sight::Missing(format!("no window{whose} is open"));
            }
            Ok(_) if self.window.is_none() && is_accessible(self.session).await => return Sight::Ready,
            Ok(_) if self.window.is_none() => {}
            Ok(chosen) => {
                if let Ok(apps) = self.session.apps(deadline.left()).await {
                    let is_known = |app| standing(app, &apps) != Standing::Missing;
                    let known = owners_of(&chosen).iter().any(|owner| is_known(&owner.app));
                    return if known { Sight::Ready } else { Sight::Unintroduced };
                }
            }
        }
        Sight::Missing("accessibility does not answer".to_owned())
    }

    fn found(&self) -> String {
        match self.window {
            Some(window) => format!("window `{}` is there", brief(window)),
            None => "accessibility answers, and a window is there".to_owned(),
        }
    }
}

/// Tells when to look again.
struct News {
    told: Option<(Observation, Reader)>,
}

impl News {
    fn none() -> News {
        News { told: None }
    }

    async fn of(session: &dyn Session) -> News {
        let observation = session.observe(&Observe::default(), LOOK).await.ok();
        let Some(observation) = observation else { return News::none() };
        let mut reader = observation.reader();
        // The state at the start is no news.
        let told = matches!(reader.next().await, Some(Ok(_))).then_some((observation, reader));
        News { told }
    }

    fn is_told(&self) -> bool {
        self.told.is_some()
    }

    /// Returns when something has happened, or after a while.
    async fn wait(&mut self) {
        let pause = if self.is_told() { LONG_PAUSE } else { PAUSE };
        let over = tokio::select! {
            news = self.next() => news.is_none(),
            () = sleep(pause) => false,
        };
        if over {
            self.told = None;
            sleep(PAUSE).await;
        }
    }

    async fn next(&mut self) -> Option<()> {
        match &mut self.told {
            Some((_, reader)) => reader.next().await.filter(Result::is_ok).map(|_| ()),
            None => pending().await,
        }
    }
}
