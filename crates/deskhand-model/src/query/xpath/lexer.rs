//! Splitting an expression into tokens, with the places where they start.

use crate::query::error::Fault;

/// One token.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token<'t> {
    /// An operator, bracket or other sign.
    Sign(&'static str),
    /// A name that is no operator. `*` as a name test is a sign.
    Name(&'t str),
    Literal(&'t str),
    Number(f64),
}

/// Signs, those first that start like shorter ones.
const SIGNS: &[&str] = &[
    "//", "::", "..", "!=", "<=", ">=", "/", ".", "@", ",", "(", ")", "[", "]", "|", "+", "-", "=", "<", ">",
    "*", "$", ":",
];

/// Operators that are written as names, where an operator can stand.
const WORDS: &[&str] = &["and", "or", "div", "mod"];

const AXES: &[&str] = &[
    "ancestor",
    "ancestor-or-self",
    "attribute",
    "child",
    "descendant",
    "descendant-or-self",
    "following",
    "following-sibling",
    "namespace",
    "parent",
    "preceding",
    "preceding-sibling",
    "self",
];

/// Whether this is the name of an axis.
pub(in crate::query) fn is_axis(name: &str) -> bool {
    AXES.contains(&name)
}

/// The names of all axes.
pub(super) fn axes() -> impl Iterator<Item = &'static str> {
    AXES.iter().copied()
}

/// The tokens of `text`, each with the byte that it starts at. `*` where it multiplies is `Sign("×")`.
pub(super) fn tokens(text: &str) -> Result<Vec<(usize, Token<'_>)>, Fault> {
    let mut tokens: Vec<(usize, Token<'_>)> = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let (token, length) = match c {
            c if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            '"' | '\'' => {
                let Some(length) = rest[1..].find(c) else {
                    return Err(Fault::new(at, format!("the quote {c} is never closed")));
                };
                (Token::Literal(&rest[1..=length]), length + 2)
            }
            c if c.is_ascii_digit() || c == '.' && rest[1..].starts_with(|c: char| c.is_ascii_digit()) => {
                number(rest, at)?
            }
            c if c.is_alphabetic() || c == '_' => name(rest, expects_operator(&tokens)),
            _ => match SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
                Some(&"*") if expects_operator(&tokens) => (Token::Sign("×"), 1),
                Some(sign) => (Token::Sign(sign), sign.len()),
                None => return Err(Fault::new(at, format!("`{c}` has no meaning here"))),
            },
        };
        tokens.push((at, token));
        at += length;
    }
    Ok(tokens)
}

/// Whether the next `*` or name has to be an operator: after everything that can end an operand.
fn expects_operator(tokens: &[(usize, Token<'_>)]) -> bool {
    match tokens.last() {
        None => false,
        Some((_, Token::Name(_) | Token::Literal(_) | Token::Number(_))) => true,
        Some((_, Token::Sign(sign))) => matches!(*sign, ")" | "]" | "." | ".." | "*"),
    }
}

fn number(rest: &str, at: usize) -> Result<(Token<'_>, usize), Fault> {
    let whole = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let length = match rest[whole..].strip_prefix('.') {
        Some(fraction) => whole + 1 + fraction.find(|c: char| !c.is_ascii_digit()).unwrap_or(fraction.len()),
        None => whole,
    };
    let number = rest[..length].parse().map_err(|_| Fault::new(at, "this number cannot be read"))?;
    Ok((Token::Number(number), length))
}

fn name(rest: &str, operator_expected: bool) -> (Token<'_>, usize) {
    let length =
        rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '.'))).unwrap_or(rest.len());
    let name = &rest[..length];
    match WORDS.iter().find(|word| **word == name) {
        Some(word) if operator_expected => (Token::Sign(word), length),
        _ => (Token::Name(name), length),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let shown: Vec<String> = tokens(text)
            .unwrap()
            .into_iter()
            .map(|(at, token)| match token {
                Token::Sign(sign) => format!("{at}{sign}"),
                Token::Name(name) => format!("{at}{name}"),
                Token::Literal(text) => format!("{at}'{text}'"),
                Token::Number(number) => format!("{at}#{number}"),
            })
            .collect();
        assert_eq!(shown.join(" "), expected);
    }

    #[test]
    fn tokens_know_where_they_start() {
        check("//combo-box[ @x='ö' ]", "0// 2combo-box 11[ 13@ 14x 15= 16'ö' 21]");
        check("1.5 + .5", "0#1.5 4+ 6#0.5");
        check("../.", "0.. 2/ 3.");
    }

    #[test]
    fn words_and_stars_are_operators_only_after_an_operand() {
        check("* * *", "0* 2× 4*");
        check("or or or", "0or 3or 6or");
        assert_eq!(tokens("or or").unwrap()[0].1, Token::Name("or"));
        assert_eq!(tokens("or or").unwrap()[1].1, Token::Sign("or"));
        assert_eq!(tokens("//div").unwrap()[1].1, Token::Name("div"));
    }

    #[test]
    fn what_is_no_token_is_told_with_its_place() {
        assert_eq!(tokens("//a[#]"), Err(Fault::new(4, "`#` has no meaning here")));
    }
}
