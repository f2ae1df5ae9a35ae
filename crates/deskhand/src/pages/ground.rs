//! What an application stands on while it runs.

use std::sync::Arc;

use deskhand_desktop::{Guests, PrivateDesktop, ProgramOutput};
use deskhand_engine::ports::{Exit, Launch};
use deskhand_model::Result;
use tokio::runtime::Handle;

/// A desktop for one application. Dropping it ends the application and all that it has started.
pub(super) struct Ground(Arc<Kind>);

#[expect(clippy::large_enum_variant, reason = "it is in a box of its own already")]
enum Kind {
    /// A desktop of its own, which ends too.
    Private(PrivateDesktop),
    /// A desktop that is there anyway.
    Shared(Guests),
}

impl Ground {
    pub(super) fn private(desktop: PrivateDesktop) -> Ground {
        Ground(Arc::new(Kind::Private(desktop)))
    }

    pub(super) fn shared(guests: Guests) -> Ground {
        Ground(Arc::new(Kind::Shared(guests)))
    }

    /// Starts the application and returns its process number and what it writes.
    pub(super) async fn launch(&self, launch: &Launch) -> Result<(u32, ProgramOutput)> {
        match &*self.0 {
            Kind::Private(desktop) => desktop.launch_piped(launch).await,
            Kind::Shared(guests) => guests.launch_piped(launch).await,
        }
    }

    /// Returns when the process has ended.
    pub(super) async fn wait(&self, pid: u32) -> Result<Exit> {
        match &*self.0 {
            Kind::Private(desktop) => desktop.wait(pid).await,
            Kind::Shared(guests) => guests.wait(pid).await,
        }
    }

    /// How the process ended, once it has.
    pub(super) fn ended(&self, pid: u32) -> Option<Exit> {
        match &*self.0 {
            Kind::Private(desktop) => desktop.ended(pid),
            Kind::Shared(guests) => guests.ended(pid),
        }
    }

    /// Ends everything on it and returns when it is gone.
    pub(super) async fn end(&self) -> Result<()> {
        self.0.end().await
    }
}

impl Kind {
    async fn end(&self) -> Result<()> {
        match self {
            Kind::Private(desktop) => desktop.end().await,
            Kind::Shared(guests) => guests.end().await,
        }
    }

    fn let_go(&self) {
        match self {
            Kind::Private(desktop) => desktop.let_go(),
            Kind::Shared(guests) => guests.let_go(),
        }
    }
}

impl Drop for Ground {
    /// A desktop that is dropped stops its thread until it is gone, and other sessions may be waiting for that thread.
    /// So a task waits for it first, where there are tasks.
    fn drop(&mut self) {
        self.0.let_go();
        if let Ok(runtime) = Handle::try_current() {
            let kind = Arc::clone(&self.0);
            // What cannot be ended, its supervisor goes on with.
            runtime.spawn(async move { kind.end().await });
        }
    }
}
