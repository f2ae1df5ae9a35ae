//! A desktop whose window system tells of every change: the test says which states it goes through.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use deskhand_engine::ports::{
    Compositor, Feed, Ports, ProcessState, Processes, RegistryFeed, RegistryState, WindowChange, Workspaces,
};
use deskhand_engine::{Engine, Observation, Observe, Observed, Reader, Session};
use deskhand_model::{Error, Rect, Result, Window, WindowId};
use tokio::sync::{mpsc, watch};

use super::{Desktop, seconds};

/// The window system's end of a feed, and the life of every process.
pub(crate) struct Told {
    states: mpsc::UnboundedSender<Result<RegistryState>>,
    alive: watch::Sender<bool>,
}

/// An engine on a desktop that tells its states as `Told` says.
pub(crate) fn told_desktop() -> (Engine, Told) {
    let (states, feed) = mpsc::unbounded_channel();
    let (alive, life) = watch::channel(true);
    let desktop = Desktop::new(vec![], vec![]);
    let ports = desktop.ports();
    let compositor = Telling { desktop, feed: Mutex::new(Some(feed)) };
    let ports = Ports { compositor: Arc::new(compositor), processes: Arc::new(Mortal { life }), ..ports };
    (Engine::new(ports), Told { states, alive })
}

impl Told {
    /// The next state.
    pub(crate) fn state(&self, windows: &[Window]) {
        self.send(windows, false);
    }

    /// The next state, with others left out before it.
    pub(crate) fn skip_to(&self, windows: &[Window]) {
        self.send(windows, true);
    }

    fn send(&self, windows: &[Window], skipped: bool) {
        let state = RegistryState { windows: Arc::new(windows.to_vec()), skipped, touched: Vec::new() };
        self.states.send(Ok(state)).expect("somebody reads the feed");
    }

    /// The window system has gone away.
    pub(crate) fn fail(&self, error: Error) {
        self.states.send(Err(error)).expect("somebody reads the feed");
    }

    /// Every process ends.
    pub(crate) fn end_processes(&self) {
        self.alive.send_replace(false);
    }

    /// Returns when nobody holds the feed any more.
    pub(crate) async fn dropped(&self) {
        in_time(self.states.closed()).await;
    }
}

struct Telling {
    desktop: Arc<Desktop>,
    feed: Mutex<Option<mpsc::UnboundedReceiver<Result<RegistryState>>>>,
}

#[async_trait]
impl Compositor for Telling {
    async fn windows(&self, within: Duration) -> Result<Vec<Window>> {
        self.desktop.windows(within).await
    }

    async fn change(&self, window: WindowId, change: WindowChange, within: Duration) -> Result<()> {
        self.desktop.change(window, change, within).await
    }

    async fn focused(&self, within: Duration) -> Result<Option<WindowId>> {
        self.desktop.focused(within).await
    }

    async fn screen(&self, within: Duration) -> Result<Rect> {
        Compositor::screen(&*self.desktop, within).await
    }

    async fn workspaces(&self, within: Duration) -> Result<Workspaces> {
        self.desktop.workspaces(within).await
    }

    async fn show_workspace(&self, number: u32, within: Duration) -> Result<()> {
        self.desktop.show_workspace(number, within).await
    }

    async fn feed(&self, _within: Duration) -> Result<Feed> {
        let feed = self.feed.lock().unwrap().take().expect("one observation per test");
        Ok(Feed::Live(Box::new(Channel(feed))))
    }
}

struct Channel(mpsc::UnboundedReceiver<Result<RegistryState>>);

#[async_trait]
impl RegistryFeed for Channel {
    async fn next(&mut self) -> Result<RegistryState> {
        match self.0.recv().await {
            Some(state) => state,
            None => std::future::pending().await,
        }
    }
}

struct Mortal {
    life: watch::Receiver<bool>,
}

#[async_trait]
impl Processes for Mortal {
    fn state(&self, _pid: u32) -> ProcessState {
        if *self.life.borrow() { ProcessState::Alive } else { ProcessState::Gone }
    }

    fn executable(&self, _pid: u32) -> Option<String> {
        None
    }

    async fn ended(&self, _pid: u32) {
        let _ = self.life.clone().wait_for(|alive| !alive).await;
    }
}

/// What does not come in time does not come: a test that waits for it fails.
async fn in_time<T>(what: impl Future<Output = T>) -> T {
    tokio::time::timeout(seconds(60), what).await.expect("it comes in time")
}

/// Starts an observation with the state that is there.
pub(crate) async fn observe(engine: &Engine, what: Observe) -> Observation {
    engine.observe(&what, seconds(1)).await.expect("the observation starts")
}

/// The next so many things that a reader gets, in short: `[1, 2]@0` is a snapshot, `3 moved 1` an event, `gap 4-7`.
pub(crate) async fn read(reader: &mut Reader, count: usize) -> Vec<String> {
    let mut told = Vec::new();
    while told.len() < count {
        told.push(match in_time(reader.next()).await {
            Some(Ok(Observed::Snapshot(snapshot))) => {
                let ids: Vec<u64> = snapshot.windows.iter().map(|window| window.id.0).collect();
                format!("{ids:?}@{}", snapshot.as_of)
            }
            Some(Ok(Observed::Event(event))) => {
                let before = event.previous_id.map(|id| format!(" was {}", id.0)).unwrap_or_default();
                format!("{} {} {}{before}", event.sequence, event.kind.name(), event.window.id.0)
            }
            Some(Ok(Observed::Gap { first, last, .. })) => format!("gap {first}-{last}"),
            Some(Err(error)) => format!("failed: {}", error.code()),
            None => "end".to_owned(),
        });
    }
    told
}
