//! The engine's clipboard port.

use std::time::Duration;

use async_trait::async_trait;
use deskhand_engine::ports::Clipboard;
use deskhand_model::Result;

use super::super::X11;
use super::paste;

#[async_trait]
impl Clipboard for X11 {
    async fn read(&self, within: Duration) -> Result<Option<String>> {
        self.clipboard.run(within, paste::read).await
    }

    async fn write(&self, text: &str, within: Duration) -> Result<()> {
        self.owner.keep(text.into(), within).await
    }
}
