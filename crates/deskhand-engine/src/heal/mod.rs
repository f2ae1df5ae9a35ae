//! Healing: finding the element that a locator meant after the application has changed.
//!
//! When a locator matches, a [`Fingerprint`] of its element is recorded. When it matches nothing, all that was recorded
//! is compared with the current tree ([`evidence`]), the comparisons are weighed ([`odds`]), the candidates compete with
//! each other and with the elements that were there before and are somebody else ([`matching`]), and what comes out is
//! taken when it is sure enough and one of the [`strategies`] names it ([`verdict`]).

mod evidence;
mod examine;
mod family;
mod fingerprint;
mod healer;
mod judge;
mod lookalike;
mod matching;
mod memory;
mod objection;
mod odds;
mod options;
mod outcome;
mod portrait;
mod record;
mod recorder;
mod scene;
mod share;
mod sight;
mod strategies;
mod strategy;
mod successor;
mod suggest;
mod survival;
mod text;
#[cfg(test)]
mod trial;
mod unchanged;
mod verdict;

pub(crate) use healer::Healed;
pub(crate) use memory::Memory;
pub(crate) use recorder::Recorded;

pub use fingerprint::{Fingerprint, LocatorKey, Neighbour, Other, Step};
pub use options::{HealingMode, HealingOptions};
pub use outcome::{Clue, Heal};
pub use strategy::Strategy;
