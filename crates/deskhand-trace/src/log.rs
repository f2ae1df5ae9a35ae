//! What is logged while a step goes on.

use std::collections::VecDeque;
use std::fmt::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use deskhand_schema::LogLine;
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;

/// Lines that are kept for the steps under way; older ones are forgotten.
const KEPT: usize = 500;

/// Longest line that is kept in full, in characters.
const LONGEST: usize = 2000;

/// The last lines of the log. It is a layer for a `tracing` subscriber; clones share their lines.
#[derive(Clone, Debug, Default)]
pub struct LogLines(Arc<Mutex<Lines>>);

#[derive(Debug, Default)]
struct Lines {
    /// How many came before the first that is kept.
    forgotten: u64,
    kept: VecDeque<Line>,
}

#[derive(Debug)]
struct Line {
    at: Instant,
    level: Level,
    target: String,
    message: String,
}

/// A place in the log.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    number: u64,
    at: Instant,
}

impl LogLines {
    /// No lines yet.
    pub fn new() -> LogLines {
        LogLines::default()
    }

    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The place behind the last line.
    pub(crate) fn mark(&self) -> Mark {
        let lines = self.lines();
        Mark { number: lines.forgotten + lines.kept.len() as u64, at: Instant::now() }
    }

    /// The lines since `mark`, and how many of them were forgotten.
    pub(crate) fn since(&self, mark: Mark) -> (Vec<LogLine>, u64) {
        let lines = self.lines();
        let lost = lines.forgotten.saturating_sub(mark.number);
        let first = mark.number.saturating_sub(lines.forgotten) as usize;
        let told = lines.kept.iter().skip(first).map(|line| LogLine {
            at_ms: (line.at.saturating_duration_since(mark.at).as_secs_f64() * 1e6).round() / 1e3,
            level: level_name(line.level).into(),
            target: line.target.clone(),
            message: line.message.clone(),
        });
        (told.collect(), lost)
    }
}

fn level_name(level: Level) -> &'static str {
    match level {
        Level::ERROR => "error",
        Level::WARN => "warn",
        Level::INFO => "info",
        Level::DEBUG => "debug",
        Level::TRACE => "trace",
    }
}

impl<S: Subscriber> Layer<S> for LogLines {
    fn on_event(&self, event: &Event<'_>, _context: Context<'_, S>) {
        let metadata = event.metadata();
        if *metadata.level() > Level::INFO {
            return;
        }
        let mut text = Text::default();
        event.record(&mut text);
        let line = Line {
            at: Instant::now(),
            level: *metadata.level(),
            target: metadata.target().to_owned(),
            message: format!("{}{}", text.message, text.fields).chars().take(LONGEST).collect(),
        };
        let mut lines = self.lines();
        if lines.kept.len() == KEPT {
            lines.kept.pop_front();
            lines.forgotten += 1;
        }
        lines.kept.push_back(line);
    }
}

/// An event in words.
#[derive(Default)]
struct Text {
    message: String,
    fields: String,
}

impl Visit for Text {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        // Writing into a text cannot fail.
        let _ = if field.name() == "message" {
            write!(self.message, "{value:?}")
        } else {
            write!(self.fields, " {}={value:?}", field.name())
        };
    }
}

#[cfg(test)]
mod tests {
    use tracing_subscriber::layer::SubscriberExt;

    use super::*;

    fn logged(what: impl FnOnce()) -> (Vec<LogLine>, u64) {
        let lines = LogLines::new();
        let mark = lines.mark();
        tracing::subscriber::with_default(tracing_subscriber::registry().with(lines.clone()), what);
        lines.since(mark)
    }

    #[test]
    fn a_line_has_its_level_its_message_and_its_fields() {
        let (lines, lost) = logged(|| tracing::warn!(answer = 42, who = %"me", "something is odd"));
        assert_eq!((lines.len(), lost), (1, 0));
        assert_eq!(
            (&*lines[0].level, lines[0].message.as_str()),
            ("warn", "something is odd answer=42 who=me")
        );
    }

    #[test]
    fn what_is_finer_than_information_is_left_out() {
        assert!(logged(|| tracing::debug!("a detail")).0.is_empty());
    }

    #[test]
    fn only_lines_since_the_mark_are_told() {
        let lines = LogLines::new();
        let subscriber = tracing_subscriber::registry().with(lines.clone());
        let mark = tracing::subscriber::with_default(subscriber, || {
            tracing::info!("before");
            let mark = lines.mark();
            tracing::info!("after");
            mark
        });
        let told: Vec<String> = lines.since(mark).0.into_iter().map(|line| line.message).collect();
        assert_eq!(told, ["after"]);
    }

    #[test]
    fn a_flood_is_bounded_and_told() {
        let (lines, lost) = logged(|| (0..KEPT + 7).for_each(|number| tracing::info!(number, "again")));
        assert_eq!((lines.len(), lost), (KEPT, 7));
    }
}
