//! A filter cut into its words.

use super::pattern::Pattern;
use super::{FilterError, at};

/// A word and where it starts, counted in characters from 1.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token {
    pub(super) column: usize,
    pub(super) is: Is,
}

/// What a word is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Is {
    Open,
    Close,
    /// A comparison such as `<=`.
    Sign(Sign),
    /// A word without quotes, as it was written and with its wildcards.
    Word(String, Pattern),
    /// A text in quotes.
    Quoted(Pattern),
}

/// How two things are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Has,
}

impl Sign {
    /// As it is written.
    pub(super) fn text(self) -> &'static str {
        match self {
            Sign::Equal => "=",
            Sign::NotEqual => "!=",
            Sign::Less => "<",
            Sign::LessOrEqual => "<=",
            Sign::Greater => ">",
            Sign::GreaterOrEqual => ">=",
            Sign::Has => ":",
        }
    }
}

/// Cuts a filter into words.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, FilterError> {
    let letters: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut place = 0;
    while let Some(&letter) = letters.get(place) {
        let next = letters.get(place + 1).copied();
        let (is, length) = match (letter, next) {
            (letter, _) if letter.is_whitespace() => {
                place += 1;
                continue;
            }
            ('(', _) => (Is::Open, 1),
            (')', _) => (Is::Close, 1),
            ('=', _) => (Is::Sign(Sign::Equal), 1),
            ('!', Some('=')) => (Is::Sign(Sign::NotEqual), 2),
            ('<', Some('=')) => (Is::Sign(Sign::LessOrEqual), 2),
            ('<', _) => (Is::Sign(Sign::Less), 1),
            ('>', Some('=')) => (Is::Sign(Sign::GreaterOrEqual), 2),
            ('>', _) => (Is::Sign(Sign::Greater), 1),
            (':', _) => (Is::Sign(Sign::Has), 1),
            ('"' | '\'', _) => {
                let (pattern, length) = quoted(&letters[place..], place + 1)?;
                (Is::Quoted(pattern), length)
            }
            (letter, _) if ends_word(letter) => {
                return Err(at(place + 1, format!("`{}` cannot stand here", letter.escape_debug())));
            }
            _ => word(&letters[place..]),
        };
        tokens.push(Token { column: place + 1, is });
        place += length;
    }
    Ok(tokens)
}

/// Whether a word without quotes cannot contain it.
fn ends_word(letter: char) -> bool {
    letter.is_whitespace() || letter.is_control() || "()=!<>:\"',;".contains(letter)
}

fn word(letters: &[char]) -> (Is, usize) {
    let length = letters.iter().position(|&letter| ends_word(letter)).unwrap_or(letters.len());
    let mut pattern = Pattern::new();
    for &letter in &letters[..length] {
        if letter == '*' { pattern.push_any() } else { pattern.push(letter) }
    }
    (Is::Word(letters[..length].iter().collect(), pattern), length)
}

/// A text from its opening quote on; a backslash takes the meaning of what follows it.
fn quoted(letters: &[char], column: usize) -> Result<(Pattern, usize), FilterError> {
    let mut pattern = Pattern::new();
    let mut place = 1;
    loop {
        match (letters.get(place), letters.get(place + 1)) {
            (Some('\\'), Some(&letter)) => {
                pattern.push(letter);
                place += 1;
            }
            (Some('\\'), None) | (None, _) => {
                return Err(at(column, "this quote is never closed"));
            }
            (Some(&letter), _) if letter == letters[0] => return Ok((pattern, place + 1)),
            (Some('*'), _) => pattern.push_any(),
            (Some(&letter), _) => pattern.push(letter),
        }
        place += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_their_column() {
        let tokens = tokens("a >= 'ö x' (b)").unwrap();
        let columns: Vec<usize> = tokens.iter().map(|token| token.column).collect();
        assert_eq!(columns, [1, 3, 6, 12, 13, 14]);
        assert_eq!(tokens[1].is, Is::Sign(Sign::GreaterOrEqual));
    }

    #[test]
    fn words_and_signs_need_no_space_between_them() {
        assert_eq!(tokens("z_index<=-5").unwrap().len(), 3);
        assert_eq!(tokens("title:\"a\"AND(b=c)").unwrap().len(), 9);
    }

    #[test]
    fn a_backslash_takes_the_meaning_of_what_follows() {
        let Is::Quoted(pattern) = &tokens(r#""a\"\*\\b""#).unwrap()[0].is else { panic!() };
        assert!(pattern.matches(r#"a"*\b"#));
        assert!(!pattern.matches(r#"a"anything\b"#));
    }

    #[test]
    fn what_cannot_be_is_refused_with_its_place() {
        for (text, column) in [("a = \"b", 5), ("a ! b", 3), ("a, b", 2), ("a = 'b\\", 5), ("a\u{0}", 2)] {
            assert_eq!(tokens(text).unwrap_err().column, column, "{text:?}");
        }
    }
}
