//! Healing: finding the element that a locator meant after the application has changed.

mod fingerprint;
mod options;
mod outcome;
mod strategy;

pub use fingerprint::{Fingerprint, LocatorKey, Neighbour, Other, Step};
pub use options::{HealingMode, HealingOptions};
pub use outcome::{Clue, Heal};
pub use strategy::Strategy;
