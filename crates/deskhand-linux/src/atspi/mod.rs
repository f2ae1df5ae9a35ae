//! AT-SPI: what is inside the applications of a desktop.

mod actions;
mod bus;
mod diagnose;
mod failure;
mod interfaces;
mod lines;
mod listen;
mod memory;
mod object;
mod peer;
mod perform;
mod quirks;
mod read;
mod roles;
mod roster;
mod text;
mod wire;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use deskhand_engine::ports::{
    Accessibility, DesktopEnv, Listening, Mailbox, Perform, Performed, ProcessState, Processes, ReadRequest,
    Reading, TopLevel, TopLevels,
};
use deskhand_model::{App, AppId, Diagnosis, Error, ErrorKind, Fields, Handle, NodeData, Result};
use tokio::sync::Mutex;
use tokio::time::Instant;

use self::failure::Failure;
use self::listen::Feeds;
use self::object::ObjectRef;
use self::peer::Peer;
use self::roster::Roster;
use crate::ProcFs;

/// How long a call waits before it looks for the first time. Most answers are there by then.
const SOON: Duration = Duration::from_millis(2);

/// How often a waiting call looks whether the application's process was stopped or has ended.
const LOOK: Duration = Duration::from_millis(50);

/// The accessibility layer of one desktop.
pub struct AtSpi {
    env: DesktopEnv,
    roster: Mutex<Option<Arc<Roster>>>,
    feeds: Feeds,
}

impl AtSpi {
    /// The accessibility layer of the desktop that `env` describes; connects on first use.
    pub fn new(env: &DesktopEnv) -> AtSpi {
        AtSpi { env: env.clone(), roster: Mutex::new(None), feeds: Feeds::default() }
    }

    /// How many calls were made to applications so far; for measurements.
    pub async fn calls(&self) -> u64 {
        self.roster.lock().await.as_ref().map_or(0, |roster| roster.calls())
    }

    /// The connection to the bus with everybody known on it; made on first use and again after it broke.
    async fn roster(&self, within: Duration) -> Result<Arc<Roster>> {
        let mut slot = self.roster.lock().await;
        if let Some(roster) = slot.as_ref().filter(|roster| roster.is_connected()) {
            return Ok(roster.clone());
        }
        let roster = Arc::new(Roster::new(bus::connect(&self.env, within).await?));
        *slot = Some(roster.clone());
        Ok(roster)
    }

    /// The application, with a direct connection where it has one and it is worth having.
    async fn peer(&self, app: &AppId, within: Duration) -> Result<Arc<Peer>> {
        let roster = self.roster(within).await?;
        let peer = roster.peer(app, within).await?;
        if peer.is_worth_connecting() {
            guarded(&peer, within, "connecting", async {
                peer.connect().await;
                Ok(())
            })
            .await?;
        }
        Ok(peer)
    }
}

/// Runs a call to an application for `within` at most. A process that is stopped or has ended is noticed soon instead of
/// when the time is over.
async fn guarded<T>(
    peer: &Peer,
    within: Duration,
    what: &str,
    call: impl Future<Output = Result<T>>,
) -> Result<T> {
    let until = Instant::now() + within;
    let mut call = std::pin::pin!(call);
    let mut look = Instant::now() + SOON;
    loop {
        if let Ok(result) = tokio::time::timeout_at(until.min(look), &mut call).await {
            return result;
        }
        able(peer, what)?;
        if Instant::now() >= until {
            let seconds = within.as_secs_f64();
            return Err(not_responding(peer, what, &format!("no answer in {seconds:.1} s")));
        }
        look = Instant::now() + LOOK;
    }
}

/// An error when the application's process cannot answer: it is stopped or has ended.
fn able(peer: &Peer, what: &str) -> Result<()> {
    match peer.pid.map(|pid| ProcFs.state(pid)) {
        None | Some(ProcessState::Alive) => Ok(()),
        Some(ProcessState::Stopped) => Err(not_responding(peer, what, "its process is stopped")),
        Some(ProcessState::Gone) => Err(Failure::Gone.about_app(what, &peer.title)),
    }
}

