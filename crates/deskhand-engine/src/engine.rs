//! The engine: everything that is the same on every platform, over one desktop's ports.

use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::time::Duration;

use async_trait::async_trait;
use deskhand_model::{App, AppId, AppSelector, Diagnosis, Result, Window};

use crate::act::{Act, ActOptions};
use crate::apps::{Seen, diagnose};
use crate::gather::Gathered;
use crate::heal::{Memory, Recorded};
use crate::idle::Idleness;
use crate::mirror::{Ear, MirrorCheck, MirrorStats, Mirrored};
use crate::observe::{Observation, Observe};
use crate::options::EngineOptions;
use crate::ports::{Chord, Freshness, Image, Moment, Ports, ReadRequest, WindowChange};
use crate::receipt::Receipt;
use crate::session::{Element, Found, Locator, Session, Shot, Snapshot, Until, WindowSelector};
use crate::until::Predicate;
use crate::wait::Deadline;
use crate::watch::Watch;
use crate::windows::{Changed, Registry, WindowView};

/// Drives one desktop through its ports. Cheap to keep, safe to share; actions in the background run side by side,
/// those that need keyboard and pointer take turns.
pub struct Engine {
    pub(crate) ports: Ports,
    /// The same as the accessibility port, for what only it can do.
    pub(crate) mirrors: Arc<Mirrored>,
    pub(crate) options: EngineOptions,
    pub(crate) seen: Seen,
    pub(crate) registry: Registry,
    pub(crate) heals: Memory,
    pub(crate) recorded: Recorded,
    pub(crate) input_turn: tokio::sync::Mutex<()>,
    /// How often a text field was clicked into to give it the keyboard.
    pub(crate) text_clicks: AtomicU32,
}

impl Engine {
    /// An engine with the usual settings. Asks nothing of the desktop yet.
    pub fn new(ports: Ports) -> Engine {
        Engine::with_options(ports, EngineOptions::default())
    }

    /// An engine with settings of its own.
    pub fn with_options(ports: Ports, options: EngineOptions) -> Engine {
        let gathered = Gathered::new(ports.accessibility, ports.clock.clone());
        let mirrors = Arc::new(Mirrored::new(Arc::new(gathered), ports.clock.clone(), &options));
        let ports = Ports { accessibility: mirrors.clone(), ..ports };
        Engine {
            ports,
            mirrors,
            options,
            seen: Seen::default(),
            registry: Registry::default(),
            heals: Memory::default(),
            recorded: Recorded::default(),
            input_turn: tokio::sync::Mutex::new(()),
            text_clicks: AtomicU32::new(0),
        }
    }

    /// Its settings.
    pub fn options(&self) -> &EngineOptions {
        &self.options
    }

    /// What there is to say of each live tree, by the application's id.
    pub fn mirror_stats(&self) -> Vec<(AppId, MirrorStats)> {
        self.mirrors.stats()
    }

    /// Compares what the live tree of an application answers to a question of this freshness with a new reading of the
    /// application. With [`Freshness::Told`] that is the tree from which elements are found to act on them, after everything
    /// that was told has arrived. `None` when there is no live tree. What changes meanwhile does not count.
    pub async fn check_mirror(
        &self,
        app: &AppSelector,
        freshness: Freshness,
        within: Duration,
    ) -> Result<Option<MirrorCheck>> {
        let deadline = self.deadline(within);
        let app = self.choose_app(app, &deadline).await?.app;
        let checked = self.mirrors.check(&app.id, freshness, deadline.for_call()).await;
        let checked = checked.map_err(|error| diagnose(error, &app, &*self.ports.processes))?;
        Ok(checked.map(|checked| checked.outcome))
    }

    /// Listens to an application, unless it is listened to already. `None` when it tells nothing. What comes in is the
    /// mirror's to take out; who wants to know what it was, listens through the port with a mailbox of its own.
    pub(crate) async fn listen_to(&self, app: &App, within: Duration) -> Result<Option<Arc<Ear>>> {
        let answer = self.mirrors.listen_to(&app.id, within).await;
        answer.map_err(|error| diagnose(error, app, &*self.ports.processes))
    }

