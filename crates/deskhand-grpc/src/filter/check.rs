//! One comparison of a filter: a field with a value.

use std::borrow::Cow;
use std::cmp::Ordering;

use super::lexer::Sign;
use super::pattern::Pattern;
use crate::field::{Field, Holds, Value};
use crate::v1::WindowKind;

/// What is asked of the value of a field.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Check {
    /// That there is one, and no empty text.
    Present,
    /// That the text is like this, or is not.
    Like { pattern: Pattern, so: bool },
    /// That the text contains this, in any case.
    Contains(Pattern),
    /// Where the text stands to this in the order of the alphabet.
    Text { sign: Sign, text: String },
    /// How the number compares with this one.
    Number { sign: Sign, number: f64 },
    /// That it is so, or is not.
    Flag(bool),
}

impl Check {
    /// The comparison of a field with a value; the error says what is wrong with it.
    pub(super) fn new(field: &Field, sign: Sign, value: Pattern) -> Result<Check, String> {
        if sign == Sign::Has && value.is_any() {
            return Ok(Check::Present);
        }
        match field.holds {
            Holds::Text => Ok(text(sign, value)),
            Holds::Number => number(field, &value).map(|number| Check::Number { sign, number }),
            Holds::Flag => flag(field, &value, equality(field, sign)?),
            Holds::Kind => {
                equality(field, sign)?;
                kind(&value).map(|number| Check::Number { sign, number })
            }
        }
    }

    /// Whether it holds.
    pub(super) fn holds(&self, value: &Value<'_>) -> bool {
        match (self, value) {
            (Check::Present, Value::Absent) => false,
            (Check::Present, Value::Text(text)) => !text.is_empty(),
            (Check::Present, _) => true,
            (Check::Like { pattern, so }, Value::Text(text)) => pattern.matches(text) == *so,
            (Check::Contains(pattern), Value::Text(text)) => pattern.matches(&text.to_lowercase()),
            (Check::Text { sign, text: other }, Value::Text(text)) => {
                stands(*sign, text.cmp(&Cow::Borrowed(other.as_str())))
            }
            (Check::Number { sign, number }, Value::Number(value)) => {
                // Numbers of windows are small enough to be exact.
                (*value as f64).partial_cmp(number).is_some_and(|order| stands(*sign, order))
            }
            (Check::Flag(so), Value::Flag(flag)) => flag == so,
            // Nothing is no number, so it differs from every number and compares with none.
            (Check::Number { sign, .. }, Value::Absent) => *sign == Sign::NotEqual,
            _ => false,
        }
    }
}

fn text(sign: Sign, pattern: Pattern) -> Check {
    match sign {
        Sign::Equal => Check::Like { pattern, so: true },
        Sign::NotEqual => Check::Like { pattern, so: false },
        Sign::Has => Check::Contains(pattern.anywhere()),
        Sign::Less | Sign::LessOrEqual | Sign::Greater | Sign::GreaterOrEqual => {
            Check::Text { sign, text: pattern.text() }
        }
    }
}

fn number(field: &Field, value: &Pattern) -> Result<f64, String> {
    let text = value.text();
    text.parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(|| {
        format!("`{}` is compared with a number, and `{}` is none", field.name, text.escape_debug())
    })
}

fn flag(field: &Field, value: &Pattern, equal: bool) -> Result<Check, String> {
    match value.text().as_str() {
        "true" => Ok(Check::Flag(equal)),
        "false" => Ok(Check::Flag(!equal)),
        other => Err(format!("`{}` is true or false, and never `{}`", field.name, other.escape_debug())),
    }
}

/// Whether it is to be equal; the error for comparisons that make no sense here.
fn equality(field: &Field, sign: Sign) -> Result<bool, String> {
    match sign {
        Sign::Equal | Sign::Has => Ok(true),
        Sign::NotEqual => Ok(false),
        other => Err(format!("`{}` can be compared with = and !=, not with {}", field.name, other.text())),
    }
}

fn kind(value: &Pattern) -> Result<f64, String> {
    let text = value.text();
    let written = text.to_ascii_uppercase();
    let full = |short: &str| format!("WINDOW_KIND_{short}");
    match WindowKind::from_str_name(&written).or_else(|| WindowKind::from_str_name(&full(&written))) {
        Some(kind) if kind != WindowKind::Unspecified => Ok(f64::from(kind as i32)),
        _ => {
            let known: Vec<&str> = (1..)
                .map_while(|number| WindowKind::try_from(number).ok())
                .filter_map(|kind| kind.as_str_name().strip_prefix("WINDOW_KIND_"))
                .collect();
            Err(format!("there is no kind `{}` (kinds: {})", text.escape_debug(), known.join(", ")))
        }
    }
}

/// Whether two things in this order stand to each other as the sign says.
fn stands(sign: Sign, order: Ordering) -> bool {
    match sign {
        Sign::Equal | Sign::Has => order.is_eq(),
        Sign::NotEqual => order.is_ne(),
        Sign::Less => order.is_lt(),
        Sign::LessOrEqual => order.is_le(),
        Sign::Greater => order.is_gt(),
        Sign::GreaterOrEqual => order.is_ge(),
    }
}
