//! Pictures of a simulated desktop.

use std::time::Duration;

use async_trait::async_trait;
use deskhand_engine::ports::{Capture, Image};
use deskhand_model::{Error, ErrorKind, Rect, Result, WindowId};

use crate::picture;
use crate::sim::Stage;

/// What a picture takes.
const SHOT: Duration = Duration::from_millis(5);

#[async_trait]
impl Capture for Stage {
    async fn screen(&self, part: Option<Rect>, within: Duration) -> Result<Image> {
        self.pass(SHOT.min(within)).await;
        let world = self.world();
        let part = part.map_or(Some(world.screen), |part| part.intersection(world.screen));
        let part =
            part.ok_or_else(|| Error::new(ErrorKind::InvalidArgument, "That part is outside of the screen"))?;
        Ok(picture::of_screen(&world, part))
    }

    async fn window(&self, window: WindowId, within: Duration) -> Result<Image> {
        self.pass(SHOT.min(within)).await;
        let world = self.world();
        match world.by_id(window) {
            Some(window) => Ok(picture::of_window(&world, window)),
            None => Err(Error::new(ErrorKind::WindowNotFound, format!("There is no window {window}"))),
        }
    }
}
