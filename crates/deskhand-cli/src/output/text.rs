//! Texts from applications, made safe to print: a name must not be able to move the cursor or clear the screen.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// `text` on one line, cut to `width` columns. Control characters are shown as their escapes.
pub(crate) fn one_line(text: &str, width: usize) -> String {
    // A huge text is not escaped as a whole just to show its beginning.
    let beginning: String = text.chars().take(width + 1).collect();
    let escaped = escape(&beginning, |_| false);
    if escaped.width() <= width && beginning.len() == text.len() {
        return escaped;
    }
    let mut short = String::new();
    let mut used = 0;
    for c in escaped.chars() {
        used += c.width().unwrap_or(0);
        if used >= width {
            break;
        }
        short.push(c);
    }
    short.push('…');
    short
}

/// `text` with its line breaks and tabs, and other control characters shown as their escapes.
pub(crate) fn escape_lines(text: &str) -> String {
    escape(text, |c| matches!(c, '\n' | '\t'))
}

fn escape(text: &str, keep: impl Fn(char) -> bool) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        // Bidirectional overrides turn a line around as control characters do.
        if (c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')) && !keep(c) {
            safe.extend(c.escape_default());
        } else {
            safe.push(c);
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_shown_and_not_sent() {
        assert_eq!(one_line("a\nb\u{1b}[2J", 40), "a\\nb\\u{1b}[2J");
        assert_eq!(escape_lines("a\nb\u{1b}[2J"), "a\nb\\u{1b}[2J");
        assert_eq!(one_line("a\u{202e}b", 40), "a\\u{202e}b");
    }

    #[test]
    fn long_texts_are_cut_by_columns_not_by_bytes() {
        assert_eq!(one_line("abcdef", 6), "abcdef");
        assert_eq!(one_line("abcdefg", 6), "abcde…");
        assert_eq!(one_line("日本語日本語", 6), "日本…");
        assert_eq!(one_line(&"x".repeat(1_000_000), 5), "xxxx…");
    }
}
