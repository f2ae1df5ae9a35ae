//! Values of expressions, and how XPath converts and compares them.

use std::borrow::Cow;

use super::expression::Comparison;
use super::place::Place;
use crate::Tree;

/// What an expression gave. Nodes are in document order, without duplicates.
pub(super) enum Value<'t> {
    Nodes(Vec<Place>),
    Text(Cow<'t, str>),
    Number(f64),
    Truth(bool),
}

impl<'t> Value<'t> {
    pub(super) fn truth(&self) -> bool {
        match self {
            Value::Nodes(nodes) => !nodes.is_empty(),
            Value::Text(text) => !text.is_empty(),
            Value::Number(number) => *number != 0.0 && !number.is_nan(),
            Value::Truth(truth) => *truth,
        }
    }

    pub(super) fn number(&self, tree: &Tree) -> f64 {
        match self {
            Value::Nodes(nodes) => nodes.first().map_or(f64::NAN, |node| to_number(&node.text(tree))),
            Value::Text(text) => to_number(text),
            Value::Number(number) => *number,
            Value::Truth(truth) => f64::from(u8::from(*truth)),
        }
    }

    pub(super) fn text(self, tree: &'t Tree) -> Cow<'t, str> {
        match self {
            Value::Nodes(nodes) => nodes.first().map_or(Cow::Borrowed(""), |node| node.text(tree)),
            Value::Text(text) => text,
            Value::Number(number) => Cow::Owned(show(number)),
            Value::Truth(truth) => Cow::Borrowed(if truth { "true" } else { "false" }),
        }
    }

    /// Compares as XPath 1.0 section 3.4 says: a set of nodes fits when one of its nodes does.
    pub(super) fn compare(&self, how: Comparison, other: &Value<'_>, tree: &Tree) -> bool {
        match (self, other) {
            (Value::Nodes(left), Value::Nodes(right)) => {
                let right: Vec<Cow<'_, str>> = right.iter().map(|node| node.text(tree)).collect();
                left.iter().any(|node| {
                    let left = node.text(tree);
                    right.iter().any(|right| compare_texts(&left, how, right))
                })
            }
            (Value::Nodes(nodes), Value::Truth(truth)) => how.of_truths(!nodes.is_empty(), *truth),
            (Value::Truth(truth), Value::Nodes(nodes)) => how.of_truths(*truth, !nodes.is_empty()),
            (Value::Nodes(nodes), other) => {
                nodes.iter().any(|node| Value::Text(node.text(tree)).compare(how, other, tree))
            }
            (this, Value::Nodes(nodes)) => {
                nodes.iter().any(|node| this.compare(how, &Value::Text(node.text(tree)), tree))
            }
            (Value::Truth(_), _) | (_, Value::Truth(_)) => how.of_truths(self.truth(), other.truth()),
            (Value::Text(left), Value::Text(right)) => compare_texts(left, how, right),
            _ => how.of_numbers(self.number(tree), other.number(tree)),
        }
    }
}

fn compare_texts(left: &str, how: Comparison, right: &str) -> bool {
    match how {
        Comparison::Equal => left == right,
        Comparison::NotEqual => left != right,
        _ => how.of_numbers(to_number(left), to_number(right)),
    }
}

impl Comparison {
    fn of_numbers(self, left: f64, right: f64) -> bool {
        match self {
            Comparison::Equal => left == right,
            Comparison::NotEqual => left != right,
            Comparison::Less => left < right,
            Comparison::LessOrEqual => left <= right,
            Comparison::Greater => left > right,
            Comparison::GreaterOrEqual => left >= right,
        }
    }

    fn of_truths(self, left: bool, right: bool) -> bool {
        self.of_numbers(f64::from(u8::from(left)), f64::from(u8::from(right)))
    }
}

/// A text as a number: an optional minus, digits, an optional fraction; everything else is no number.
fn to_number(text: &str) -> f64 {
    let text = text.trim_matches([' ', '\t', '\r', '\n']);
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = digits.contains(|c: char| c.is_ascii_digit())
        && digits.chars().all(|c| c.is_ascii_digit() || c == '.');
    if plain { text.parse().unwrap_or(f64::NAN) } else { f64::NAN }
}

/// A number as XPath writes it.
fn show(number: f64) -> String {
    if number.is_infinite() {
        return if number > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    // Zero has no sign in XPath.
    if number == 0.0 { "0".to_owned() } else { number.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_decimals_are_numbers() {
        assert_eq!(to_number(" -1.5\n"), -1.5);
        assert_eq!(to_number(".5"), 0.5);
        for text in ["", "-", ".", "1e3", "+1", "inf", "NaN", "1 2"] {
            assert!(to_number(text).is_nan(), "{text}");
        }
    }

    #[test]
    fn numbers_are_written_without_an_exponent() {
        for (number, text) in [(-0.0, "0"), (1.0, "1"), (0.5, "0.5"), (1e21, "1000000000000000000000")] {
            assert_eq!(show(number), text);
        }
        assert_eq!(show(f64::NAN), "NaN");
        assert_eq!(show(f64::NEG_INFINITY), "-Infinity");
    }
}
