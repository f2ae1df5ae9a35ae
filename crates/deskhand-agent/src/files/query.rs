//! The path that a file is asked for by.

use http::StatusCode;
use percent_encoding::percent_decode_str;

use super::failure::Way;
use crate::server::Refusal;

/// Bytes of a path; systems take no longer ones.
const LONGEST: usize = 4096;

/// Every `path` in the query string of a request, as it is written there.
pub(super) fn paths(query: Option<&str>) -> impl Iterator<Item = &str> {
    query.unwrap_or_default().split('&').filter_map(|pair| {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        percent_decode_str(key).eq(b"path".iter().copied()).then_some(value)
    })
}

/// The `path` in the query string of a request, if it has one.
pub(super) fn path(query: Option<&str>, way: Way) -> Result<Option<String>, Refusal> {
    let mut paths = paths(query);
    let Some(path) = paths.next() else { return Ok(None) };
    if paths.next().is_some() {
        return Err(way.refuse(StatusCode::BAD_REQUEST, "The query names more than one `path`"));
    }
    let decoded = percent_decode_str(path)
        .decode_utf8()
        .map_err(|_| way.refuse(StatusCode::BAD_REQUEST, "The `path` of the query is no UTF-8"))?;
    checked(decoded.into_owned(), way).map(Some)
}

/// This path, if it can be one.
pub(super) fn checked(path: String, way: Way) -> Result<String, Refusal> {
    if path.is_empty() {
        return Err(way.refuse(StatusCode::BAD_REQUEST, "The `path` is empty"));
    }
    if path.len() > LONGEST {
        return Err(way.refuse(StatusCode::BAD_REQUEST, "The `path` is longer than a path can be"));
    }
    if path.contains('\0') {
        return Err(way.refuse(StatusCode::BAD_REQUEST, "The `path` contains a NUL character"));
    }
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_decoded_once() {
        for (query, expected) in [
            (None, None),
            (Some(""), None),
            (Some("other=%2Ftmp&paths=x"), None),
            (Some("path=/tmp/a"), Some("/tmp/a")),
            (Some("path=%2Ftmp%2Fa%20b"), Some("/tmp/a b")),
            (Some("p%61th=x"), Some("x")),
            (Some("path=a+b"), Some("a+b")),
            (Some("path=a=b&other"), Some("a=b")),
            (Some("path=%252e%252e"), Some("%2e%2e")),
            (Some("path=%C3%BC%zz"), Some("ü%zz")),
        ] {
            assert_eq!(path(query, Way::Upload).unwrap().as_deref(), expected, "{query:?}");
        }
    }

    #[test]
    fn what_cannot_be_a_path_is_refused() {
        let long = format!("path={}", "a".repeat(5000));
        for query in ["path", "path=", "path=a&path=b", "path=a%00b", "path=%FF", &long] {
            let refusal = path(Some(query), Way::Download).unwrap_err();
            assert_eq!(refusal.status, StatusCode::BAD_REQUEST, "{query}");
        }
    }
}
