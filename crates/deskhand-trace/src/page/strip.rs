//! The steps at a glance: a strip of their pictures and a list of their names.

use std::fmt::{self, Write};

use deskhand_schema::TraceStep;

use super::escape::Escaped;
use crate::archive::RecordedStep;

/// The pictures themselves stand with their steps; the script puts them here as well.
pub(super) fn write(page: &mut String, steps: &[RecordedStep]) -> fmt::Result {
    page.push_str("<nav class=\"film\" aria-label=\"Filmstrip\">\n");
    for RecordedStep { step, .. } in steps {
        writeln!(
            page,
            "<a href=\"#step-{number}\" class=\"frame {class}\" title=\"{title}\"><span class=\"thumb\"></span>\
             <span class=\"label\"><b>{number}</b> {verb}</span></a>",
            number = step.number,
            class = class(step),
            title = Escaped(&step.title),
            verb = Escaped(step.title.split_whitespace().next().unwrap_or_default()),
        )?;
    }
    page.push_str("</nav>\n");
    Ok(())
}

pub(super) fn write_list(page: &mut String, steps: &[RecordedStep]) -> fmt::Result {
    let longest = steps.iter().map(|one| one.step.timing.took_ms).fold(1.0, f64::max);
    page.push_str("<nav class=\"list\" aria-label=\"Steps\">\n<ol>\n");
    for RecordedStep { step, .. } in steps {
        // By the logarithm: one slow step would hide the differences of all others.
        let share = (1.0 + step.timing.took_ms.max(0.0)).ln() / (1.0 + longest).ln() * 100.0;
        writeln!(
            page,
            "<li><a href=\"#step-{number}\" class=\"{class}\"><span class=\"number\">{number}</span>\
             <span class=\"title\">{title}</span><span class=\"took\">{took}</span>\
             <span class=\"outcome\">{outcome}</span><i style=\"width:{share:.1}%\"></i></a></li>",
            number = step.number,
            class = class(step),
            title = Escaped(&step.title),
            took = time(step.timing.took_ms),
            outcome = Escaped(first_line(&step.outcome)),
        )?;
    }
    page.push_str("</ol>\n</nav>\n");
    Ok(())
}

pub(super) fn class(step: &TraceStep) -> &'static str {
    let healed =
        step.healed.is_some() || step.receipt.as_ref().is_some_and(|receipt| receipt.healed.is_some());
    match (&step.error, healed) {
        (Some(_), _) => "failed",
        (None, true) => "healed",
        (None, false) => "passed",
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// A time in the unit that suits it.
pub(super) fn time(milliseconds: f64) -> String {
    match milliseconds {
        short if short < 10.0 => format!("{short:.1} ms"),
        short if short < 1000.0 => format!("{short:.0} ms"),
        long => format!("{:.2} s", long / 1000.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_told_in_the_unit_that_suits_it() {
        assert_eq!(
            [0.04, 9.96, 12.3, 999.0, 1234.0].map(time),
            ["0.0 ms", "10.0 ms", "12 ms", "999 ms", "1.23 s"]
        );
    }
}
