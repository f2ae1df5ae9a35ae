//! Texts with wildcards.

/// A text of a filter; an unescaped `*` stands for any text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pattern {
    /// What stands between the wildcards: one part more than there are wildcards.
    parts: Vec<String>,
}

impl Pattern {
    /// Nothing yet.
    pub(crate) fn new() -> Pattern {
        Pattern { parts: vec![String::new()] }
    }

    /// Adds a character that means itself.
    pub(crate) fn push(&mut self, letter: char) {
        if let Some(last) = self.parts.last_mut() {
            last.push(letter);
        }
    }

    /// Adds a wildcard.
    pub(crate) fn push_any(&mut self) {
        self.parts.push(String::new());
    }

    /// Whether it is nothing but one wildcard.
    pub(crate) fn is_any(&self) -> bool {
        self.parts.len() == 2 && self.parts.iter().all(String::is_empty)
    }

    /// The text, with wildcards as they were written.
    pub(crate) fn text(&self) -> String {
        self.parts.join("*")
    }

    /// The same, to be found anywhere and in any case. The text to compare with has to be in lower case.
    pub(crate) fn anywhere(&self) -> Pattern {
        let parts = self.parts.iter().map(|part| part.to_lowercase());
        Pattern { parts: [String::new()].into_iter().chain(parts).chain([String::new()]).collect() }
    }

    /// Whether it describes the whole text.
    pub(crate) fn matches(&self, text: &str) -> bool {
        let [first, middle @ .., last] = self.parts.as_slice() else {
            return self.parts.first().is_none_or(|only| only == text);
        };
        let Some(mut rest) = text.strip_prefix(first.as_str()) else { return false };
        // The earliest place is as good as any: what comes after it is only longer.
        for part in middle {
            let Some(at) = rest.find(part.as_str()) else { return false };
            rest = &rest[at + part.len()..];
        }
        rest.ends_with(last.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(text: &str) -> Pattern {
        let mut pattern = Pattern::new();
        for letter in text.chars() {
            if letter == '*' { pattern.push_any() } else { pattern.push(letter) }
        }
        pattern
    }

    #[test]
    fn a_wildcard_stands_for_any_text() {
        for (written, text, expected) in [
            ("", "", true),
            ("", "a", false),
            ("abc", "abc", true),
            ("abc", "abcd", false),
            ("a*", "abc", true),
            ("a*", "a", true),
            ("*c", "abc", true),
            ("*c", "abcd", false),
            ("a*c", "ac", true),
            ("a*a", "a", false),
            ("a*b*c", "a-b-b-c", true),
            ("a*b*c", "a-c-b", false),
            ("*ö*", "xöy", true),
            ("**", "", true),
        ] {
            assert_eq!(pattern(written).matches(text), expected, "{written} and {text}");
        }
    }

    #[test]
    fn anywhere_means_within_and_in_any_case() {
        assert!(pattern("Voice").anywhere().matches("an invoice"));
        assert!(pattern("an*ice").anywhere().matches("<an invoice>"));
        assert!(!pattern("voices").anywhere().matches("an invoice"));
    }

    #[test]
    fn one_wildcard_alone_is_anything() {
        assert!(pattern("*").is_any());
        assert!(!pattern("").is_any() && !pattern("**").is_any() && !pattern("a*").is_any());
    }
}
