//! The engine's window port.

use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use deskhand_engine::ports::{Compositor, Feed, WindowChange, Workspaces};
use deskhand_model::{Rect, Result, Window, WindowId};
use x11rb::protocol::xproto::ConnectionExt as _;

use super::super::X11;
use super::super::worker::deadline_in;
use super::change;
use super::manager::Manager;

impl X11 {
    /// Whether a window manager runs.
    pub async fn has_window_manager(&self, within: Duration) -> Result<bool> {
        self.windows.run(within, |display| Ok(Manager::read(display)?.is_running())).await
    }
}

#[async_trait]
impl Compositor for X11 {
    async fn windows(&self, within: Duration) -> Result<Vec<Window>> {
        Ok(Arc::unwrap_or_clone(self.mirror.windows(within).await?))
    }

    async fn change(&self, window: WindowId, change: WindowChange, within: Duration) -> Result<()> {
        let deadline = deadline_in(within);
        let left = || deadline.saturating_duration_since(Instant::now());
        let windows = self.mirror.windows(within).await?;
        let target = change::find(&windows, window)?.clone();
        let before = target.clone();
        self.windows.run(left(), move |display| change::change(display, &target, change)).await?;
        self.mirror.settle(Some(before), left()).await
    }

    async fn focused(&self, within: Duration) -> Result<Option<WindowId>> {
        let focused = |display: &_| Manager::read(display)?.focused(display);
        Ok(self.windows.run(within, focused).await?.map(|window| WindowId(window.into())))
    }

    async fn screen(&self, within: Duration) -> Result<Rect> {
        // Asked each time: the screen's size can change while we are connected.
        let size = |display: &super::super::display::Display| {
            let geometry = display.conn().get_geometry(display.root())?.reply()?;
            Ok(Rect::new(0, 0, geometry.width.into(), geometry.height.into()))
        };
        self.windows.run(within, size).await
    }

    async fn workspaces(&self, within: Duration) -> Result<Workspaces> {
        self.windows.run(within, |display| Ok(Manager::read(display)?.workspaces())).await
    }

    async fn show_workspace(&self, number: u32, within: Duration) -> Result<()> {
        let deadline = deadline_in(within);
        self.windows.run(within, move |display| change::show_workspace(display, number)).await?;
        self.mirror.settle(None, deadline.saturating_duration_since(Instant::now())).await
    }

    async fn feed(&self, within: Duration) -> Result<Feed> {
        self.mirror.feed(within).await
    }
}
