//! Text that stays on the clipboard for as long as somebody holds it.

use std::time::Duration;

use deskhand_engine::ports::{Clipboard, DesktopEnv};
use deskhand_linux::X11;
use deskhand_model::Result;

/// Text on the clipboard. On X11 it is handed out by whoever put it there, so this value has to live until nobody wants
/// the text any more.
pub struct HeldClipboard {
    display: X11,
}

impl HeldClipboard {
    /// Puts text on the clipboard of the desktop that `env` describes.
    pub async fn put(env: &DesktopEnv, text: &str, within: Duration) -> Result<HeldClipboard> {
        let display = X11::new(env);
        display.write(text, within).await?;
        Ok(HeldClipboard { display })
    }

    /// Returns when somebody else has put something on the clipboard, or the desktop is gone.
    pub async fn until_replaced(&self) {
        self.display.serve_clipboard_until_replaced().await;
    }
}

impl std::fmt::Debug for HeldClipboard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HeldClipboard").finish_non_exhaustive()
    }
}
