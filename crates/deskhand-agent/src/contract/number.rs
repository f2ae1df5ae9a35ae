//! Numbers.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

/// A number that is written without decimals when it has none: agents send `100` as well as `100.0` or `100.5`.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct Number(pub f64);

/// Beyond this, not every whole number can be told from its neighbours.
const EXACT: f64 = 9_007_199_254_740_992.0;

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let number = self.0;
        if number.fract() == 0.0 && number.abs() <= EXACT {
            #[expect(clippy::cast_possible_truncation, reason = "it is whole and small enough")]
            return serializer.serialize_i64(number as i64);
        }
        serializer.serialize_f64(number)
    }
}

/// The longest time that can be asked for, in seconds: a day.
const LONGEST: f64 = 86_400.0;

impl Number {
    /// The time that this many seconds are, as the `timeout` of a request; else what is wrong with it.
    pub(crate) fn timeout(self) -> Result<Duration, String> {
        let Number(seconds) = self;
        if (0.0..=LONGEST).contains(&seconds) {
            return Ok(Duration::from_secs_f64(seconds));
        }
        Err(format!("`timeout` is a number of seconds from 0 to {LONGEST}, and {seconds} is not"))
    }
}

impl From<i32> for Number {
    fn from(number: i32) -> Number {
        Number(number.into())
    }
}

impl From<u32> for Number {
    fn from(number: u32) -> Number {
        Number(number.into())
    }
}

impl From<f64> for Number {
    fn from(number: f64) -> Number {
        Number(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timeout_is_at_most_a_day() {
        assert_eq!(Number(0.5).timeout(), Ok(Duration::from_millis(500)));
        assert_eq!(Number(86_400.0).timeout(), Ok(Duration::from_secs(86_400)));
        for seconds in [-0.1, 86_400.5, f64::NAN, f64::INFINITY] {
            assert!(Number(seconds).timeout().is_err(), "{seconds}");
        }
    }

    #[test]
    fn whole_numbers_have_no_decimals() {
        for (number, text) in [(100.0, "100"), (-3.0, "-3"), (0.5, "0.5"), (2.5e300, "2.5e+300"), (-0.0, "0")]
        {
            assert_eq!(serde_json::to_string(&Number(number)).unwrap(), text);
        }
        assert_eq!(serde_json::from_str::<Number>("7").unwrap(), Number(7.0));
    }
}
