//! Text that applications put on their windows, in whatever encoding.

/// Longest title that is read, in bytes. Longer ones are cut off: nobody can see more of them.
pub(super) const LONGEST: usize = 4096;

/// How the bytes of a text are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Utf8,
    Latin1,
}

/// Reads a text of at most [`LONGEST`] bytes. Bytes that make no sense become `U+FFFD`; what follows a zero byte
/// is left out, as C programs count the zero in.
pub(super) fn decode(bytes: &[u8], encoding: Encoding) -> String {
    let cut_off = bytes.len() >= LONGEST;
    let bytes = &bytes[..bytes.len().min(LONGEST)];
    let bytes = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
    match encoding {
        Encoding::Latin1 => bytes.iter().copied().map(char::from).collect(),
        Encoding::Utf8 => {
            let whole = if cut_off { without_half_character(bytes) } else { bytes };
            String::from_utf8_lossy(whole).into_owned()
        }
    }
}

/// Leaves out the last character when the cut went through it.
fn without_half_character(bytes: &[u8]) -> &[u8] {
    match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => &bytes[..error.valid_up_to()],
        _ => bytes,
    }
}

/// Instance and class from a `WM_CLASS` property: two texts, each with a zero byte at its end.
pub(super) fn decode_class(bytes: &[u8]) -> (String, String) {
    let mut parts = bytes.split(|&byte| byte == 0).map(|part| String::from_utf8_lossy(part).into_owned());
    let instance = parts.next().unwrap_or_default();
    let class = parts.next().unwrap_or_default();
    (instance, class)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_encoding_gives_the_text_that_was_meant() {
        for (bytes, encoding, text) in [
            ("Grüße".as_bytes(), Encoding::Utf8, "Grüße"),
            (b"Gr\xfc\xdfe", Encoding::Latin1, "Grüße"),
            (b"Gr\xfc\xdfe", Encoding::Utf8, "Gr\u{fffd}\u{fffd}e"),
            (b"ended\0rest", Encoding::Utf8, "ended"),
            (b"", Encoding::Utf8, ""),
        ] {
            assert_eq!(decode(bytes, encoding), text);
        }
    }

    #[test]
    fn a_huge_title_ends_before_the_character_that_does_not_fit() {
        let huge = "€".repeat(LONGEST);
        let title = decode(&huge.as_bytes()[..LONGEST], Encoding::Utf8);
        assert_eq!(title, "€".repeat(LONGEST / 3));
        assert_eq!(decode(huge.as_bytes(), Encoding::Latin1).chars().count(), LONGEST);
    }

    #[test]
    fn a_class_without_its_second_half_is_empty_there() {
        assert_eq!(decode_class(b"gedit\0Gedit\0"), ("gedit".to_owned(), "Gedit".to_owned()));
        assert_eq!(decode_class(b"gedit"), ("gedit".to_owned(), String::new()));
        assert_eq!(decode_class(b""), (String::new(), String::new()));
    }
}
