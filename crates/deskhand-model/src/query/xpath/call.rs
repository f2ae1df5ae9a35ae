//! Answering calls of functions.

use std::borrow::Cow;

use super::evaluate::{Context, Evaluation};
use super::expression::Expression;
use super::function::Function;
use super::place::Place;
use super::value::Value;
use crate::query::error::Fault;

impl<'t> Evaluation<'t> {
    /// Calls `function`. The reader has checked the number of arguments.
    pub(super) fn call(
        &self,
        function: Function,
        arguments: &[Expression],
        context: Context,
    ) -> Result<Value<'t>, Fault> {
        let text = |at: usize| match arguments.get(at) {
            Some(argument) => self.text(argument, context),
            None => Ok(context.node.text(self.tree)),
        };
        let number = |at: usize| match arguments.get(at) {
            Some(argument) => self.number(argument, context),
            None => Ok(Value::Nodes(vec![context.node]).number(self.tree)),
        };
        let truth = |at: usize| match arguments.get(at) {
            Some(argument) => Ok(self.value(argument, context)?.truth()),
            None => Ok(false),
        };
        let nodes = |at: usize| match arguments.get(at) {
            Some(argument) => self.nodes(argument, context),
            None => Ok(vec![context.node]),
        };
        Ok(match function {
            Function::Last => Value::Number(context.size as f64),
            Function::Position => Value::Number(context.position as f64),
            Function::Count => Value::Number(nodes(0)?.len() as f64),
            Function::Id => Value::Nodes(self.with_ids(&arguments[0], context)?),
            Function::LocalName | Function::Name => {
                let nodes = nodes(0)?;
                Value::Text(Cow::Borrowed(nodes.first().map_or("", |node| node.name(self.tree))))
            }
            Function::NamespaceUri => Value::Text(Cow::Borrowed("")),
            Function::String => Value::Text(text(0)?),
            Function::Concat => {
                let mut joined = String::new();
                for at in 0..arguments.len() {
                    joined.push_str(&text(at)?);
                }
                Value::Text(Cow::Owned(joined))
            }
            Function::StartsWith => Value::Truth(text(0)?.starts_with(&*text(1)?)),
            Function::EndsWith => Value::Truth(text(0)?.ends_with(&*text(1)?)),
            Function::Contains => Value::Truth(text(0)?.contains(&*text(1)?)),
            Function::SubstringBefore => {
                let (whole, part) = (text(0)?, text(1)?);
                owned(whole.split_once(&*part).map_or("", |(before, _)| before))
            }
            Function::SubstringAfter => {
                let (whole, part) = (text(0)?, text(1)?);
                owned(whole.split_once(&*part).map_or("", |(_, after)| after))
            }
            Function::Substring => {
                let length = if arguments.len() > 2 { number(2)? } else { f64::INFINITY };
                owned(&substring(&text(0)?, number(1)?, length))
            }
            Function::StringLength => Value::Number(text(0)?.chars().count() as f64),
            Function::NormalizeSpace => {
                let words = text(0)?;
                owned(
                    &words
                        .split([' ', '\t', '\r', '\n'])
                        .filter(|word| !word.is_empty())
                        .collect::<Vec<_>>()
                        .join(" "),
                )
            }
            Function::Translate => owned(&translate(&text(0)?, &text(1)?, &text(2)?)),
            Function::LowerCase => owned(&text(0)?.to_lowercase()),
            Function::UpperCase => owned(&text(0)?.to_uppercase()),
            Function::Boolean => Value::Truth(truth(0)?),
            Function::Not => Value::Truth(!truth(0)?),
            Function::True => Value::Truth(true),
            Function::False => Value::Truth(false),
            Function::Number => Value::Number(number(0)?),
            Function::Sum => {
                let each = nodes(0)?.into_iter().map(|node| Value::Nodes(vec![node]).number(self.tree));
                Value::Number(each.sum())
            }
            Function::Floor => Value::Number(number(0)?.floor()),
            Function::Ceiling => Value::Number(number(0)?.ceil()),
            Function::Round => Value::Number(round(number(0)?)),
        })
    }

    /// The elements with one of the ids that are written in the argument, separated by white space.
    fn with_ids(&self, argument: &Expression, context: Context) -> Result<Vec<Place>, Fault> {
        let ids: Vec<Cow<'_, str>> = match self.value(argument, context)? {
            Value::Nodes(nodes) => nodes.into_iter().map(|node| node.text(self.tree)).collect(),
            value => vec![value.text(self.tree)],
        };
        let mut found: Vec<Place> = ids
            .iter()
            .flat_map(|ids| ids.split_whitespace())
            .flat_map(|id| self.tree.with_id(id))
            .map(|&id| Place::element(id))
            .collect();
        self.visit(found.len())?;
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }
}

fn owned<'t>(text: &str) -> Value<'t> {
    Value::Text(Cow::Owned(text.to_owned()))
}

/// The characters whose position, counted from one, is at least `start` and less than `start + length`, both
/// rounded as XPath does.
fn substring(text: &str, start: f64, length: f64) -> String {
    let start = round(start);
    let end = start + round(length);
    let wanted = |at: f64| at >= start && at < end;
    text.chars().zip(1_u32..).filter(|(_, at)| wanted(f64::from(*at))).map(|(c, _)| c).collect()
}

/// `text` with every character of `from` replaced by the one at its place in `to`, or left out.
fn translate(text: &str, from: &str, to: &str) -> String {
    let mut table = std::collections::HashMap::new();
    let mut to = to.chars();
    for c in from.chars() {
        let becomes = to.next();
        table.entry(c).or_insert(becomes);
    }
    text.chars().filter_map(|c| table.get(&c).copied().unwrap_or(Some(c))).collect()
}

/// To the nearest whole number; halves go up.
fn round(number: f64) -> f64 {
    if number.is_finite() { (number + 0.5).floor() } else { number }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn substrings_follow_the_examples_of_the_specification() {
        assert_eq!(substring("12345", 1.5, 2.6), "234");
        assert_eq!(substring("12345", 0.0, 3.0), "12");
        assert_eq!(substring("12345", f64::NAN, 3.0), "");
        assert_eq!(substring("12345", 1.0, f64::NAN), "");
        assert_eq!(substring("12345", -42.0, f64::INFINITY), "12345");
        assert_eq!(substring("12345", f64::NEG_INFINITY, f64::INFINITY), "");
    }

    #[test]
    fn translate_replaces_and_drops_characters() {
        assert_eq!(translate("bar", "abc", "ABC"), "BAr");
        assert_eq!(translate("--aaa--", "abc-", "ABC"), "AAA");
        assert_eq!(translate("aa", "aa", "xy"), "xx");
    }

    #[test]
    fn halves_round_up() {
        assert_eq!((round(2.5), round(-2.5), round(-0.2)), (3.0, -2.0, 0.0));
    }
}