fn not_responding(peer: &Peer, what: &str, why: &str) -> Error {
    Error::new(ErrorKind::AppNotResponding, format!("{} does not answer: {why}", peer.title)).tried(what)
}

#[async_trait]
impl Accessibility for AtSpi {
    async fn applications(&self, within: Duration) -> Result<Vec<App>> {
        self.roster(within).await?.applications(within).await
    }

    async fn read(&self, app: &AppId, request: &ReadRequest, within: Duration) -> Result<Reading> {
        let peer = self.peer(app, within).await?;
        // The reading watches the clock itself, so that what it has by then is not lost; the guard comes after it.
        let reading = guarded(&peer, within + LOOK, "reading its tree", async {
            read::tree(&peer, request, within)
                .await
                .map_err(|failure| failure.about_app("reading its tree", &peer.title))
        })
        .await?;
        for feed in self.feeds.of(app) {
            feed.note(request, &reading.tree);
        }
        Ok(reading)
    }

    async fn read_below(
        &self,
        app: &AppId,
        element: &Handle,
        request: &ReadRequest,
        within: Duration,
    ) -> Result<Reading> {
        let peer = self.peer(app, within).await?;
        let object = ObjectRef::from_handle(element)?;
        guarded(&peer, within + LOOK, "reading a part of its tree", async {
            read::below(&peer, &object, request, within)
                .await
                .map_err(|failure| failure.about_element("reading a part of its tree", &peer.title))
        })
        .await
    }

    async fn listen(
        &self,
        app: &AppId,
        mailbox: Arc<Mailbox>,
        within: Duration,
    ) -> Result<Option<Listening>> {
        listen::listen(self, app, mailbox, within).await
    }

    async fn caught_up(&self, app: &AppId, within: Duration) -> Result<()> {
        listen::caught_up(self, app, within).await
    }

    async fn details(
        &self,
        app: &AppId,
        elements: &[Handle],
        fields: Fields,
        within: Duration,
    ) -> Result<Vec<Result<NodeData>>> {
        let peer = self.peer(app, within).await?;
        let objects: Vec<ObjectRef> = elements.iter().map(ObjectRef::from_handle).collect::<Result<_>>()?;
        guarded(&peer, within + LOOK, "reading elements", async {
            read::objects(&peer, &objects, fields, within)
                .await
                .map_err(|failure| failure.about_app("reading elements", &peer.title))
        })
        .await
    }

    async fn confirm(
        &self,
        app: &AppId,
        elements: &[Handle],
        fields: Fields,
        within: Duration,
    ) -> Result<Vec<Result<NodeData>>> {
        listen::confirm(self, app, elements, fields, within).await
    }

    async fn perform(
        &self,
        app: &AppId,
        element: &Handle,
        what: &Perform,
        within: Duration,
    ) -> Result<Performed> {
        let peer = self.peer(app, within).await?;
        let object = ObjectRef::from_handle(element)?;
        // A stopped process would do it when it continues, long after this is over. One that answered just now runs, and
        // what stops it from here on is too late for any look at it.
        if !peer.has_answered_within(SOON) {
            able(&peer, what.name())?;
        }
        guarded(&peer, within, what.name(), perform::perform(&peer, &object, what)).await
    }

    async fn text(&self, app: &AppId, element: &Handle, within: Duration) -> Result<String> {
        let peer = self.peer(app, within).await?;
        let object = ObjectRef::from_handle(element)?;
        guarded(&peer, within, "reading text", text::whole(&peer, &object)).await
    }

    async fn diagnose(&self, app: Option<&AppId>, within: Duration) -> Result<Diagnosis> {
        Ok(diagnose::desktop(self, app, within).await)
    }

    /// AT-SPI knows no list of windows beside the children of the root: it is the same wherever one looks.
    async fn top_levels(&self, app: &AppId, _among: TopLevels, within: Duration) -> Result<Vec<TopLevel>> {
        let peer = self.peer(app, within).await?;
        guarded(&peer, within + LOOK, "reading its windows", async {
            read::top_levels(&peer, within)
                .await
                .map_err(|failure| failure.about_app("reading its windows", &peer.title))
        })
        .await
    }
}
