//! The report of what was healed and nobody has looked at yet.

use deskhand_engine as engine;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Body, Heal};

/// Heals of all runs that have not been reviewed, sorted by application, query and number.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Heals {
    /// The latest heal of each locator.
    pub heals: Vec<HealEntry>,
}

impl Body for Heals {
    const KIND: &'static str = "heals";
}

/// The latest heal of a locator.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct HealEntry {
    /// What was healed, and to what.
    #[serde(flatten)]
    pub heal: Heal,
    /// How often, in all runs.
    pub times: u64,
    /// When it last happened (RFC 3339, UTC).
    pub last_seen: String,
}

impl HealEntry {
    /// The locator as written.
    pub fn locator(&self) -> engine::LocatorKey {
        let Heal { app, query, nth, .. } = &self.heal;
        engine::LocatorKey { app: app.clone(), query: query.clone(), nth: *nth }
    }
}
