//! Telling which applications an answer knows nothing of, because they do not answer themselves.

use http::{HeaderMap, HeaderName, HeaderValue};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

/// The applications, as sentences call them.
const UNREAD: HeaderName = HeaderName::from_static("x-deskhand-unread");

/// What does not go into a header as it is.
const NOT_IN_HEADERS: &AsciiSet = &CONTROLS.add(b'%').add(b',');

/// For programs.
pub(super) fn header(names: &[String]) -> HeaderMap {
    let encoded: Vec<String> =
        names.iter().map(|name| utf8_percent_encode(name, NOT_IN_HEADERS).to_string()).collect();
    match HeaderValue::try_from(encoded.join(", ")) {
        Ok(value) if !names.is_empty() => HeaderMap::from_iter([(UNREAD, value)]),
        _ => HeaderMap::new(),
    }
}

/// For people: the sentence, with what was left out.
pub(super) fn sentence(done: &str, names: &[String]) -> String {
    match names {
        [] => done.to_owned(),
        [one] => format!("{done}; left out {one}, which does not answer"),
        some => format!("{done}; left out {}, which do not answer", some.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_any_kind_fit_into_a_header() {
        let headers = header(&["`a,ü\n` (pid 1)".to_owned(), "b".to_owned()]);
        assert_eq!(headers[UNREAD], "`a%2C%C3%BC%0A` (pid 1), b");
        assert!(header(&[]).is_empty());
    }

    #[test]
    fn a_sentence_names_what_was_left_out() {
        let names = ["`a`".to_owned(), "`b`".to_owned()];
        for (names, expected) in [
            (&names[..0], "pressed"),
            (&names[..1], "pressed; left out `a`, which does not answer"),
            (&names[..], "pressed; left out `a`, `b`, which do not answer"),
        ] {
            assert_eq!(sentence("pressed", names), expected);
        }
    }
}