    pub(crate) fn now(&self) -> Moment {
        self.ports.clock.now()
    }

    pub(crate) fn deadline(&self, within: Duration) -> Deadline<'_> {
        Deadline::starting_now(&*self.ports.clock, within, &self.options)
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").field("options", &self.options).finish_non_exhaustive()
    }
}

#[async_trait]
impl Session for Engine {
    async fn apps(&self, within: Duration) -> Result<Vec<App>> {
        self.list_apps_with_ids(within).await
    }

    async fn app(&self, app: &AppSelector, within: Duration) -> Result<App> {
        // Somebody who asks about an application wants to know how it is now, not how it was.
        self.forget_apps();
        Ok(self.choose_app(app, &self.deadline(within)).await?.app)
    }

    async fn tree(&self, app: &AppSelector, request: &ReadRequest, within: Duration) -> Result<Snapshot> {
        let deadline = self.deadline(within);
        let mut watch = Watch::begin(self, app, deadline).await?;
        let look = watch.look(app, request).await?;
        Ok(self.place_snapshot(look.snapshot, request, &deadline).await)
    }

    async fn find_all(&self, locator: &Locator, within: Duration) -> Result<Found> {
        self.find_every(locator, self.deadline(within)).await
    }

    async fn find(&self, locator: &Locator, within: Duration) -> Result<Element> {
        self.find_one(locator, self.deadline(within)).await
    }

    async fn wait(&self, locator: &Locator, until: Until, within: Duration) -> Result<Found> {
        self.wait_until(locator, &until, self.deadline(within)).await
    }

    async fn wait_for(
        &self,
        app: &AppSelector,
        request: &ReadRequest,
        predicate: &mut Predicate<'_>,
        within: Duration,
    ) -> Result<Snapshot> {
        self.wait_for_snapshot(app, request, predicate, self.deadline(within)).await
    }

    async fn wait_for_idle(&self, app: &AppSelector, within: Duration) -> Result<Idleness> {
        self.await_idle(app, self.deadline(within)).await
    }

    async fn act(&self, locator: &Locator, act: &Act, options: &ActOptions) -> Result<Receipt> {
        self.act_on(locator, act, options).await
    }

    async fn keys(&self, app: &AppSelector, chords: &[Chord], options: &ActOptions) -> Result<Receipt> {
        self.strike_in_app(app, chords, options).await
    }

    async fn text(&self, locator: &Locator, within: Duration) -> Result<String> {
        self.read_text(locator, self.deadline(within)).await
    }

    async fn windows(&self, within: Duration) -> Result<Vec<Window>> {
        Ok(Arc::unwrap_or_clone(self.list_windows(within).await?))
    }

    async fn change_window(
        &self,
        window: &WindowSelector,
        change: WindowChange,
        within: Duration,
    ) -> Result<Changed> {
        self.change_one_window(window, change, &self.deadline(within)).await
    }

    async fn window(&self, window: &WindowSelector, within: Duration) -> Result<WindowView> {
        self.get_window(window, &self.deadline(within)).await
    }

    async fn observe(&self, what: &Observe, within: Duration) -> Result<Observation> {
        self.start_observing(what, &self.deadline(within)).await
    }

    async fn diagnose(&self, app: Option<&AppSelector>, within: Duration) -> Result<Diagnosis> {
        let deadline = self.deadline(within);
        let app = match app {
            Some(app) => Some(self.choose_app(app, &deadline).await?.app.id),
            None => None,
        };
        self.ports.accessibility.diagnose(app.as_ref(), deadline.for_call()).await
    }

    async fn screenshot(&self, shot: &Shot, within: Duration) -> Result<Image> {
        self.shoot(shot, &self.deadline(within)).await
    }

    async fn clipboard(&self, within: Duration) -> Result<Option<String>> {
        self.ports.clipboard.read(within).await
    }

    async fn set_clipboard(&self, text: &str, within: Duration) -> Result<()> {
        self.ports.clipboard.write(text, within).await
    }
}
