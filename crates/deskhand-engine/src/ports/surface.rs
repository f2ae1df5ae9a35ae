//! Pictures of the screen, and the clipboard.

use std::fmt;
use std::time::Duration;

use async_trait::async_trait;
use deskhand_model::{Rect, Result, WindowId};

/// Pixels, row by row from the top, three bytes each (red, green, blue).
#[derive(Clone, PartialEq, Eq)]
pub struct Image {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// `width * height * 3` bytes.
    pub rgb: Vec<u8>,
}

impl fmt::Debug for Image {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Image({}x{})", self.width, self.height)
    }
}

/// Pictures of one desktop.
#[async_trait]
pub trait Capture: Send + Sync {
    /// A part of the screen as it is seen now; parts outside of the screen are left out.
    async fn screen(&self, part: Option<Rect>, within: Duration) -> Result<Image>;

    /// A window's client area, also where other windows cover it.
    async fn window(&self, window: WindowId, within: Duration) -> Result<Image>;
}

/// The clipboard of one desktop.
#[async_trait]
pub trait Clipboard: Send + Sync {
    /// The text on it; `None` when it is empty or holds no text.
    async fn read(&self, within: Duration) -> Result<Option<String>>;

    /// Puts text on it. The text stays until something else is put there or this value is dropped.
    async fn write(&self, text: &str, within: Duration) -> Result<()>;
}
