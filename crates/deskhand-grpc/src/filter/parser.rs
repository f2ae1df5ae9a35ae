//! Words put together: the grammar of AIP-160, as far as we take it.

use std::iter::Peekable;
use std::vec::IntoIter;

use super::check::Check;
use super::lexer::{Is, Token, tokens};
use super::{Filter, FilterError, at};
use crate::field::Field;

/// Deepest nesting of parentheses.
const DEEPEST: usize = 32;
/// Longest filter in bytes.
const LONGEST: usize = 4096;

/// Reads a filter; an empty one lets everything through.
pub(super) fn parse(text: &str) -> Result<Filter, FilterError> {
    if text.len() > LONGEST {
        return Err(at(1, format!("a filter may have {LONGEST} bytes, this one has {}", text.len())));
    }
    let end = text.chars().count() + 1;
    let mut parser = Parser { tokens: tokens(text)?.into_iter().peekable(), end, depth: 0 };
    if parser.tokens.peek().is_none() {
        return Ok(Filter::All(Vec::new()));
    }
    let filter = parser.expression()?;
    match parser.tokens.next() {
        None => Ok(filter),
        Some(token) => Err(at(token.column, "there is no parenthesis that this one closes")),
    }
}

struct Parser {
    tokens: Peekable<IntoIter<Token>>,
    end: usize,
    depth: usize,
}

impl Parser {
    /// Everything up to the end or a closing parenthesis: factors with `AND`, or with nothing, between them.
    fn expression(&mut self) -> Result<Filter, FilterError> {
        let mut all = vec![self.factor()?];
        loop {
            if self.take_word("AND").is_none() && self.at_end() {
                break;
            }
            all.push(self.factor()?);
        }
        Ok(one_or(all, Filter::All))
    }

    /// Terms with `OR` between them; it binds more tightly than `AND`.
    fn factor(&mut self) -> Result<Filter, FilterError> {
        let mut any = vec![self.term()?];
        while self.take_word("OR").is_some() {
            any.push(self.term()?);
        }
        Ok(one_or(any, Filter::Any))
    }

    /// One comparison or something in parentheses, perhaps negated.
    fn term(&mut self) -> Result<Filter, FilterError> {
        if self.take_word("NOT").is_some() || self.take_word("-").is_some() {
            return Ok(Filter::Not(Box::new(self.simple()?)));
        }
        self.simple()
    }

    fn simple(&mut self) -> Result<Filter, FilterError> {
        match self.tokens.next() {
            Some(Token { is: Is::Open, column }) => self.composite(column),
            Some(Token { is: Is::Word(word, _), column }) => match word.strip_prefix('-') {
                Some(rest) => Ok(Filter::Not(Box::new(self.comparison(rest, column + 1)?))),
                None => self.comparison(&word, column),
            },
            Some(Token { is: Is::Quoted(_), column }) => Err(at(
                column,
                "a text alone is not searched for; compare a field with it, as in title:\"text\"",
            )),
            Some(Token { column, .. }) => Err(at(column, "a field is expected here")),
            None => Err(at(self.end, "something is missing here: a field and what to compare it with")),
        }
    }

    fn composite(&mut self, opened: usize) -> Result<Filter, FilterError> {
        if self.depth == DEEPEST {
            return Err(at(opened, format!("parentheses may be nested {DEEPEST} deep")));
        }
        self.depth += 1;
        let inner = self.expression()?;
        self.depth -= 1;
        match self.tokens.next() {
            Some(Token { is: Is::Close, .. }) => Ok(inner),
            _ => Err(at(opened, "this parenthesis is never closed")),
        }
    }

