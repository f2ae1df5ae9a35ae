//! Waiting for a condition instead of for a time.

use std::time::{Duration, Instant};

/// How long anything may take on a machine that is busy with other things.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// How long to wait before looking again.
const PAUSE: Duration = Duration::from_millis(10);

/// Returns what `look` finds as soon as it finds something; a failure says what was waited for.
pub(crate) async fn eventually<T>(what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + PATIENCE;
    loop {
        if let Some(found) = look().await {
            return found;
        }
        assert!(Instant::now() < deadline, "still waiting, after {PATIENCE:?}, until {what}");
        tokio::time::sleep(PAUSE).await;
    }
}
