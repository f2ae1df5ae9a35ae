//! When an application counts as idle that does not say so itself.

use std::time::Duration;

/// Settings of the heuristic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdleOptions {
    /// Time between two readings that are compared.
    pub interval: Duration,
    /// How many readings in a row have to be equal. An application that tells of its changes has to be silent for as
    /// long as these would take.
    pub equal: u32,
    /// Whether what an application tells of its changes is used. Without it, its tree is read again and again, which costs
    /// more and believes nobody.
    pub listen: bool,
}

impl IdleOptions {
    /// How long nothing may change before an application counts as idle.
    pub fn rest(&self) -> Duration {
        self.interval.saturating_mul(self.equal.saturating_sub(1))
    }
}

impl Default for IdleOptions {
    fn default() -> IdleOptions {
        IdleOptions { interval: Duration::from_millis(50), equal: 3, listen: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_readings_take_two_intervals_and_no_setting_is_too_odd() {
        assert_eq!(IdleOptions::default().rest(), Duration::from_millis(100));
        let odd = |interval, equal| IdleOptions { interval, equal, listen: true }.rest();
        assert_eq!(odd(Duration::from_millis(50), 0), Duration::ZERO);
        assert_eq!(odd(Duration::MAX, u32::MAX), Duration::MAX);
    }
}
