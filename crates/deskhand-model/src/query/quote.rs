//! Quoted values: `"…"` or `'…'`, with `\` before a quote or another `\`.

use super::error::Fault;

/// The content of `text` when all of it, apart from surrounding white space, is one quoted value.
pub(super) fn whole(text: &str) -> Option<String> {
    let text = text.trim();
    if !text.starts_with(['"', '\'']) {
        return None;
    }
    let (value, length) = leading(text, 0).ok()?;
    (length == text.len()).then_some(value)
}

/// The quoted value that starts at byte `at` of `text`, and where it ends.
pub(super) fn leading(text: &str, at: usize) -> Result<(String, usize), Fault> {
    let mut value = String::new();
    let mut chars = text[at..].char_indices();
    let Some((_, mark)) = chars.next() else {
        return Err(Fault::new(at, "a quoted value is missing"));
    };
    while let Some((offset, c)) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some((_, escaped)) => value.push(escaped),
                None => break,
            },
            c if c == mark => return Ok((value, at + offset + c.len_utf8())),
            c => value.push(c),
        }
    }
    Err(Fault::new(at, format!("the quote {mark} is never closed"))
        .hint(format!("add {mark} at the end of the value, or write \\{mark} for the character itself")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_quoted_text_gives_its_content() {
        for (text, expected) in [
            (r#""Save""#, Some("Save")),
            (r#" 'It"s' "#, Some(r#"It"s"#)),
            (r#""a\"b\\c""#, Some(r#"a"b\c"#)),
            (r#""""#, Some("")),
            (r#""Save" now"#, None),
            (r#""Save"#, None),
            (r#""Save\""#, None),
            ("Save", None),
            ("", None),
        ] {
            assert_eq!(whole(text).as_deref(), expected, "{text}");
        }
    }
}
