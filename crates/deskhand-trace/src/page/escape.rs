//! Text that stays text.

use std::fmt::{self, Display, Write};

/// A text as it is written into a page, inside of elements and of quoted attributes.
pub(super) struct Escaped<T>(pub(super) T);

impl<T: Display> Display for Escaped<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(Escaping(f), "{}", self.0)
    }
}

struct Escaping<'a, 'f>(&'a mut fmt::Formatter<'f>);

impl Write for Escaping<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().try_for_each(|character| match character {
            '&' => self.0.write_str("&amp;"),
            '<' => self.0.write_str("&lt;"),
            '>' => self.0.write_str("&gt;"),
            '"' => self.0.write_str("&quot;"),
            '\'' => self.0.write_str("&#39;"),
            '\n' | '\t' => self.0.write_char(character),
            // What HTML does not allow, and what turns the direction of the text that follows.
            character if character.is_control() || is_direction(character) => self.0.write_char('\u{fffd}'),
            character => self.0.write_char(character),
        })
    }
}

fn is_direction(character: char) -> bool {
    matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_becomes_markup() {
        let text = r#"<script>alert("1" & '2')</script>"#;
        let expected = "&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;";
        assert_eq!(Escaped(text).to_string(), expected);
    }

    #[test]
    fn characters_that_do_harm_are_replaced() {
        assert_eq!(Escaped("a\0b\u{202e}c\nd").to_string(), "a\u{fffd}b\u{fffd}c\nd");
    }
}
