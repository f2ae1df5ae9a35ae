//! How long things may take.

use std::time::Duration;

use serde_json::{Value, json};
use webdriver::command::TimeoutsParameters;

use crate::session::Timeouts;

/// Get Timeouts.
pub(crate) fn get_timeouts(timeouts: &Timeouts) -> Value {
    let ms = |time: Option<Duration>| time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
    json!({
        "script": ms(timeouts.script),
        "pageLoad": ms(timeouts.page_load),
        "implicit": ms(timeouts.implicit),
    })
}

/// Set Timeouts: what is not named stays as it is.
pub(crate) fn set_timeouts(timeouts: &mut Timeouts, asked: &TimeoutsParameters) {
    let set = |time: &mut Option<Duration>, asked: Option<Option<u64>>| {
        if let Some(ms) = asked {
            *time = ms.map(Duration::from_millis);
        }
    };
    set(&mut timeouts.script, asked.script);
    set(&mut timeouts.page_load, asked.page_load);
    set(&mut timeouts.implicit, asked.implicit);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(asked: Value) -> TimeoutsParameters {
        serde_json::from_value(asked).unwrap()
    }

    #[test]
    fn what_is_not_named_stays() {
        let mut timeouts = Timeouts::default();
        set_timeouts(&mut timeouts, &asked(json!({ "implicit": 100, "else": 1 })));
        assert_eq!(get_timeouts(&timeouts), json!({ "script": 30000, "pageLoad": 300000, "implicit": 100 }));
    }

    #[test]
    fn null_is_for_ever() {
        let mut timeouts = Timeouts::default();
        set_timeouts(&mut timeouts, &asked(json!({ "script": null, "pageLoad": 9007199254740991_u64 })));
        assert_eq!(
            get_timeouts(&timeouts),
            json!({ "script": null, "pageLoad": 9007199254740991_u64, "implicit": 0 })
        );
    }
}
