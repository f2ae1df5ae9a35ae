//! Malformed queries: what is wrong, where, and what to write instead.

use std::fmt;

use crate::{Error, ErrorKind};

/// Characters of a query that are shown on either side of a fault.
const CONTEXT: usize = 40;

/// A query that cannot be read, or cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryError {
    /// What is wrong.
    pub message: String,
    /// Where: a character position in the query's text, counted from zero.
    pub position: usize,
    /// What to write instead, where that can be told.
    pub hint: Option<String>,
    query: String,
}

impl QueryError {
    /// Two lines for a terminal: the query, and a caret under the place that is wrong. Of a long query only the
    /// surroundings are shown.
    pub fn pointer(&self) -> String {
        let from = self.position.saturating_sub(CONTEXT);
        let ahead = if from > 0 { "…" } else { "" };
        let shown: String = self
            .query
            .chars()
            .skip(from)
            .take(2 * CONTEXT)
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        let indent = " ".repeat(self.position - from + ahead.chars().count());
        format!("{ahead}{shown}\n{indent}^")
    }
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at character {} of the query: {}", self.position + 1, self.message)
    }
}

impl std::error::Error for QueryError {}

impl From<QueryError> for Error {
    fn from(error: QueryError) -> Error {
        let told = Error::new(ErrorKind::InvalidQuery, error.to_string());
        match error.hint {
            Some(hint) => told.hint(hint),
            None => told,
        }
    }
}

/// A fault as the readers of the notations report it: a byte offset into the text that they were given.
#[derive(Debug, PartialEq)]
pub(super) struct Fault {
    message: String,
    at: usize,
    hint: Option<String>,
}

impl Fault {
    pub(super) fn new(at: usize, message: impl Into<String>) -> Fault {
        Fault { message: message.into(), at, hint: None }
    }

    #[must_use]
    pub(super) fn hint(mut self, hint: impl Into<String>) -> Fault {
        self.hint = Some(hint.into());
        self
    }

    #[cfg(test)]
    pub(super) fn without_hint(mut self) -> Fault {
        self.hint = None;
        self
    }

    /// The fault as seen from the whole query, of which the reader was given what follows the first `skipped` bytes.
    pub(super) fn in_query(self, query: &str, skipped: usize) -> QueryError {
        let end = (skipped + self.at).min(query.len());
        let position = query.char_indices().take_while(|&(at, _)| at < end).count();
        QueryError { message: self.message, position, hint: self.hint, query: query.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_stands_under_the_fault_counted_in_characters() {
        let error = Fault::new("größe:".len(), "bad").in_query("größe:x", 0);
        assert_eq!(error.position, 6);
        assert_eq!(error.pointer(), "größe:x\n      ^");
        assert_eq!(error.to_string(), "at character 7 of the query: bad");
    }

    #[test]
    fn of_a_long_query_only_the_surroundings_are_shown() {
        let query = "x".repeat(5_000);
        let shown = Fault::new(2_000, "bad").in_query(&query, 0).pointer();
        assert_eq!(shown, format!("…{}\n{}^", "x".repeat(80), " ".repeat(41)));
    }

    #[test]
    fn a_query_error_keeps_its_hint_as_an_error_of_the_model() {
        let error: Error = Fault::new(0, "bad").hint("write x").in_query("y", 0).into();
        assert_eq!((error.code(), error.advice()), ("invalid_query", Some("write x")));
    }
}
