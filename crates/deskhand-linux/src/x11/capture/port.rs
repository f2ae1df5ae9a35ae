//! The engine's picture port.

use std::time::Duration;

use async_trait::async_trait;
use deskhand_engine::ports::{Capture, Image};
use deskhand_model::{Rect, Result, WindowId};

use super::super::X11;
use super::{screen, window};

#[async_trait]
impl Capture for X11 {
    async fn screen(&self, part: Option<Rect>, within: Duration) -> Result<Image> {
        self.capture.run(within, move |display| screen::screen(display, part)).await
    }

    async fn window(&self, window: WindowId, within: Duration) -> Result<Image> {
        self.capture.run(within, move |display| window::window(display, window)).await
    }
}
