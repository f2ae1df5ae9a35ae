//! The clipboard of a simulated desktop.

use std::time::Duration;

use async_trait::async_trait;
use deskhand_engine::ports::Clipboard;
use deskhand_model::Result;

use crate::sim::Stage;

#[async_trait]
impl Clipboard for Stage {
    async fn read(&self, _within: Duration) -> Result<Option<String>> {
        Ok(self.world().clipboard.clone())
    }

    async fn write(&self, text: &str, _within: Duration) -> Result<()> {
        self.alter(|world| world.clipboard = Some(text.to_owned()));
        Ok(())
    }
}
