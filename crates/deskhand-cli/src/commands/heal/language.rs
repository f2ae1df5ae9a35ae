//! What is certain about strings in the language of a file. Pure.
//!
//! Names of elements come from applications, and what is put into a source is run with it: a name must stay a name there,
//! whatever it holds. So nothing is written where that would have to be guessed.

use std::path::Path;

/// What is special in strings of one language or another: it begins an expression, a format or an escape.
const SPECIAL: [char; 5] = ['$', '`', '{', '}', '\\'];

/// A language, as the ending of a file tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    Rust,
    Python,
    /// JavaScript and TypeScript, without the kinds in which strings of markup stand between the others.
    Script,
    Json,
    /// C, C++ and Java.
    Braces,
    /// Shells, and all that is not known here.
    Other,
}

impl Language {
    pub(super) fn of(file: &Path) -> Language {
        match file.extension().and_then(|ending| ending.to_str()) {
            Some("rs") => Language::Rust,
            Some("py" | "pyi") => Language::Python,
            Some("js" | "mjs" | "cjs" | "ts" | "mts" | "cts") => Language::Script,
            Some("json") => Language::Json,
            Some("c" | "h" | "cc" | "cpp" | "cxx" | "hh" | "hpp" | "hxx" | "java") => Language::Braces,
            _ => Language::Other,
        }
    }

    /// The text between plain quotes of this kind; `None` where it is not certain how that is written.
    pub(super) fn written(self, text: &str, quote: char) -> Option<String> {
        let is_harmless = |c: char| c != quote && !c.is_control() && !SPECIAL.contains(&c);
        if text.chars().all(is_harmless) {
            return Some(text.to_owned());
        }
        if !self.escapes_in(quote) || (self.formats_braces() && text.contains(['{', '}'])) {
            return None;
        }
        escaped(text, quote)
    }

    /// Whether a backslash before a backslash or the quote is how to write it in strings with this quote.
    fn escapes_in(self, quote: char) -> bool {
        match self {
            Language::Python | Language::Script => matches!(quote, '"' | '\''),
            Language::Rust | Language::Json | Language::Braces => quote == '"',
            Language::Other => false,
        }
    }

    /// Whether any string may be a format in which braces are replaced.
    fn formats_braces(self) -> bool {
        matches!(self, Language::Rust | Language::Python)
    }

    /// The text between `r#"` and `"#`, where nothing is escaped; `None` where it cannot stand there.
    pub(super) fn written_raw(self, text: &str) -> Option<String> {
        let fits = self == Language::Rust
            && !text.contains("\"#")
            && !text.contains(['{', '}'])
            && !text.contains(char::is_control);
        fits.then(|| text.to_owned())
    }
}

/// The text with backslashes before what needs them; `None` for what each language writes differently.
pub(super) fn escaped(text: &str, quote: char) -> Option<String> {
    let mut written = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => written.push_str("\\n"),
            '\r' => written.push_str("\\r"),
            '\t' => written.push_str("\\t"),
            c if c.is_control() => return None,
            c => {
                if c == '\\' || c == quote {
                    written.push('\\');
                }
                written.push(c);
            }
        }
    }
    Some(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_harmless_is_written_as_it_is_everywhere() {
        for file in ["t.py", "t.sh", "t", "t.rs", "t.json"] {
            for quote in ['"', '\'', '`'] {
                let written = Language::of(Path::new(file)).written("title:Pay now", quote);
                assert_eq!(written.as_deref(), Some("title:Pay now"), "{file} {quote}");
            }
        }
        assert_eq!(Language::Other.written("id:\"pay\"", '\'').as_deref(), Some("id:\"pay\""));
    }

    #[test]
    fn what_could_be_run_or_replaced_is_written_only_where_that_is_certain() {
        for (file, text, quote, written) in [
            ("t.sh", "title:\"Pay $(touch x)\"", '"', None),
            ("t.sh", "title:'a'", '\'', None),
            ("t.sh", "title:`touch x`", '"', None),
            ("t.bash", "a\\b", '\'', None),
            ("Makefile", "title:$x", '\'', None),
            ("t.js", "title:${x}", '`', None),
            ("t.js", "title:${x} \"y\"", '"', Some("title:${x} \\\"y\\\"")),
            ("t.tsx", "title:\"y\"", '"', None),
            ("t.py", "title:{x}", '"', None),
            ("t.py", "title:$x it's", '\'', Some("title:$x it\\'s")),
            ("t.rs", "title:{x}", '"', None),
            ("t.rs", "a\\b \"c\"", '"', Some("a\\\\b \\\"c\\\"")),
            ("t.rs", "it's", '\'', None),
            ("t.json", "it's", '\'', None),
            ("t.json", "a\nb", '"', Some("a\\nb")),
            ("t.sh", "a\nb", '"', None),
            ("t.py", "a\u{7}b", '"', None),
            ("t.java", "a\\u0022", '"', Some("a\\\\u0022")),
        ] {
            let told = Language::of(Path::new(file)).written(text, quote);
            assert_eq!(told.as_deref(), written, "{file}: {text} in {quote}");
        }
    }

    #[test]
    fn raw_strings_take_what_does_not_end_them() {
        assert_eq!(Language::Rust.written_raw("a\\b \"c\"").as_deref(), Some("a\\b \"c\""));
        for text in ["a\"#b", "{x}", "a\nb"] {
            assert_eq!(Language::Rust.written_raw(text), None, "{text}");
        }
        assert_eq!(Language::Other.written_raw("a"), None);
    }
}
