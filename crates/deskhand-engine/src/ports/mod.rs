//! Ports: everything the engine needs from an operating system, as traits. Providers implement them.

mod accessibility;
mod changes;
mod clock;
mod compositor;
mod fingerprints;
mod host;
mod idle;
mod input;
mod page;
mod processes;
mod surface;
mod top_level;
mod vision;

pub use accessibility::{
    Accessibility, Freshness, Perform, Performed, ReadPath, ReadRequest, Reading, confirm_apart,
};
pub use changes::{Change, Listening, Mailbox, Telling, Told};
pub use clock::{Clock, Moment, SystemClock};
pub use compositor::{
    Compositor, Feed, RegistryFeed, RegistryState, Side, Split, Touch, WindowChange, Workspaces,
};
pub use fingerprints::Fingerprints;
pub use host::{DesktopEnv, DesktopHost, DesktopOptions, Exit, Home, Launch, Output, RunningDesktop};
pub use idle::{Idle, Work, WorkKind};
pub use input::{Button, Chord, Input, Key, Modifier, Turn};
pub use page::{Page, PageApp, PageApps, PageDesktop, PageResult, StartedApp};
pub use processes::{ProcessState, Processes};
pub use surface::{Capture, Clipboard, Image};
pub use top_level::{TopLevel, TopLevels};
pub use vision::{Sight, Spotted, Vision};

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
    /// Where applications can declare that they are busy.
    pub idle: Option<Arc<dyn Idle>>,
    /// Where elements can be found by how they look.
    pub vision: Option<Arc<dyn Vision>>,
    /// Where it is remembered how elements looked; without it, nothing is healed.
    pub fingerprints: Option<Arc<dyn Fingerprints>>,
}
