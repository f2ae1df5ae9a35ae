//! The supervisor of the next application on the current desktop.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use deskhand_desktop::{Guests, PrivateDesktopHost};
use deskhand_model::Result;
use tokio::sync::Mutex;

/// How long an application has to itself before the supervisor of the next one is started.
const LATER: Duration = Duration::from_secs(1);

/// Makes supervisors for applications on the current desktop, and has one ready from the first application on: it takes
/// some milliseconds to start, which whoever wants the next application would wait for.
pub(super) struct Spare {
    host: PrivateDesktopHost,
    /// What leads to the current desktop.
    variables: BTreeMap<String, Option<String>>,
    ready: Mutex<Option<Guests>>,
}

impl Spare {
    pub(super) fn new(host: PrivateDesktopHost, variables: BTreeMap<String, Option<String>>) -> Arc<Spare> {
        Arc::new(Spare { host, variables, ready: Mutex::default() })
    }

    /// The one that is ready, or else a new one.
    pub(super) async fn take(&self) -> Result<Guests> {
        let ready = self.ready.lock().await.take();
        match ready.filter(|guests| !guests.are_over()) {
            Some(guests) => Ok(guests),
            None => self.start().await,
        }
    }

    /// Has one started that will be ready for the next application, while nobody waits for it.
    pub(super) fn renew(self: &Arc<Spare>) {
        let spare = Arc::clone(self);
        tokio::spawn(async move {
            tokio::time::sleep(LATER).await;
            spare.make_ready().await;
        });
    }

    async fn make_ready(&self) {
        // Held until it is there: who comes meanwhile has it sooner than another one.
        let mut ready = self.ready.lock().await;
        if ready.is_none() {
            // Why there is none, whoever wants the next application hears, who needs one then.
            *ready = self.start().await.ok();
        }
    }

    async fn start(&self) -> Result<Guests> {
        self.host.guests(self.variables.clone()).await
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use deskhand_engine::ports::{Exit, Launch, Output};

    use super::*;

    /// A spare that has one ready, and how many supervisors were started for it so far.
    async fn ready(folder: &Path) -> (Arc<Spare>, impl Fn() -> usize) {
        let host = PrivateDesktopHost::from_process().in_folder(folder);
        let spare = Spare::new(host, BTreeMap::new());
        spare.make_ready().await;
        let folder = folder.to_owned();
        (spare, move || std::fs::read_dir(&folder).unwrap().count())
    }

    /// Whether a program runs there.
    async fn runs(guests: &Guests) -> bool {
        let command = vec!["/bin/true".to_owned()];
        let launch = Launch { command, variables: BTreeMap::new(), folder: None, output: Output::Log };
        let (pid, _output) = guests.launch_piped(&launch).await.unwrap();
        guests.wait(pid).await.unwrap() == Exit::Code(0)
    }

    #[tokio::test]
    async fn the_next_application_gets_the_one_that_is_ready_and_a_third_another() {
        let folder = tempfile::tempdir().unwrap();
        let (spare, started) = ready(folder.path()).await;
        spare.make_ready().await;
        assert_eq!(started(), 1);
        let first = spare.take().await.unwrap();
        assert_eq!(started(), 1);
        let second = spare.take().await.unwrap();
        assert_eq!(started(), 2);
        assert!(runs(&first).await && runs(&second).await);
    }

    #[tokio::test]
    async fn one_that_has_ended_is_not_handed_out() {
        let folder = tempfile::tempdir().unwrap();
        let (spare, _) = ready(folder.path()).await;
        spare.ready.lock().await.as_ref().unwrap().end().await.unwrap();
        assert!(runs(&spare.take().await.unwrap()).await);
    }
}
