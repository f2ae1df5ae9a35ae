//! Reading and driving simulated applications.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use deskhand_engine::ports::{
    Accessibility, Listening, Mailbox, Perform, Performed, ReadPath, ReadRequest, Reading, TopLevel,
    TopLevels, WindowChange,
};
use deskhand_model::{App, AppId, Diagnosis, Error, ErrorKind, Fields, Handle, NodeData, Result, Tree};

use super::ear::Ear;
use super::{diagnosis, reading};
use crate::faults::Personality;
use crate::sim::Stage;
use crate::world::{By, SimApp, SimWindow, gone};

/// Most elements that a diagnosis tells.
const DIAGNOSED: usize = 20_000;

/// What a call to an application takes.
const CALL: i64 = 500;

impl Stage {
    /// One call to an application: the time that it takes, and whether it answers at all.
    async fn call(&self, app: &AppId, within: Duration) -> Result<u32> {
        let pid = app.as_str().parse().unwrap_or_default();
        let time = {
            let mut world = self.world();
            match world.app(pid) {
                None => return Err(ended()),
                Some(app) if app.hung => within,
                Some(_) => Duration::from_micros(world.random.between(CALL, 2 * CALL) as u64).min(within),
            }
        };
        self.pass(time).await;
        match self.world().app(pid) {
            None => Err(ended()),
            // Stopped while it had the call, or from before: then nobody answers in time.
            Some(app) if app.hung => {
                Err(Error::new(ErrorKind::AppNotResponding, "The application does not answer"))
            }
            Some(_) => Ok(pid),
        }
    }
}

fn from_memory(tree: Tree) -> Reading {
    Reading {
        tree: Arc::new(tree),
        path: ReadPath::Other("memory".into()),
        direct: true,
        calls: 1,
        rounds: 1,
        age: Duration::ZERO,
    }
}

fn ended() -> Error {
    Error::new(ErrorKind::AppGone, "The application has ended")
}

#[async_trait]
impl Accessibility for Stage {
    async fn applications(&self, within: Duration) -> Result<Vec<App>> {
        self.pass(Duration::from_micros(CALL as u64).min(within)).await;
        Ok(self.world().apps.iter().filter(|app| !app.ended).map(SimApp::told).collect())
    }

    async fn read(&self, app: &AppId, request: &ReadRequest, within: Duration) -> Result<Reading> {
        let pid = self.call(app, within).await?;
        reading::whole(&self.world(), pid, request).map(from_memory).ok_or_else(ended)
    }

    async fn read_below(
        &self,
        app: &AppId,
        element: &Handle,
        request: &ReadRequest,
        within: Duration,
    ) -> Result<Reading> {
        self.call(app, within).await?;
        reading::below(&self.world(), element, request).map(from_memory).ok_or_else(gone)
    }

    async fn listen(
        &self,
        app: &AppId,
        mailbox: Arc<Mailbox>,
        within: Duration,
    ) -> Result<Option<Listening>> {
        let pid = self.call(app, within).await?;
        let Some(telling) = self.world().app(pid).ok_or_else(ended)?.voice.promises else { return Ok(None) };
        let number = self.world().listen(pid, mailbox);
        Ok(Some(Listening { telling, guard: Box::new(Ear::open(self.me.clone(), number)) }))
    }

    async fn caught_up(&self, app: &AppId, within: Duration) -> Result<()> {
        let pid = self.call(app, within).await?;
        self.world().speak_up(pid);
        Ok(())
    }

    async fn details(
        &self,
        app: &AppId,
        elements: &[Handle],
        fields: Fields,
        within: Duration,
    ) -> Result<Vec<Result<NodeData>>> {
        self.call(app, within).await?;
        let world = self.world();
        Ok(elements.iter().map(|handle| reading::element(&world, handle, fields).ok_or_else(gone)).collect())
    }

    async fn perform(
        &self,
        app: &AppId,
        element: &Handle,
        what: &Perform,
        within: Duration,
    ) -> Result<Performed> {
        self.call(app, within).await?;
        self.alter(|world| {
            let (key, index) = world.resolve(element).ok_or_else(gone)?;
            let by = world.perform(key, index, what)?;
            Ok(Performed { by: format!("Simulated: {by}") })
        })
    }

    async fn text(&self, app: &AppId, element: &Handle, within: Duration) -> Result<String> {
        self.call(app, within).await?;
        let node = reading::element(&self.world(), element, Fields::TEXT).ok_or_else(gone)?;
        let text = node.text.as_deref().map(str::to_owned);
        text.ok_or_else(|| Error::new(ErrorKind::ActionUnsupported, "The element has no text"))
    }

    async fn diagnose(&self, app: Option<&AppId>, within: Duration) -> Result<Diagnosis> {
        let Some(app) = app else {
            self.pass(Duration::from_micros(CALL as u64).min(within)).await;
            let world = self.world();
            let running = world.apps.iter().filter(|app| !app.ended);
            let apps = running.map(|app| diagnosis::application(&world, app, None)).collect();
            return Ok(Diagnosis { facts: diagnosis::desktop(&world), apps });
        };
        let fields = Fields::ROLE | Fields::NAME | Fields::STATES | Fields::ACTIONS;
        let request = ReadRequest { fields, max_nodes: DIAGNOSED, ..ReadRequest::default() };
        // An application that does not answer is told as that, without its elements.
        let reading = self.read(app, &request, within).await.ok();
        let world = self.world();
        let pid = app.as_str().parse().unwrap_or_default();
        let told = world.app(pid).ok_or_else(ended)?;
        let tree = reading.as_ref().map(|reading| &*reading.tree);
        let apps = vec![diagnosis::application(&world, told, tree)];
        Ok(Diagnosis { facts: diagnosis::desktop(&world), apps })
    }

    async fn top_levels(&self, app: &AppId, among: TopLevels, within: Duration) -> Result<Vec<TopLevel>> {
        let pid = self.call(app, within).await?;
        let world = self.world();
        let is_there = |window: &&SimWindow| {
            window.pid == pid
                && match among {
                    TopLevels::Windows => world.is_listed(window),
                    TopLevels::Children => world.is_reachable(window),
                }
        };
        // Applications list their windows in the order of their making, not of the stack.
        let mut windows: Vec<&SimWindow> = world.windows.iter().filter(is_there).collect();
        windows.sort_by_key(|window| window.key);
        Ok(windows.into_iter().map(|window| world.top_level(window)).collect())
    }

    async fn change_window(
        &self,
        app: &AppId,
        window: &Handle,
        change: WindowChange,
        within: Duration,
    ) -> Result<()> {
        if self.world().personality == Personality::X11 {
            let message = "Windows are not changed through accessibility here";
            return Err(Error::new(ErrorKind::ActionUnsupported, message));
        }
        self.call(app, within).await?;
        self.alter(|world| {
            let (key, _) = world.resolve(window).ok_or_else(gone)?;
            world.change(key, change, By::Session);
            Ok(())
        })
    }
}
