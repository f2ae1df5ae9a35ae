//! The desktop behind an agent, whatever the agent speaks.

use std::fmt;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use deskhand_engine::ports::{Chord, Image, ReadRequest, WindowChange};
use deskhand_engine::{
    Act, ActOptions, Changed, Element, Found, Idleness, Locator, Observation, Observe, Predicate, Receipt,
    Session, Shot, Snapshot, Until, WindowSelector, WindowView,
};
use deskhand_model::{App, AppSelector, Result, Window};
use tokio::sync::OnceCell;

use super::Client;
use super::own::OwnSession;
use super::plain::PlainSession;
use super::transport::CONNECTING;

/// The desktop behind an agent. An agent of ours is asked through its extensions, with which everything works as it does
/// on a desktop at hand; another's through the contract, as far as that goes.
///
/// Behind another's agent an action goes the way that this agent chooses, which the contract does not tell: it is done in
/// [`Mode::Auto`](deskhand_engine::Mode::Auto) alone, and the receipt's `by` says that way and focus are unknown.
pub struct RemoteSession {
    client: Client,
    /// The session that the agent understands, once it was asked.
    chosen: OnceCell<Box<dyn Session>>,
}

impl RemoteSession {
    /// The desktop behind this agent. Nothing is connected before something is asked.
    pub fn new(client: Client) -> RemoteSession {
        RemoteSession { client, chosen: OnceCell::new() }
    }

    /// The session that the agent understands, and what is left of the time when that is known.
    async fn session(&self, within: Duration) -> Result<(&dyn Session, Duration)> {
        let began = Instant::now();
        let choosing = self.chosen.get_or_try_init(|| self.choose());
        let chosen = self.client.in_time(within.min(CONNECTING), choosing).await?;
        Ok((&**chosen, within.saturating_sub(began.elapsed())))
    }

    /// The same for an action.
    async fn session_to_act(&self, options: &ActOptions) -> Result<(&dyn Session, ActOptions)> {
        let (session, within) = self.session(options.within).await?;
        Ok((session, ActOptions { within, ..options.clone() }))
    }

    async fn choose(&self) -> Result<Box<dyn Session>> {
        let client = self.client.clone();
        Ok(match self.client.discover(CONNECTING).await? {
            Some(_) => Box::new(OwnSession::new(client)),
            None => Box::new(PlainSession::new(client)),
        })
    }
}

impl fmt::Debug for RemoteSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RemoteSession").field("client", &self.client).finish_non_exhaustive()
    }
}

#[async_trait]
impl Session for RemoteSession {
    async fn apps(&self, within: Duration) -> Result<Vec<App>> {
        let (session, within) = self.session(within).await?;
        session.apps(within).await
    }

    async fn app(&self, app: &AppSelector, within: Duration) -> Result<App> {
        let (session, within) = self.session(within).await?;
        session.app(app, within).await
    }

    async fn tree(&self, app: &AppSelector, request: &ReadRequest, within: Duration) -> Result<Snapshot> {
        let (session, within) = self.session(within).await?;
        session.tree(app, request, within).await
    }

    async fn find_all(&self, locator: &Locator, within: Duration) -> Result<Found> {
        let (session, within) = self.session(within).await?;
        session.find_all(locator, within).await
    }

    async fn find(&self, locator: &Locator, within: Duration) -> Result<Element> {
        let (session, within) = self.session(within).await?;
        session.find(locator, within).await
    }

    async fn wait(&self, locator: &Locator, until: Until, within: Duration) -> Result<Found> {
        let (session, within) = self.session(within).await?;
        session.wait(locator, until, within).await
    }

    async fn wait_for(
        &self,
        app: &AppSelector,
        request: &ReadRequest,
        predicate: &mut Predicate<'_>,
        within: Duration,
    ) -> Result<Snapshot> {
        let (session, within) = self.session(within).await?;
        session.wait_for(app, request, predicate, within).await
    }

    async fn wait_for_idle(&self, app: &AppSelector, within: Duration) -> Result<Idleness> {
        let (session, within) = self.session(within).await?;
        session.wait_for_idle(app, within).await
    }

    async fn act(&self, locator: &Locator, act: &Act, options: &ActOptions) -> Result<Receipt> {
        let (session, options) = self.session_to_act(options).await?;
        session.act(locator, act, &options).await
    }

    async fn keys(&self, app: &AppSelector, chords: &[Chord], options: &ActOptions) -> Result<Receipt> {
        let (session, options) = self.session_to_act(options).await?;
        session.keys(app, chords, &options).await
    }

    async fn text(&self, locator: &Locator, within: Duration) -> Result<String> {
        let (session, within) = self.session(within).await?;
        session.text(locator, within).await
    }

    async fn windows(&self, within: Duration) -> Result<Vec<Window>> {
        let (session, within) = self.session(within).await?;
        session.windows(within).await
    }

    async fn window(&self, window: &WindowSelector, within: Duration) -> Result<WindowView> {
        let (session, within) = self.session(within).await?;
        session.window(window, within).await
    }

    async fn change_window(
        &self,
        window: &WindowSelector,
        change: WindowChange,
        within: Duration,
    ) -> Result<Changed> {
        let (session, within) = self.session(within).await?;
        session.change_window(window, change, within).await
    }

    async fn observe(&self, what: &Observe, within: Duration) -> Result<Observation> {
        let (session, within) = self.session(within).await?;
        session.observe(what, within).await
    }

    async fn screenshot(&self, shot: &Shot, within: Duration) -> Result<Image> {
        let (session, within) = self.session(within).await?;
        session.screenshot(shot, within).await
    }

    async fn clipboard(&self, within: Duration) -> Result<Option<String>> {
        let (session, within) = self.session(within).await?;
        session.clipboard(within).await
    }

    async fn set_clipboard(&self, text: &str, within: Duration) -> Result<()> {
        let (session, within) = self.session(within).await?;
        session.set_clipboard(text, within).await
    }
}
