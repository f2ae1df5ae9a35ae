//! Names of strategies, budgets and confidences.

use std::time::Duration;

use deskhand::Strategy;

use super::duration;

/// Reads the name of a healing strategy.
pub(crate) fn strategy(name: &str) -> Result<Strategy, String> {
    name.trim().parse().map_err(|error: deskhand_model::Error| {
        let advice = error.advice().map(|advice| format!("; {advice}")).unwrap_or_default();
        format!("{}{advice}", error.message())
    })
}

/// Longest time for healing; more is surely a slip.
const LONGEST: Duration = Duration::from_secs(60);

/// Reads the time that healing may take. With none, nothing is tried and the error says so.
pub(crate) fn heal_budget(text: &str) -> Result<Duration, String> {
    match duration(text)? {
        budget if budget > LONGEST => Err("must not be above one minute".to_owned()),
        budget => Ok(budget),
    }
}

/// Reads a confidence: a number above 0 and up to 1.
pub(crate) fn confidence(text: &str) -> Result<f64, String> {
    let number: f64 = text.trim().parse().map_err(|_| "expected a number such as 0.9".to_owned())?;
    if number > 0.0 && number <= 1.0 {
        return Ok(number);
    }
    Err("must be above 0 and not above 1".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strategy_that_does_not_exist_names_its_neighbour() {
        assert_eq!(strategy(" title "), Ok(Strategy::Title));
        assert!(strategy("titel").unwrap_err().contains("did you mean `title`"));
    }

    #[test]
    fn a_budget_may_be_nothing_and_of_hours_is_a_slip() {
        assert_eq!(heal_budget("100ms"), Ok(Duration::from_millis(100)));
        assert_eq!(heal_budget("0"), Ok(Duration::ZERO));
        for text in ["2m", "24h", "-1", ""] {
            assert!(heal_budget(text).is_err(), "{text}");
        }
    }

    #[test]
    fn certainty_has_its_limits() {
        assert_eq!((confidence("1"), confidence("0.05")), (Ok(1.0), Ok(0.05)));
        for text in ["0", "-0.5", "1.01", "NaN", "inf", "high", ""] {
            assert!(confidence(text).is_err(), "{text}");
        }
    }
}
