//! Observation by looking again and again, where the window system tells of no changes.

use std::sync::Arc;
use std::time::Duration;

use deskhand_model::{Result, Window};

use super::diff::Renumbered;
use super::hybrid::HybridLooks;
use super::start::Process;
use super::telling::Telling;
use crate::options::EngineOptions;
use crate::ports::{Moment, Ports, Side};
use crate::wait::Deadline;

/// How long one look at the window system may take.
const LOOK_TIME: Duration = Duration::from_secs(2);

/// What one look at the windows shows.
pub(super) struct Look {
    pub(super) windows: Arc<Vec<Window>>,
    pub(super) renumbered: Vec<Renumbered>,
}

/// Looks at the windows, one after the other.
pub(super) struct Looks {
    ports: Ports,
    pid: Option<u32>,
    pause: Duration,
    /// Where the applications have to be asked as well.
    hybrid: Option<HybridLooks>,
}

impl Looks {
    /// Looks at the windows of this process, or at all.
    pub(super) fn new(ports: &Ports, pid: Option<u32>, options: &EngineOptions) -> Looks {
        let needs_applications = ports.compositor.split().state == Side::Accessibility;
        let hybrid = needs_applications.then(|| HybridLooks::new(ports, options));
        Looks { ports: ports.clone(), pid, pause: options.observe_pause, hybrid }
    }

    /// The first look, within the time that there is to start an observation.
    pub(super) async fn first(&mut self, deadline: &Deadline<'_>) -> Result<Arc<Vec<Window>>> {
        Ok(self.look(deadline.for_call()).await?.windows)
    }

    async fn look(&mut self, within: Duration) -> Result<Look> {
        let asked = self.ports.clock.now();
        let mut records = self.ports.compositor.windows(within).await?;
        records.retain(|window| self.pid.is_none() || window.pid == self.pid);
        match &mut self.hybrid {
            Some(hybrid) => Ok(hybrid.look(records, asked, asked.plus(within)).await),
            None => Ok(Look { windows: Arc::new(records), renumbered: Vec::new() }),
        }
    }

    async fn pause_until(&mut self, moment: Moment) {
        match &mut self.hybrid {
            Some(hybrid) => hybrid.wait_until(moment).await,
            None => self.ports.clock.sleep_until(moment).await,
        }
    }
}

/// Tells what each further look brings, until the process has ended and its windows are gone or looking fails.
pub(super) async fn follow(mut looks: Looks, mut telling: Telling, mut process: Process) {
    let mut began = looks.ports.clock.now();
    loop {
        tokio::select! {
            biased;
            () = looks.pause_until(began.plus(looks.pause)) => {}
            () = process.ended(), if !process.has_ended() => {}
        }
        // Only a look that begins after the end of the process shows what has become of its windows.
        let is_last = process.has_ended();
        began = looks.ports.clock.now();
        match looks.look(LOOK_TIME).await {
            Ok(look) => telling.state(look.windows, &look.renumbered, &[]),
            Err(error) => return telling.fail(error),
        }
        if is_last && telling.is_empty() {
            return telling.complete();
        }
    }
}
