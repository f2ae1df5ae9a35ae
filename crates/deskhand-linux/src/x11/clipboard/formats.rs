//! Formats in which text is offered and asked for.

use x11rb::protocol::xproto::{Atom, AtomEnum};

use super::super::atoms::Atoms;

/// How a format encodes text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Utf8,
    Latin1,
}

/// All formats that carry text, the best first.
pub(super) fn text_formats(atoms: &Atoms) -> [(Atom, Encoding); 5] {
    [
        (atoms.UTF8_STRING, Encoding::Utf8),
        (atoms.TEXT_PLAIN_UTF8, Encoding::Utf8),
        (atoms.TEXT, Encoding::Utf8),
        (atoms.TEXT_PLAIN, Encoding::Utf8),
        (AtomEnum::STRING.into(), Encoding::Latin1),
    ]
}

/// Encodes `text`; `None` when the encoding lacks one of its characters.
pub(super) fn encode(text: &str, encoding: Encoding) -> Option<Vec<u8>> {
    match encoding {
        Encoding::Utf8 => Some(text.as_bytes().to_vec()),
        Encoding::Latin1 => text.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect(),
    }
}

/// Decodes what an owner sent as this format. Bytes that make no sense become `U+FFFD`. Some owners count in the
/// zero byte that ends a text in C.
pub(super) fn decode(bytes: &[u8], encoding: Encoding) -> String {
    let bytes = bytes.strip_suffix(b"\0").unwrap_or(bytes);
    match encoding {
        Encoding::Utf8 => String::from_utf8_lossy(bytes).into_owned(),
        Encoding::Latin1 => bytes.iter().copied().map(char::from).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latin_1_refuses_what_it_cannot_say() {
        assert_eq!(encode("Grüße", Encoding::Latin1).as_deref(), Some(&b"Gr\xfc\xdfe"[..]));
        assert_eq!(encode("€", Encoding::Latin1), None);
        assert_eq!(encode("€", Encoding::Utf8).as_deref(), Some("€".as_bytes()));
    }

    #[test]
    fn what_was_encoded_reads_back() {
        for encoding in [Encoding::Utf8, Encoding::Latin1] {
            assert_eq!(decode(&encode("naïve\n", encoding).unwrap(), encoding), "naïve\n");
        }
        assert_eq!(decode(b"c string\0", Encoding::Utf8), "c string");
        assert_eq!(decode(b"\xff", Encoding::Utf8), "\u{fffd}");
    }
}
