//! Applications that say themselves whether they are busy: those with deskhand-idle built in, each asked on its socket.

mod ask;
mod door;
mod fault;

use std::path::PathBuf;
use std::time::Duration;

use async_trait::async_trait;
use deskhand_engine::ports::{DesktopEnv, Idle, Work, WorkKind};
use deskhand_idle_protocol as protocol;
use deskhand_idle_protocol::{Answer, socket_places};
use deskhand_model::Result;

use ask::ask;
use door::Door;
use fault::Fault;

/// How much longer than it was told an application may take for its answer, at least and at most. Whoever has little time
/// does not wait long for one that is stopped, and a busy machine does not make a healthy one look so.
const LEAST_GRACE: Duration = Duration::from_millis(100);
const MOST_GRACE: Duration = Duration::from_secs(1);

/// The sockets of the applications on one desktop.
#[derive(Clone, Debug)]
pub struct IdleSockets {
    runtime_dir: Option<PathBuf>,
    uid: u32,
}

impl IdleSockets {
    /// For the desktop that `env` describes.
    pub fn new(env: &DesktopEnv) -> IdleSockets {
        IdleSockets { runtime_dir: env.runtime_dir.clone(), uid: rustix::process::geteuid().as_raw() }
    }

    /// The door of this process; `None` when nobody is behind any.
    async fn door(&self, pid: u32) -> Result<Option<Door>, Fault> {
        for place in socket_places(self.runtime_dir.as_deref(), self.uid, pid) {
            if let Some(door) = Door::open(&place, self.uid, pid).await? {
                return Ok(Some(door));
            }
        }
        Ok(None)
    }

    async fn question(&self, pid: u32, within: Duration) -> Result<Option<Vec<Work>>, Fault> {
        let Some(door) = self.door(pid).await? else { return Ok(None) };
        match ask(door, within).await? {
            Answer::Idle => Ok(Some(Vec::new())),
            Answer::Busy(work) => Ok(Some(work.into_iter().map(translated).collect())),
            Answer::Refused(reason) => Err(Fault::Refused(reason)),
        }
    }
}

#[async_trait]
impl Idle for IdleSockets {
    async fn until_idle(&self, pid: u32, within: Duration) -> Result<Option<Vec<Work>>> {
        let limit = within.saturating_add(grace(within));
        let answered = tokio::time::timeout(limit, self.question(pid, within)).await;
        answered.unwrap_or(Err(Fault::Silent)).map_err(|fault| fault.into_error(pid, within))
    }
}

/// How much longer than it was told an application may take for its answer.
fn grace(within: Duration) -> Duration {
    (within / 4).clamp(LEAST_GRACE, MOST_GRACE)
}

fn translated(work: protocol::Work) -> Work {
    Work {
        kind: match work.kind {
            protocol::WorkKind::Task => WorkKind::Task,
            protocol::WorkKind::Timer => WorkKind::Timer,
            protocol::WorkKind::Network => WorkKind::Network,
            protocol::WorkKind::MainLoop => WorkKind::MainLoop,
        },
        name: work.name,
        count: work.count,
        since: work.since_ms.map(Duration::from_millis),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_has_little_time_does_not_wait_long_for_a_silent_application() {
        for (within, expected) in [(0, 100), (100, 100), (2_000, 500), (60_000, 1_000)] {
            assert_eq!(grace(Duration::from_millis(within)), Duration::from_millis(expected), "{within} ms");
        }
        assert_eq!(grace(Duration::MAX), MOST_GRACE);
    }
}
