//! Programs on a desktop that is not ours.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use deskhand_engine::ports::{Exit, Launch};
use deskhand_model::{Error, ErrorKind, Result};
use tokio::time::Instant;

use crate::environment::Variables;
use crate::launch::{self, ProgramOutput};
use crate::link::Link;
use crate::{base, random};

/// Programs on a desktop that is there anyway and goes on without them. A supervisor keeps them as it keeps those of a
/// private desktop: dropping this, or the death of its owner, ends them and everything that they have started.
pub struct Guests {
    link: Link,
    folder: PathBuf,
    variables: Variables,
    launches: AtomicU32,
}

impl Guests {
    pub(crate) async fn start(
        environment: &[(OsString, OsString)],
        base: &Path,
        within: Duration,
        variables: BTreeMap<String, Option<String>>,
    ) -> Result<Guests> {
        base::prepare(base)?;
        base::sweep(base);
        let id = random::id()?;
        let failed = |what: String| {
            let message = format!("the supervisor of programs on this desktop {what}");
            Error::new(ErrorKind::DesktopFailed, message)
        };
        let link = Link::start(base, &id, environment)
            .map_err(|error| failed(format!("could not be started: {error}")))?;
        // It claims the number of a display like every supervisor; here nobody uses it.
        link.opened(Instant::now() + within)
            .await
            .map_err(|error| failed(format!("failed: {}", error.message())))?;
        Ok(Guests { link, folder: base.join(id), variables, launches: AtomicU32::new(0) })
    }

    /// Starts a program and returns its process number and everything that it writes, which has to be read: a program
    /// whose output nobody takes stands still.
    pub async fn launch_piped(&self, launch: &Launch) -> Result<(u32, ProgramOutput)> {
        let number = self.launches.fetch_add(1, Ordering::Relaxed);
        let pipe = self.folder.join("logs").join(number.to_string());
        launch::start_piped(&self.link, self.variables.clone(), launch, &pipe).await
    }

    /// Returns when the program has ended.
    pub async fn wait(&self, pid: u32) -> Result<Exit> {
        self.link.exit(pid).await
    }

    /// How the program ended, once it has.
    pub fn ended(&self, pid: u32) -> Option<Exit> {
        self.link.exit_now(pid)
    }

    /// Whether nothing can be started here any more.
    pub fn are_over(&self) -> bool {
        self.link.is_over()
    }

    /// Ends all of them and waits until they are gone.
    pub async fn end(&self) -> Result<()> {
        self.link.end().await
    }

    /// Has all of them end, without waiting for it.
    pub fn let_go(&self) {
        self.link.let_go();
    }
}

impl std::fmt::Debug for Guests {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Guests").field("folder", &self.folder).finish_non_exhaustive()
    }
}
