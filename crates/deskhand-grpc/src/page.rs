//! Paging (AIP-158): lists in portions that fit together although the listed things come and go.
//!
//! A page token tells where the page before ended: the place of its last entry in the order of the list. The next page
//! has what comes after that place, so what is there all the time and keeps its place is listed exactly once, whatever
//! comes and goes around it. Nothing is kept on the server.

use std::fmt::Write;
use std::hash::{BuildHasher, RandomState};

use deskhand_model::WindowId;
use prost::Message;
use tonic::Status;

use crate::field::Value;
use crate::order::Place;
use crate::status::invalid;

/// Entries of a page when the request does not say.
const USUAL: usize = 50;
/// Most entries of a page.
const MOST: usize = 1000;
/// Bytes of a seal.
const SEAL: usize = size_of::<u64>();

/// How many entries a page is to have.
pub(crate) fn size(asked: i32) -> Result<usize, Status> {
    match usize::try_from(asked) {
        Ok(0) => Ok(USUAL),
        Ok(asked) => Ok(asked.min(MOST)),
        Err(_) => Err(invalid("page_size", "must not be negative")),
    }
}

/// Makes page tokens, and knows its own.
#[derive(Debug, Default)]
pub(crate) struct Tokens {
    /// Random, so that tokens of another server do not fit.
    key: RandomState,
}

/// Where a page ended.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct Cursor {
    #[prost(message, repeated, tag = "1")]
    values: Vec<CursorValue>,
    #[prost(uint64, tag = "2")]
    pub(crate) id: u64,
}

#[derive(Clone, PartialEq, Message)]
struct CursorValue {
    #[prost(oneof = "Held", tags = "1, 2, 3")]
    held: Option<Held>,
}

#[derive(Clone, PartialEq, prost::Oneof)]
enum Held {
    #[prost(bool, tag = "1")]
    Flag(bool),
    #[prost(int64, tag = "2")]
    Number(i64),
    #[prost(string, tag = "3")]
    Text(String),
}

impl Cursor {
    /// The end of a page of things that have only their number to be sorted by.
    pub(crate) fn at_number(number: u64) -> Cursor {
        Cursor { values: Vec::new(), id: number }
    }
}

impl Tokens {
    /// The token for what comes after this place. `request` is everything that must be the same in the next request.
    pub(crate) fn seal(&self, request: &[&str], cursor: &Cursor) -> String {
        let content = cursor.encode_to_vec();
        let seal = self.key.hash_one((request, &content)).to_be_bytes();
        let mut token = String::with_capacity(2 * (SEAL + content.len()));
        for byte in seal.iter().chain(&content) {
            // Writing to a string cannot fail.
            let _ = write!(token, "{byte:02x}");
        }
        token
    }

    /// Where the page before ended; nothing when the first page is asked for.
    pub(crate) fn open(&self, request: &[&str], token: &str) -> Result<Option<Cursor>, Status> {
        if token.is_empty() {
            return Ok(None);
        }
        let cursor = bytes(token).and_then(|bytes| {
            let (seal, content) = bytes.split_at_checked(SEAL)?;
            let expected = self.key.hash_one((request, content)).to_be_bytes();
            if seal == expected { Cursor::decode(content).ok() } else { None }
        });
        cursor.map(Some).ok_or_else(|| {
            let rule = "must be the next_page_token of the same request (parent, filter and order_by included) to \
                        this server, since its last start";
            invalid("page_token", rule)
        })
    }
}

fn bytes(token: &str) -> Option<Vec<u8>> {
    if !token.len().is_multiple_of(2) || !token.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    (0..token.len()).step_by(2).map(|at| u8::from_str_radix(&token[at..at + 2], 16).ok()).collect()
}

impl From<&Place<'_>> for Cursor {
    fn from(place: &Place<'_>) -> Cursor {
        let value = |value: &Value<'_>| CursorValue {
            held: match value {
                Value::Absent => None,
                Value::Flag(flag) => Some(Held::Flag(*flag)),
                Value::Number(number) => Some(Held::Number(*number)),
                Value::Text(text) => Some(Held::Text(text.to_string())),
            },
        };
        Cursor { values: place.values.iter().map(value).collect(), id: place.id.0 }
    }
}

impl From<Cursor> for Place<'static> {
    fn from(cursor: Cursor) -> Place<'static> {
        let value = |value: CursorValue| match value.held {
            None => Value::Absent,
            Some(Held::Flag(flag)) => Value::Flag(flag),
            Some(Held::Number(number)) => Value::Number(number),
            Some(Held::Text(text)) => Value::Text(text.into()),
        };
        Place { values: cursor.values.into_iter().map(value).collect(), id: WindowId(cursor.id) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REQUEST: &[&str] = &["applications/-", "visible = true", "title"];

    fn place() -> Place<'static> {
        let values = vec![Value::Text("ö".into()), Value::Number(-5), Value::Flag(true), Value::Absent];
        Place { values, id: WindowId(u64::MAX) }
    }

    #[test]
    fn a_token_brings_its_place_back() {
        let tokens = Tokens::default();
        let token = tokens.seal(REQUEST, &Cursor::from(&place()));
        let cursor = tokens.open(REQUEST, &token).unwrap().unwrap();
        assert_eq!(Place::from(cursor), place());
    }

    #[test]
    fn tokens_from_elsewhere_are_refused() {
        let tokens = Tokens::default();
        let token = tokens.seal(REQUEST, &Cursor::from(&place()));
        let changed = token.replace('0', "1");
        assert_ne!(changed, token);
        for (request, token) in [
            (REQUEST, "0"),
            (REQUEST, "00"),
            (REQUEST, "nonsense"),
            (REQUEST, "öö"),
            (REQUEST, &token[2..]),
            (REQUEST, changed.as_str()),
            (&["applications/1", "visible = true", "title"], token.as_str()),
            (&["applications/-", "visible = false", "title"], token.as_str()),
            (&["applications/-", "visible = true", "title desc"], token.as_str()),
            (&["applications/-visible = true", "", "title"], token.as_str()),
        ] {
            let status = tokens.open(request, token).unwrap_err();
            assert_eq!(status.code(), tonic::Code::InvalidArgument, "{token}");
        }
        assert!(Tokens::default().open(REQUEST, &token).is_err(), "another server's token");
    }

    proptest::proptest! {
        #[test]
        fn no_made_up_token_is_taken(token in "[0-9a-f]{1,64}|.{1,16}") {
            proptest::prop_assert!(Tokens::default().open(REQUEST, &token).is_err());
        }
    }

    #[test]
    fn sizes_have_a_default_and_a_limit() {
        assert_eq!(size(0).unwrap(), 50);
        assert_eq!(size(1).unwrap(), 1);
        assert_eq!(size(i32::MAX).unwrap(), 1000);
        assert!(size(-1).is_err());
    }
}
