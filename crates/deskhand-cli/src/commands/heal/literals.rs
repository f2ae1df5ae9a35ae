//! Where a text stands as a string literal in source code. Pure.

use std::ops::Range;

use super::language::{Language, escaped};

/// How literals begin and end.
const QUOTES: [char; 3] = ['"', '\'', '`'];

/// A text with quotes around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Literal {
    /// What is between the quotes, in bytes of the source.
    pub(super) inner: Range<usize>,
    kind: Kind,
    language: Language,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Between two of these.
    Quoted(char),
    /// `r#"…"#` of Rust.
    Raw,
}

impl Kind {
    fn marks(self) -> (String, String) {
        match self {
            Kind::Quoted(quote) => (quote.to_string(), quote.to_string()),
            Kind::Raw => ("r#\"".to_owned(), "\"#".to_owned()),
        }
    }
}

impl Literal {
    /// How another text is written in its place; `None` when it is not certain what that would mean there.
    pub(super) fn write(&self, text: &str) -> Option<String> {
        match self.kind {
            Kind::Quoted(quote) => self.language.written(text, quote),
            Kind::Raw => self.language.written_raw(text),
        }
    }

    /// Whether it surely is the text and nothing but the text, so that another can be put in its place.
    fn is_plain(&self, source: &str, text: &str) -> bool {
        let (open, close) = self.kind.marks();
        let start = self.inner.start - open.len();
        let previous = source[..start].chars().next_back();
        let next = source[self.inner.end + close.len()..].chars().next();
        // A letter makes it another kind of literal, a backslash part of one, and what is joined to it may belong to it.
        let joins = |c: char| c.is_alphanumeric() || c == '_' || QUOTES.contains(&c);
        let is_joined = previous.is_some_and(|c| joins(c) || c == '\\')
            || next.is_some_and(|c| joins(c) || c == '$')
            || (previous, next) == (Some('#'), Some('#'));
        let means_it = self.write(text).as_deref() == Some(&source[self.inner.clone()]);
        means_it && !is_joined && !is_quoted(source, start)
    }
}

/// Where a text stands as a string.
#[derive(Clone, Debug, Default)]
pub(super) struct Standing {
    /// The literals that are exactly the text, in order.
    pub(super) exact: Vec<Literal>,
    /// Where it stands in strings that are longer, or of a kind that only a person should change, in bytes of the source.
    pub(super) others: Vec<usize>,
}

/// Looks for the text in a source.
pub(super) fn standing(source: &str, text: &str, language: Language) -> Standing {
    let quoted = between_quotes(source, text, language);
    let (exact, unlike): (Vec<_>, Vec<_>) =
        quoted.into_iter().partition(|literal| literal.is_plain(source, text));
    let forms = forms(text);
    let mut others: Vec<usize> = forms
        .iter()
        .flat_map(|(_, form)| whole_words(source, form))
        .filter(|at| is_quoted(source, *at))
        .filter(|at| !exact.iter().any(|literal| literal.inner.contains(at)))
        .chain(unlike.iter().map(|literal| literal.inner.start))
        .collect();
    others.sort_unstable();
    others.dedup();
    Standing { exact, others }
}

/// The number of the line, from 1, and the bytes that it spans.
pub(super) fn line_at(source: &str, at: usize) -> (usize, Range<usize>) {
    let start = source[..at].rfind('\n').map_or(0, |end| end + 1);
    let end = source[at..].find('\n').map_or(source.len(), |end| at + end);
    (source[..start].matches('\n').count() + 1, start..end)
}

/// How the text may stand between quotes.
fn forms(text: &str) -> Vec<(Kind, String)> {
    let quoted = QUOTES.into_iter().filter_map(|quote| Some((Kind::Quoted(quote), escaped(text, quote)?)));
    std::iter::once((Kind::Raw, text.to_owned())).chain(quoted).collect()
}

