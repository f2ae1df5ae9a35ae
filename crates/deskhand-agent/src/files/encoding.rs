//! Files in base64, piece by piece: a whole one would be in memory twice.

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

/// Clients leave the padding out or not.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Symbols that are decoded in one go; four of them stand for three bytes.
const SYMBOLS: usize = 4 << 16;

pub(super) fn encode(bytes: &[u8]) -> String {
    BASE64.encode(bytes)
}

/// How long so many bytes are in base64.
pub(super) fn encoded_length(bytes: u64) -> u64 {
    bytes.div_ceil(3) * 4
}

/// The text is no base64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Malformed;

/// The bytes that a text stands for, in pieces. White space in it has no meaning: there are encoders that break lines.
pub(super) struct Decoded<'a> {
    rest: &'a [u8],
    /// Whether there was padding, which only the end has.
    is_padded: bool,
}

impl<'a> Decoded<'a> {
    pub(super) fn new(text: &'a str) -> Decoded<'a> {
        Decoded { rest: text.as_bytes(), is_padded: false }
    }

    fn take_symbols(&mut self) -> Vec<u8> {
        let mut symbols = Vec::with_capacity(SYMBOLS.min(self.rest.len()));
        while let ([symbol, rest @ ..], true) = (self.rest, symbols.len() < SYMBOLS) {
            self.rest = rest;
            if !symbol.is_ascii_whitespace() {
                symbols.push(*symbol);
            }
        }
        symbols
    }
}

impl Iterator for Decoded<'_> {
    type Item = Result<Vec<u8>, Malformed>;

    fn next(&mut self) -> Option<Self::Item> {
        let symbols = self.take_symbols();
        if symbols.is_empty() {
            return None;
        }
        if self.is_padded {
            return Some(Err(Malformed));
        }
        self.is_padded = symbols.ends_with(b"=");
        Some(BASE64.decode(&symbols).map_err(|_| Malformed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(text: &str) -> Result<Vec<u8>, Malformed> {
        Ok(Decoded::new(text).collect::<Result<Vec<_>, _>>()?.concat())
    }

    #[test]
    fn padding_and_white_space_do_not_matter() {
        for text in ["aGVsbG8=", "aGVsbG8", "aGVs\r\nbG8=\n", " a G V s b G 8 = ", "aGVs\tbG8"] {
            assert_eq!(decoded(text), Ok(b"hello".to_vec()), "{text:?}");
        }
        assert_eq!(decoded(" \n"), Ok(Vec::new()));
    }

    #[test]
    fn what_is_no_base64_is_malformed() {
        for text in ["a", "aGVs?G8=", "=", "aG=sbG8", "aGVsbG8==", "-_-_", "aGVsbG8=aGVs", "ü"] {
            assert_eq!(decoded(text), Err(Malformed), "{text:?}");
        }
    }

    #[test]
    fn many_pieces_make_a_whole() {
        let bytes: Vec<u8> = (0..=255).cycle().take(SYMBOLS * 2 + 1).collect();
        let text = encode(&bytes);
        assert_eq!(text.len() as u64, encoded_length(bytes.len() as u64));
        let lines: Vec<&str> = text.as_bytes().chunks(76).map(|line| str::from_utf8(line).unwrap()).collect();
        assert_eq!(decoded(&text).unwrap(), bytes);
        assert_eq!(decoded(&lines.join("\r\n")).unwrap(), bytes);
    }

    #[test]
    fn padding_at_the_end_of_a_piece_is_not_overlooked() {
        let mut text = "A".repeat(SYMBOLS - 2) + "==";
        assert!(decoded(&text).is_ok());
        text += "AAAA";
        assert_eq!(decoded(&text), Err(Malformed));
    }
}
