//! Ports: everything the engine needs from an operating system, as traits. Providers implement them.

mod accessibility;
mod clock;
mod compositor;
mod host;
mod input;
mod processes;
mod surface;
mod top_level;

pub use accessibility::{Accessibility, Perform, Performed, ReadPath, ReadRequest, Reading};
pub use clock::{Clock, Moment, SystemClock};
pub use compositor::{
    Compositor, Feed, RegistryFeed, RegistryState, Side, Split, Touch, WindowChange, Workspaces,
};
pub use host::{DesktopEnv, DesktopHost, DesktopOptions, Exit, Home, Launch, Output, RunningDesktop};
pub use input::{Button, Chord, Input, Key, Modifier, Turn};
pub use processes::{ProcessState, Processes};
pub use surface::{Capture, Clipboard, Image};
pub use top_level::{TopLevel, TopLevels};

use std::sync::Arc;

/// All ports of one desktop, as a provider hands them to the engine.
#[derive(Clone)]
#[expect(missing_docs, reason = "each trait documents itself")]
pub struct Ports {
    pub accessibility: Arc<dyn Accessibility>,
    pub compositor: Arc<dyn Compositor>,
    pub input: Arc<dyn Input>,
    pub capture: Arc<dyn Capture>,
    pub clipboard: Arc<dyn Clipboard>,
    pub processes: Arc<dyn Processes>,
    pub clock: Arc<dyn Clock>,
}
