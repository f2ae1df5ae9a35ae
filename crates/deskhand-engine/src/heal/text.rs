//! Comparing texts that people read.

/// Least likeness of two titles that are nearly the same.
const NEARLY: f64 = 0.8;

/// Edit distance is quadratic: very long labels are compared by their beginning only.
const COMPARED: usize = 120;

/// A text without what changes its look and not its meaning: case, white space, and the marks of keyboard mnemonics
/// (`_Save`, `&Save`).
pub(super) fn tidy(text: &str) -> String {
    let mut tidy = String::with_capacity(text.len());
    let mut chars = text.trim().chars().peekable();
    while let Some(c) = chars.next() {
        if c.is_whitespace() {
            if !tidy.ends_with(' ') {
                tidy.push(' ');
            }
        } else if !(matches!(c, '_' | '&') && chars.peek().is_some_and(|next| next.is_alphanumeric())) {
            tidy.extend(c.to_lowercase());
        }
    }
    tidy
}

/// A tidy text without dots or a colon at its end.
pub(super) fn folded(text: &str) -> String {
    let mut folded = tidy(text);
    let kept = folded.trim_end_matches(['.', '…', ':', ' ']).len();
    // A text that is nothing but dots is one that means dots.
    if kept > 0 {
        folded.truncate(kept);
    }
    folded
}

/// Whether one folded text is the other with words added: `save` and `save as`. Such labels are made for things that
/// have to do with each other, and are not the same.
pub(super) fn extends(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    let rest = long.strip_prefix(short).map(|rest| rest.starts_with(' '));
    let front = || long.strip_suffix(short).map(|front| front.ends_with(' '));
    !short.is_empty() && rest.or_else(front).unwrap_or(false)
}

/// Whether two folded texts are nearly the same, though not the same.
pub(super) fn nearly(a: &str, b: &str) -> bool {
    likeness(a, b) >= NEARLY
}

/// How alike two folded texts are, 0 to 1.
pub(super) fn likeness(a: &str, b: &str) -> f64 {
    let (a, b) = (clip(a), clip(b));
    if a.is_empty() || b.is_empty() {
        return 0.0;
    }
    let (short, long) = (a.len().min(b.len()), a.len().max(b.len()));
    // Most pairs are told apart by their length alone; a character has at most four bytes.
    if (short * 4) as f64 <= long as f64 * (NEARLY / 2.0) {
        return 0.0;
    }
    strsim::normalized_levenshtein(a, b)
}

fn clip(text: &str) -> &str {
    let end = text.char_indices().nth(COMPARED).map_or(text.len(), |(at, _)| at);
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_looks_different_is_folded_away() {
        for (text, expected) in [
            ("_Save", "save"),
            ("Sa_ve As…", "save as"),
            ("&Open...", "open"),
            ("  Two\n words ", "two words"),
            ("Name:", "name"),
            ("Cut & Paste", "cut & paste"),
            ("…", "…"),
            ("", ""),
        ] {
            assert_eq!(folded(text), expected, "{text}");
        }
    }

    #[test]
    fn dots_at_the_end_are_tidy() {
        assert_eq!(tidy("_Save  As…"), "save as…");
    }

    #[test]
    fn words_can_be_added_on_both_sides() {
        assert!(extends("save", "save as"));
        assert!(extends("quick save", "save"));
        assert!(!extends("save", "saved"));
        assert!(!extends("save", "save"));
        assert!(!extends("", "save"));
    }

    #[test]
    fn a_title_may_differ_by_a_fifth() {
        assert!(nearly("saved", "save"));
        assert!(nearly("preferences", "preference"));
        assert!(!nearly("save", "save as"));
        assert!(!nearly("save", ""));
        assert!(!nearly("", ""));
        assert!(!nearly(&"x".repeat(1_000_000), "x"));
    }
}
