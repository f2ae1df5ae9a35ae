//! That a locator was healed, in one line.

use std::io::{self, Write};

use deskhand_engine::Heal;

use super::{Output, one_line};

/// Columns that the suggested query may take.
const QUERY_WIDTH: usize = 500;

/// ``healed by title with confidence 0.97: now `role:button title:Save` ``.
pub(crate) fn healed(heal: &Heal) -> String {
    let suggested = one_line(&heal.suggested, QUERY_WIDTH);
    format!("healed by {} with confidence {:.2}: now `{suggested}`", heal.strategy, heal.confidence)
}

/// Says so beside an answer that is a bare value or a picture. JSON says it by itself.
pub(crate) fn note_heal(heal: Option<&Heal>, out: &Output) {
    if let (false, Some(heal)) = (out.is_json(), heal) {
        // Who has closed standard error does not want to know.
        let _ = writeln!(io::stderr(), "{}", healed(heal));
    }
}
