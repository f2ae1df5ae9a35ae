//! Durations: `5`, `1.5s`, `500ms`, `2m`.

use std::time::Duration;

/// Longest that anything may wait; more is surely a slip.
const LONGEST: f64 = 24.0 * 3600.0;

/// Reads a duration; a number without unit is seconds.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let split = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let factor = match unit {
        "ms" => 0.001,
        "s" | "" => 1.0,
        "m" | "min" => 60.0,
        _ => return Err(format!("unknown unit `{unit}`; use ms, s or m")),
    };
    let seconds = number
        .trim()
        .parse::<f64>()
        .map_err(|_| "expected a number of seconds, or a duration such as 500ms".to_owned())?
        * factor;
    if !(0.0..=LONGEST).contains(&seconds) {
        return Err("must be between 0 and 24 hours".to_owned());
    }
    Ok(Duration::from_secs_f64(seconds))
}

/// A duration for people: `3.1 ms`, `1.25 s`.
pub(crate) fn show_duration(duration: Duration) -> String {
    let ms = duration.as_secs_f64() * 1000.0;
    match ms {
        ms if ms < 10.0 => format!("{ms:.1} ms"),
        ms if ms < 1000.0 => format!("{ms:.0} ms"),
        ms => format!("{:.2} s", ms / 1000.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_understood() {
        for (text, ms) in
            [("5", 5000), ("1.5", 1500), ("2s", 2000), ("500ms", 500), ("2m", 120_000), ("0", 0)]
        {
            assert_eq!(duration(text), Ok(Duration::from_millis(ms)), "{text}");
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "s", "-1", "5 hours", "1e99", "NaN", "inf", "ms5"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }
}
