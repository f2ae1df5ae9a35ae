//! What came of healing.

use std::time::Duration;

use deskhand_model::Candidate;

use super::{LocatorKey, Strategy};

/// A locator that was healed: what it means now, and why one can believe that.
#[derive(Clone, Debug, PartialEq)]
pub struct Heal {
    /// The locator as written.
    pub locator: LocatorKey,
    /// The query that means the same element now, and only it.
    pub suggested: String,
    /// The strategy that found it.
    pub strategy: Strategy,
    /// How sure it is, 0 to 1.
    pub confidence: f64,
    /// The element.
    pub target: Candidate,
    /// What speaks for it and what against.
    pub clues: Vec<Clue>,
    /// What came second, where anything did: its score is its confidence.
    pub rival: Option<Candidate>,
    /// How long it took.
    pub took: Duration,
    /// Whether the element was used; else it was only reported.
    pub used: bool,
    /// Whether it was known from an earlier heal.
    pub cached: bool,
}

/// One piece of evidence.
#[derive(Clone, Debug, PartialEq)]
pub struct Clue {
    /// What was compared: `name`, `id`, `path`, …
    pub kind: String,
    /// How much it agrees, 0 (contradicts) to 1 (the same).
    pub agreement: f64,
    /// The two sides in words: `"Save" was "Store"`.
    pub told: String,
}
