//! How long something may take.

use std::time::Duration;

use deskhand_model::{Error, Result};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::invalid;
use crate::receipt::milliseconds;

/// The longest time that can be asked for; more is taken as this.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// A duration in milliseconds, whole or not.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Milliseconds(#[schemars(range(min = 0.0))] pub f64);

impl From<Duration> for Milliseconds {
    fn from(duration: Duration) -> Milliseconds {
        Milliseconds(milliseconds(duration.min(LONGEST)))
    }
}

impl TryFrom<Milliseconds> for Duration {
    type Error = Error;

    fn try_from(Milliseconds(number): Milliseconds) -> Result<Duration> {
        if !number.is_finite() || number < 0.0 {
            return Err(invalid(format!("{number} is not a time in milliseconds")));
        }
        let seconds = (number / 1e3).min(LONGEST.as_secs_f64());
        Duration::try_from_secs_f64(seconds).map_err(|error| invalid(format!("{number} ms: {error}")))
    }
}

/// A request that says nothing but how long it may take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Timed {
    /// How long it may take; the server decides when it is not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<Milliseconds>,
}

impl Timed {
    /// A request that may take so long.
    pub fn within(duration: Duration) -> Timed {
        Timed { timeout_ms: Some(duration.into()) }
    }

    /// How long it may take.
    pub fn time(self) -> Result<Option<Duration>> {
        self.timeout_ms.map(Duration::try_from).transpose()
    }
}

#[cfg(test)]
mod tests {
    use deskhand_model::ErrorKind;

    use super::*;

    #[test]
    fn milliseconds_are_whole_or_not_and_never_more_than_a_day() {
        for (number, expected) in [
            (0.0, Duration::ZERO),
            (-0.0, Duration::ZERO),
            (1500.0, Duration::from_millis(1500)),
            (0.25, Duration::from_micros(250)),
            (1e300, LONGEST),
        ] {
            assert_eq!(Duration::try_from(Milliseconds(number)).unwrap(), expected, "{number}");
        }
        assert_eq!(Milliseconds::from(Duration::MAX), Milliseconds(86_400_000.0));
    }

    #[test]
    fn what_is_no_time_is_refused() {
        for number in [-1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let error = Duration::try_from(Milliseconds(number)).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{number}");
        }
    }

    #[test]
    fn a_time_need_not_be_given() {
        let asked: Timed = serde_json::from_str("{}").unwrap();
        assert_eq!(asked.time().unwrap(), None);
        assert_eq!(
            serde_json::to_string(&Timed::within(Duration::from_secs(5))).unwrap(),
            r#"{"timeout_ms":5000.0}"#
        );
    }
}
