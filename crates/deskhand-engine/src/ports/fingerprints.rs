//! Where it is kept how elements looked when they were last found.

use std::sync::Arc;

use crate::heal::{Fingerprint, Heal, LocatorKey};

/// Remembers fingerprints from run to run, and what was healed. Called while elements are looked for, so it must not
/// wait for a disk.
pub trait Fingerprints: Send + Sync {
    /// How the element looked when this locator last matched as it is written.
    fn recall(&self, locator: &LocatorKey) -> Option<Arc<Fingerprint>>;

    /// The locator has matched as it is written, and this is how the element looks now.
    fn record(&self, locator: &LocatorKey, fingerprint: Arc<Fingerprint>);

    /// The locator did not match and was healed, or would have been.
    fn healed(&self, heal: &Arc<Heal>);
}
