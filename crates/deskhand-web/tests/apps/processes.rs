//! Finding processes by what is in their environment, which everything that they start inherits.
#![allow(dead_code, reason = "each test program uses a part of it")]
#![expect(clippy::expect_used, reason = "what fails here fails a test")]

use std::collections::BTreeSet;
use std::fs;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(20);
const NAME: &str = "DESKHAND_TEST_MARK";

/// A variable in the environment of processes.
#[derive(Clone, Debug)]
pub(crate) struct Mark(String, String);

impl Mark {
    /// One that nobody else has.
    pub(crate) fn new() -> Mark {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        Mark(NAME.to_owned(), format!("test-{}-{number}", std::process::id()))
    }

    pub(crate) fn name(&self) -> &str {
        &self.1
    }

    pub(crate) fn variable(&self) -> (String, String) {
        (self.0.clone(), self.1.clone())
    }

    /// Those that carry it and have not ended.
    pub(crate) fn processes(&self) -> BTreeSet<u32> {
        let entry = format!("{}={}", self.0, self.1);
        all().filter(|pid| environment(*pid).contains(&entry)).collect()
    }

    /// The mark of the private desktop that the processes with this mark are on. One that is just becoming another
    /// program has no environment for a moment.
    #[track_caller]
    pub(crate) fn desktop(&self) -> Mark {
        const NAME: &str = "DESKHAND_DESKTOP";
        let id_in = |entry: String| entry.strip_prefix(NAME)?.strip_prefix('=').map(str::to_owned);
        let id = || self.processes().into_iter().flat_map(environment).find_map(id_in);
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(id) = id() {
                return Mark(NAME.to_owned(), id);
            }
            assert!(Instant::now() < deadline, "no process is on a private desktop");
        }
    }
}

fn all() -> impl Iterator<Item = u32> {
    let entries = fs::read_dir("/proc").expect("/proc").flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

/// A process that has ended, but that nobody has asked for its end yet, has none.
fn environment(pid: u32) -> Vec<String> {
    let bytes = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
    bytes.split(|byte| *byte == 0).map(|entry| String::from_utf8_lossy(entry).into_owned()).collect()
}

/// SIGKILL.
pub(crate) fn kill(pid: u32) {
    let killed = std::process::Command::new("kill").args(["-9", &pid.to_string()]).status().expect("kill");
    assert!(killed.success(), "killing {pid}");
}

#[track_caller]
pub(crate) fn wait_until(what: &str, condition: impl Fn() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !condition() {
        assert!(Instant::now() < deadline, "still waiting, after {PATIENCE:?}, until {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Returns when the condition holds.
pub(crate) async fn until(condition: impl Fn() -> bool) {
    while !condition() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}
