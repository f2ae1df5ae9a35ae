//! A server with applications in memory, and a client.

mod apps;
mod client;
mod page;

pub(crate) use apps::Apps;
pub(crate) use client::{Answer, Client, Server};
pub(crate) use page::FakePage;

use std::time::Duration;

/// Waits until something is so.
pub(crate) async fn eventually(what: &str, mut is_so: impl FnMut() -> bool) {
    asked_until(what, async || is_so()).await;
}

/// The same of something that must be asked for.
pub(crate) async fn asked_until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let waited = tokio::time::timeout(Duration::from_secs(20), async {
        while !is_so().await {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    });
    assert!(waited.await.is_ok(), "in vain: {what}");
}
