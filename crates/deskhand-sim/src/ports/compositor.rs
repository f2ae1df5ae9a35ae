//! The window system of a simulated desktop.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use deskhand_engine::ports::{
    Compositor, Feed, RegistryFeed, RegistryState, Split, WindowChange, Workspaces,
};
use deskhand_model::{Error, ErrorKind, Rect, Result, Window, WindowId};

use crate::faults::Personality;
use crate::sim::Stage;
use crate::world::{By, FeedNumber};

/// What a call to the window system takes.
const CALL: Duration = Duration::from_micros(100);

/// The window system; its feeds keep the desktop alive, so it shares in it.
pub(crate) struct WindowSystem(pub(crate) Arc<Stage>);

#[async_trait]
impl Compositor for WindowSystem {
    fn split(&self) -> Split {
        self.0.world().personality.split()
    }

    async fn windows(&self, within: Duration) -> Result<Vec<Window>> {
        self.0.pass(CALL.min(within)).await;
        let shown = self.0.world().shown();
        Ok(shown.to_vec())
    }

    async fn change(&self, window: WindowId, change: WindowChange, within: Duration) -> Result<()> {
        self.0.pass(CALL.min(within)).await;
        self.0.alter(|world| {
            if world.personality == Personality::MacOs {
                let message = "The window system cannot change windows here";
                return Err(Error::new(ErrorKind::ActionUnsupported, message));
            }
            let Some(key) = world.by_id(window).map(|window| window.key) else {
                return Err(Error::new(ErrorKind::WindowNotFound, format!("There is no window {window}")));
            };
            world.change(key, change, By::Session);
            Ok(())
        })
    }

    async fn focused(&self, within: Duration) -> Result<Option<WindowId>> {
        self.0.pass(CALL.min(within)).await;
        let shown = self.0.world().shown();
        Ok(shown.iter().find(|window| window.focused).map(|window| window.id))
    }

    async fn screen(&self, within: Duration) -> Result<Rect> {
        self.0.pass(CALL.min(within)).await;
        Ok(self.0.world().screen)
    }

    async fn workspaces(&self, within: Duration) -> Result<Workspaces> {
        self.0.pass(CALL.min(within)).await;
        let world = self.0.world();
        Ok(Workspaces { count: world.workspaces, current: world.space })
    }

    async fn show_workspace(&self, number: u32, within: Duration) -> Result<()> {
        self.0.pass(CALL.min(within)).await;
        self.0.alter(|world| world.show_space(number));
        Ok(())
    }

    async fn feed(&self, within: Duration) -> Result<Feed> {
        self.0.pass(CALL.min(within)).await;
        let mut world = self.0.world();
        if world.personality == Personality::MacOs {
            return Ok(Feed::Polled);
        }
        let number = world.open_feed();
        drop(world);
        Ok(Feed::Live(Box::new(LiveFeed { stage: self.0.clone(), number })))
    }
}

/// Tells of every state of the registry.
struct LiveFeed {
    stage: Arc<Stage>,
    number: FeedNumber,
}

#[async_trait]
impl RegistryFeed for LiveFeed {
    async fn next(&mut self) -> Result<RegistryState> {
        Ok(self.stage.until(|world| world.take_state(self.number)).await)
    }
}

impl Drop for LiveFeed {
    fn drop(&mut self) {
        self.stage.world().close_feed(self.number);
    }
}
