//! Where a text stands as a string literal in source code of any language. Pure.

use std::ops::Range;

/// How literals begin and end.
const QUOTES: [char; 3] = ['"', '\'', '`'];

/// A literal that is exactly the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Literal {
    /// What is between the quotes, in bytes of the source.
    pub(super) inner: Range<usize>,
    /// The quote; none where nothing is escaped, as in `r#"…"#`.
    quote: Option<char>,
}

impl Literal {
    /// How another text is written in its place; `None` when it cannot be.
    pub(super) fn write(&self, text: &str) -> Option<String> {
        match self.quote {
            Some(quote) => Some(escaped(text, quote)),
            // Nothing could be escaped there.
            None => (!text.contains("\"#") && !text.contains(['\n', '\r'])).then(|| text.to_owned()),
        }
    }
}

/// Every literal in the source that is exactly `text`, in order.
pub(super) fn exactly(source: &str, text: &str) -> Vec<Literal> {
    let mut found: Vec<Literal> = Vec::new();
    let mut add = |before: String, inner: &str, after: String, quote: Option<char>| {
        let pattern = format!("{before}{inner}{after}");
        for (at, _) in source.match_indices(&pattern) {
            let start = at + before.len();
            let literal = Literal { inner: start..start + inner.len(), quote };
            // A quote after a backslash is part of another literal.
            let inside = source[..at].ends_with('\\');
            if !inside && !found.iter().any(|other| other.inner == literal.inner) {
                found.push(literal);
            }
        }
    };
    add("#\"".to_owned(), text, "\"#".to_owned(), None);
    for quote in QUOTES {
        add(quote.to_string(), &escaped(text, quote), quote.to_string(), Some(quote));
    }
    found.sort_by_key(|literal| literal.inner.start);
    found
}

/// Where the text stands inside of longer literals, in bytes of the source.
pub(super) fn within_others(source: &str, text: &str) -> Vec<usize> {
    let exact = exactly(source, text);
    let mut forms: Vec<String> = QUOTES.iter().map(|quote| escaped(text, *quote)).collect();
    forms.push(text.to_owned());
    let mut places: Vec<usize> =
        forms.iter().flat_map(|form| whole_words(source, form)).filter(|at| is_quoted(source, *at)).collect();
    places.retain(|at| !exact.iter().any(|literal| literal.inner.contains(at)));
    places.sort_unstable();
    places.dedup();
    places
}

/// The number of the line, from 1, and the bytes that it spans.
pub(super) fn line_at(source: &str, at: usize) -> (usize, Range<usize>) {
    let start = source[..at].rfind('\n').map_or(0, |end| end + 1);
    let end = source[at..].find('\n').map_or(source.len(), |end| at + end);
    (source[..start].matches('\n').count() + 1, start..end)
}

/// The text between quotes of this kind.
fn escaped(text: &str, quote: char) -> String {
    let mut written = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => written.push_str("\\n"),
            '\r' => written.push_str("\\r"),
            '\t' => written.push_str("\\t"),
            c => {
                if c == '\\' || c == quote {
                    written.push('\\');
                }
                written.push(c);
            }
        }
    }
    written
}

/// Where `text` stands with nothing joined to it that would make it another word.
fn whole_words<'a>(source: &'a str, text: &'a str) -> impl Iterator<Item = usize> + 'a {
    let joins = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    source.match_indices(text).map(|(at, _)| at).filter(move |at| {
        let before = source[..*at].chars().next_back().is_some_and(joins);
        let after = source[at + text.len()..].chars().next().is_some_and(joins);
        let (first, last) = (text.starts_with(joins), text.ends_with(joins));
        !(before && first || after && last)
    })
}

/// Whether a place is between quotes on its line. An apostrophe within a word opens nothing.
fn is_quoted(source: &str, at: usize) -> bool {
    let (_, line) = line_at(source, at);
    let mut open = None;
    let mut previous = ' ';
    let mut chars = source[line.start..at].chars();
    while let Some(c) = chars.next() {
        match open {
            _ if c == '\\' => {
                chars.next();
            }
            None if QUOTES.contains(&c) && !(c == '\'' && previous.is_alphanumeric()) => open = Some(c),
            Some(quote) if c == quote => open = None,
            _ => {}
        }
        previous = c;
    }
    open.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(source: &str, text: &str) -> Vec<String> {
        exactly(source, text).iter().map(|literal| source[literal.inner.clone()].to_owned()).collect()
    }

    #[test]
    fn a_literal_is_found_in_every_kind_of_quotes() {
        let query = "button[name=\"Save\"]";
        let source = r##"
            locate("button[name=\"Save\"]");
            locate('button[name="Save"]');
            locate(`button[name="Save"]`);
            locate(r#"button[name="Save"]"#);
        "##;
        assert_eq!(found(source, query).len(), 4);
        let new = "it's \"x\"";
        let written: Vec<_> =
            exactly(source, query).iter().map(|literal| literal.write(new).unwrap()).collect();
        assert_eq!(written, [r#"it's \"x\""#, r#"it\'s "x""#, "it's \"x\"", "it's \"x\""]);
        assert_eq!(exactly(source, query)[3].write("a\"#b"), None);
    }

    #[test]
    fn what_is_only_part_of_a_literal_is_not_it() {
        let source = "a(\"Save as\"); b(\"Save\"); c(\"\\\"Save\\\"\"); // Save";
        assert_eq!(found(source, "Save"), ["Save"]);
        let inside: Vec<_> = within_others(source, "Save").iter().map(|at| &source[at - 2..*at]).collect();
        assert_eq!(inside, ["(\"", "\\\""]);
    }

    #[test]
    fn other_words_and_comments_are_something_else() {
        assert!(within_others("x(\"Saved\"); // don't Save", "Save").is_empty());
        assert!(within_others("x(\"role:button title:Save\")", "role:button").len() == 1);
        assert!(within_others("x(\"role:button-group\")", "role:button").is_empty());
    }

    #[test]
    fn lines_are_counted_from_one() {
        let source = "one\ntwo\nthree";
        assert_eq!(line_at(source, 0), (1, 0..3));
        assert_eq!(line_at(source, 5), (2, 4..7));
        assert_eq!(line_at(source, 12), (3, 8..13));
    }
}