/// Wherever the text stands with quotes around it, in order.
fn between_quotes(source: &str, text: &str, language: Language) -> Vec<Literal> {
    let mut found: Vec<Literal> = Vec::new();
    for (kind, form) in forms(text) {
        let (open, close) = kind.marks();
        for (at, _) in source.match_indices(&format!("{open}{form}{close}")) {
            let inner = at + open.len()..at + open.len() + form.len();
            // Attributes of markup look like assignments and know no backslash.
            let is_attribute = language == Language::Script && source[..at].ends_with('=');
            let language = if is_attribute { Language::Other } else { language };
            if !found.iter().any(|other| other.inner == inner) {
                found.push(Literal { inner, kind, language });
            }
        }
    }
    found.sort_by_key(|literal| literal.inner.start);
    found
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

    fn found(source: &str, text: &str, language: Language) -> Vec<String> {
        let exact = standing(source, text, language).exact;
        exact.iter().map(|literal| source[literal.inner.clone()].to_owned()).collect()
    }

    fn others(source: &str, text: &str) -> Vec<usize> {
        standing(source, text, Language::Other).others
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
        let written = |language: Language| -> Vec<Option<String>> {
            let exact = standing(source, query, language).exact;
            exact.iter().map(|literal| literal.write("it's \"x\"")).collect()
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(
            written(Language::Rust),
            [some(r#"it's \"x\""#), None, some("it's \"x\""), some("it's \"x\"")]
        );
        assert_eq!(
            written(Language::Script),
            [some(r#"it's \"x\""#), some(r#"it\'s "x""#), some("it's \"x\"")]
        );
        assert_eq!(
            written(Language::Other),
            [None, some("it's \"x\"")],
            "what a backslash does is not known"
        );
    }

    #[test]
    fn other_kinds_of_literals_are_left_to_a_person() {
        for source in [
            "f(r'title:Save')",
            "f(f\"title:Save\")",
            "f(R\"title:Save\")",
            "f(u8\"title:Save\")",
            "f(tag`title:Save`)",
            "f(\"\"\"title:Save\"\"\")",
            "f(r##\"title:Save\"##)",
            "f(br#\"title:Save\"#)",
            "press 'title:Save'$more",
            "press \"app\"'title:Save'",
            "sh -c \"press 'title:Save'\"",
            "f('{\"query\": \"title:Save\"}')",
        ] {
            for language in [Language::Python, Language::Rust, Language::Other] {
                let told = standing(source, "title:Save", language);
                assert_eq!((told.exact.len(), told.others.len()), (0, 1), "{source} {language:?}");
            }
        }
    }

    #[test]
    fn an_attribute_of_markup_takes_no_backslash() {
        let exact = standing("<Press on=\"title:Save\"/>", "title:Save", Language::Script).exact;
        assert_eq!(exact[0].write("title:Store").as_deref(), Some("title:Store"));
        assert_eq!(exact[0].write("id:\"store\""), None);
    }

    #[test]
    fn what_is_only_part_of_a_literal_is_not_it() {
        let source = "a(\"Save as\"); b(\"Save\"); c(\"\\\"Save\\\"\"); // Save";
        assert_eq!(found(source, "Save", Language::Rust), ["Save"]);
        let inside: Vec<_> = others(source, "Save").iter().map(|at| &source[at - 2..*at]).collect();
        assert_eq!(inside, ["(\"", "\\\""]);
    }

    #[test]
    fn other_words_and_comments_are_something_else() {
        assert!(others("x(\"Saved\"); // don't Save", "Save").is_empty());
        assert!(others("x(\"role:button title:Save\")", "role:button").len() == 1);
        assert!(others("x(\"role:button-group\")", "role:button").is_empty());
    }

    #[test]
    fn lines_are_counted_from_one() {
        let source = "one\ntwo\nthree";
        assert_eq!(line_at(source, 0), (1, 0..3));
        assert_eq!(line_at(source, 5), (2, 4..7));
        assert_eq!(line_at(source, 12), (3, 8..13));
    }
}
