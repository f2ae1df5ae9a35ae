//! Applications that say themselves whether they are busy.

use std::time::Duration;

use async_trait::async_trait;
use deskhand_model::Result;

/// What kind of work keeps an application busy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WorkKind {
    /// Something that the application gave a name.
    Task,
    /// A timer that has not fired yet.
    Timer,
    /// A request that has not been answered yet.
    Network,
    /// The main loop has something to do before it would wait.
    MainLoop,
}

impl WorkKind {
    /// The name on every wire.
    pub const fn name(self) -> &'static str {
        match self {
            WorkKind::Task => "task",
            WorkKind::Timer => "timer",
            WorkKind::Network => "network",
            WorkKind::MainLoop => "main-loop",
        }
    }
}

/// Work that an application declares as under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Work {
    /// What kind of it.
    pub kind: WorkKind,
    /// What the application calls it; can be empty.
    pub name: String,
    /// How many of the same are under way.
    pub count: u32,
    /// How long the oldest of them has been, where that is told.
    pub since: Option<Duration>,
}

/// Asks applications that declare their work whether any is under way.
#[async_trait]
pub trait Idle: Send + Sync {
    /// Returns as soon as the process has no work under way, with an empty list, or when `within` is over, with what
    /// still is. `None` when the process declares nothing: there is no way to ask it. An answer that is no answer, or
    /// one from somebody else than this process of this user, is an error.
    async fn until_idle(&self, pid: u32, within: Duration) -> Result<Option<Vec<Work>>>;
}
