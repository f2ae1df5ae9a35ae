//! Brackets and quotes: checked before a notation is read, so that its reader can rely on them.

use super::error::Fault;

/// Deepest nesting of brackets that is accepted. The readers and the evaluation recurse once per level.
const DEEPEST: usize = 32;

/// How a quote inside of quotes is written.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Escape {
    /// With `\` before it.
    Backslash,
    /// Not at all.
    None,
}

/// Checks that every bracket and quote is closed, and that brackets are not nested too deeply.
pub(super) fn check(text: &str, escape: Escape) -> Result<(), Fault> {
    let mut open: Vec<(usize, char)> = Vec::new();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' if escape == Escape::Backslash => {
                chars.next();
            }
            '"' | '\'' => {
                let closed = loop {
                    match chars.next() {
                        Some((_, '\\')) if escape == Escape::Backslash => {
                            chars.next();
                        }
                        Some((_, inner)) if inner == c => break true,
                        Some(_) => {}
                        None => break false,
                    }
                };
                if !closed {
                    return Err(Fault::new(at, format!("the quote {c} is never closed")));
                }
            }
            '[' | '(' if open.len() == DEEPEST => {
                return Err(Fault::new(at, format!("brackets are nested more than {DEEPEST} deep")));
            }
            '[' => open.push((at, ']')),
            '(' => open.push((at, ')')),
            ']' | ')' => match open.pop() {
                Some((_, expected)) if expected == c => {}
                Some((_, expected)) => {
                    return Err(Fault::new(at, format!("`{c}` where `{expected}` is expected")));
                }
                None => return Err(Fault::new(at, format!("`{c}` closes nothing"))),
            },
            _ => {}
        }
    }
    match open.pop() {
        Some((at, expected)) => {
            let opening = &text[at..=at];
            Err(Fault::new(at, format!("`{opening}` is never closed"))
                .hint(format!("a `{expected}` is missing")))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_fault(text: &str, escape: Escape, expected: Option<(usize, &str)>) {
        let expected = expected.map_or(Ok(()), |(at, message)| Err(Fault::new(at, message)));
        let found = check(text, escape).map_err(|fault| fault.without_hint());
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn unclosed_and_mismatched_brackets_are_found() {
        check_fault("a[b=\"]\"](c)", Escape::None, None);
        check_fault("a[b", Escape::None, Some((1, "`[` is never closed")));
        check_fault("a[(b]", Escape::None, Some((4, "`]` where `)` is expected")));
        check_fault("a)", Escape::None, Some((1, "`)` closes nothing")));
        check_fault("a['b]", Escape::None, Some((2, "the quote ' is never closed")));
    }

    #[test]
    fn a_backslash_escapes_where_the_notation_has_it() {
        check_fault(r#""a\"""#, Escape::Backslash, None);
        check_fault(r#""a\""#, Escape::Backslash, Some((0, "the quote \" is never closed")));
        check_fault(r#""a\""#, Escape::None, None);
    }

    #[test]
    fn depth_is_bounded() {
        check_fault(&("(".repeat(32) + &")".repeat(32)), Escape::None, None);
        check_fault(&"(".repeat(5_000), Escape::None, Some((32, "brackets are nested more than 32 deep")));
    }
}
