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
    let waited = tokio::time::timeout(Duration::from_secs(20), async {
        while !is_so() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    });
    assert!(waited.await.is_ok(), "in vain: {what}");
}