    /// The rest of a comparison that starts with this word.
    fn comparison(&mut self, word: &str, column: usize) -> Result<Filter, FilterError> {
        if ["AND", "OR", "NOT"].contains(&word) {
            return Err(at(column, format!("a field is expected here, not {word}")));
        }
        if ["and", "or", "not"].contains(&word) {
            return Err(at(column, format!("write {} in capital letters", word.to_uppercase())));
        }
        let field = Field::named(word).map_err(|message| at(column, message))?;
        let sign = match self.tokens.next() {
            Some(Token { is: Is::Sign(sign), .. }) => sign,
            other => {
                let column = other.map_or(self.end, |token| token.column);
                let signs = field.holds.signs();
                return Err(at(column, format!("`{word}` has to be compared, with {signs}")));
            }
        };
        let (value, column) = match self.tokens.next() {
            Some(Token { is: Is::Word(_, value) | Is::Quoted(value), column }) => (value, column),
            other => {
                let column = other.map_or(self.end, |token| token.column);
                return Err(at(column, format!("`{word}` has to be compared with something")));
            }
        };
        let check = Check::new(field, sign, value).map_err(|message| at(column, message))?;
        Ok(Filter::Test { field, check })
    }

    fn take_word(&mut self, wanted: &str) -> Option<Token> {
        self.tokens.next_if(|token| matches!(&token.is, Is::Word(word, _) if word == wanted))
    }

    fn at_end(&mut self) -> bool {
        matches!(self.tokens.peek(), None | Some(Token { is: Is::Close, .. }))
    }
}

fn one_or(mut filters: Vec<Filter>, several: fn(Vec<Filter>) -> Filter) -> Filter {
    match (filters.pop(), filters.is_empty()) {
        (Some(only), true) => only,
        (Some(last), false) => {
            filters.push(last);
            several(filters)
        }
        (None, _) => several(filters),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_error(text: &str, column: usize, part: &str) {
        let error = parse(text).unwrap_err();
        assert_eq!(error.column, column, "{text}: {}", error.message);
        assert!(error.message.contains(part), "{text}: {}", error.message);
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        check_error("titel = a", 1, "did you mean `title`?");
        check_error("title", 6, "has to be compared, with = != < <= > >= or :");
        check_error("visible", 8, "has to be compared, with = != or :");
        check_error("kind DIALOG", 6, "has to be compared, with = != or :");
        check_error("title =", 8, "compared with something");
        check_error("title a", 7, "has to be compared");
        check_error("title = a AND", 14, "missing");
        check_error("title = a OR OR", 14, "not OR");
        check_error("AND title = a", 1, "not AND");
        check_error("title = a and title = b", 11, "capital letters");
        check_error("(title = a", 1, "never closed");
        check_error("title = a)", 10, "closes");
        check_error("()", 2, "a field is expected");
        check_error("\"invoice\"", 1, "compare a field");
        check_error("NOT NOT title = a", 5, "not NOT");
        check_error("title = = a", 9, "compared with something");
        check_error("ä = a", 1, "no field");
    }

    proptest::proptest! {
        #[test]
        fn whatever_is_written_is_understood_or_refused_with_its_place(
            words in proptest::collection::vec(
                proptest::sample::select(vec![
                    "title", "visible", "z_index", "kind", "true", "5", "-", "\"a*\"", "'b", "\\", "*", "ö", "AND", "OR",
                    "NOT", "(", ")", "=", "!=", "<", ">=", ":", "!", ",", " ", "\u{0}",
                ]),
                0..24,
            ),
        ) {
            let text = words.concat();
            if let Err(error) = parse(&text) {
                proptest::prop_assert!((1..=text.chars().count() + 1).contains(&error.column), "{}", text);
            }
        }
    }

    #[test]
    fn filters_cannot_be_absurd() {
        let nested = format!("{}title=a{}", "(".repeat(33), ")".repeat(33));
        check_error(&nested, 33, "nested");
        let nested = format!("{}title=a{}", "(".repeat(32), ")".repeat(32));
        assert!(parse(&nested).is_ok());
        check_error(&"a".repeat(5000), 1, "4096 bytes");
    }
}
