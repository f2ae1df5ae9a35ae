//! How far healing may go.

use std::time::Duration;

use deskhand_model::{Error, ErrorKind, Result};

use super::Strategy;

/// What to do about a locator that matches nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum HealingMode {
    /// Nothing: it is `not_found`.
    Off,
    /// Look for what it would be now and say so in the error and in the report; act on nothing.
    Report,
    /// Go on with the element that it means now, where that is certain enough.
    #[default]
    On,
}

impl HealingMode {
    /// The name in settings.
    pub const fn name(self) -> &'static str {
        match self {
            HealingMode::Off => "off",
            HealingMode::Report => "report",
            HealingMode::On => "on",
        }
    }
}

/// Settings of healing. Only locators with a [fingerprint](super::Fingerprint) can be healed.
#[derive(Clone, Debug, PartialEq)]
pub struct HealingOptions {
    /// Whether to heal.
    pub mode: HealingMode,
    /// The strategies that may be used. They are tried in the order of [`Strategy::ALL`], whatever their order here.
    pub strategies: Vec<Strategy>,
    /// Time for all of them together, from the moment that healing begins. What a vision model takes is not part of it.
    pub budget: Duration,
    /// Least confidence, 0 to 1, at which an element is taken for the one that was meant.
    pub threshold: f64,
    /// Whether a locator that was healed goes straight to what it was healed to the next time.
    pub cache: bool,
    /// How long an element has to be missing before healing begins; the whole patience of the operation when not
    /// given. Healing sooner is faster and riskier: what is missing may only be late.
    pub after: Option<Duration>,
}

impl HealingOptions {
    /// Whether they make sense.
    pub fn check(&self) -> Result<()> {
        if self.threshold > 0.0 && self.threshold <= 1.0 {
            return Ok(());
        }
        let message = format!("A threshold of {} for healing makes no sense", self.threshold);
        Err(Error::new(ErrorKind::InvalidArgument, message)
            .hint("it is the least confidence, above 0 and at most 1; the usual one is 0.9"))
    }
}

impl Default for HealingOptions {
    fn default() -> HealingOptions {
        HealingOptions {
            mode: HealingMode::default(),
            strategies: Strategy::ALL.to_vec(),
            budget: Duration::from_millis(100),
            threshold: 0.9,
            cache: true,
            after: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_threshold_is_a_share_of_one() {
        let check = |threshold| HealingOptions { threshold, ..HealingOptions::default() }.check().is_ok();
        assert_eq!([0.0, 0.1, 1.0, 1.1, -1.0, f64::NAN].map(check), [false, true, true, false, false, false]);
    }
}
