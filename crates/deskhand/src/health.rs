//! What the parts of a desktop say about themselves, for a doctor to judge.

use std::time::Duration;

use deskhand_engine::ports::DesktopEnv;
use deskhand_linux::{AtSpi, X11};
use deskhand_model::Result;

/// What the parts of a desktop say about themselves.
#[derive(Debug)]
#[non_exhaustive]
pub struct Health {
    /// Whether a window manager runs.
    pub window_manager: Result<bool>,
    /// Whether applications are told to register for accessibility.
    pub accessibility_enabled: Result<bool>,
}

/// Asks the parts of the desktop that `env` describes.
pub async fn health(env: &DesktopEnv, within: Duration) -> Health {
    let (x11, atspi) = (X11::new(env), AtSpi::new(env));
    let (window_manager, accessibility_enabled) =
        tokio::join!(x11.has_window_manager(within), atspi.is_enabled(within));
    Health { window_manager, accessibility_enabled }
}
