//! The body of a request, read as JSON.

use std::sync::Arc;

use axum::extract::{FromRequest, Request};
use serde::de::{Deserialize, DeserializeOwned};
use serde_json::{Map, Value};

use super::target::Noted;
use super::{Agent, Refusal, body};

/// The body of a request. Whatever its content type says, it is JSON; an empty one is an empty object.
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<Agent>> for Asked<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, agent: &Arc<Agent>) -> Result<Self, Refusal> {
        let noted = Noted::of(&request);
        let limits = agent.limits;
        let reading = body::read(request.into_body(), limits.body);
        // Whoever sends a byte now and then would hold a place for ever.
        let body =
            tokio::time::timeout(limits.stall_time, reading).await.unwrap_or_else(|_| Err(body::late()))?;
        noted.note(&body);
        parse(&body).map(Asked)
    }
}

/// Reads JSON that must be an object.
fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, Refusal> {
    parse_borrowed::<T, T>(body)
}

/// Reads JSON that must be an object, and what is read may be a part of it; `Owned` has the same keys, and nothing of
/// the body.
pub(crate) fn parse_borrowed<'a, T, Owned>(body: &'a [u8]) -> Result<T, Refusal>
where
    T: Deserialize<'a>,
    Owned: DeserializeOwned,
{
    let body = match body.trim_ascii_start() {
        b"" => &b"{}"[..],
        // A list could be taken for the fields of an object in their order.
        [b'{', ..] => body,
        _ => return Err(Refusal::bad("The body must be a JSON object, such as {}")),
    };
    serde_json::from_slice(body).map_err(|error| Refusal::bad(mistake::<Owned>(body, &error)))
}

/// What is wrong with a body, and where.
fn mistake<T: DeserializeOwned>(body: &[u8], error: &serde_json::Error) -> String {
    let (line, column) = (error.line(), error.column());
    let place = format!(" at line {line} column {column}");
    let told = error.to_string();
    let what = told.strip_suffix(&place).unwrap_or(&told);
    if error.is_data() {
        return misfit::<T>(body, what);
    }
    // Where one of several forms is wanted, the parser takes a `null` for broken JSON.
    match serde_json::from_slice(body).map(serde_json::from_value::<T>) {
        Ok(Err(error)) => misfit::<T>(body, &error.to_string()),
        _ => format!("The body is no JSON: {what} (line {line}, column {column})"),
    }
}

/// What is wrong with a body that is JSON, and with which key.
fn misfit<T: DeserializeOwned>(body: &[u8], what: &str) -> String {
    match culprit::<T>(body, what) {
        Some(key) if !what.contains(&format!("`{key}`")) => format!("`{key}`: {}", plain(what)),
        _ => plain(what),
    }
}

/// Keys of an object whose mistake is looked for.
const FEW: usize = 32;
/// Bytes of such an object.
const SHORT: usize = 64 << 10;

/// The key that the mistake is about: the one without which there is none, or another one.
fn culprit<T: DeserializeOwned>(body: &[u8], what: &str) -> Option<String> {
    if body.len() > SHORT {
        return None;
    }
    let object: Map<String, Value> = serde_json::from_slice(body).ok()?;
    if object.len() > FEW {
        return None;
    }
    let missing = what.strip_prefix("missing field `").and_then(|rest| rest.strip_suffix('`'));
    if let Some(missing) = missing
        && differs::<T>(&object, what, |object| object.insert(missing.to_owned(), Value::Null))
    {
        // It is missing in the object itself, and no other key is to blame.
        return None;
    }
    object.keys().find(|key| differs::<T>(&object, what, |object| object.remove(*key))).cloned()
}

/// Whether the mistake is not there, or another one, once the object is changed in this way.
fn differs<T: DeserializeOwned>(
    object: &Map<String, Value>,
    what: &str,
    change: impl FnOnce(&mut Map<String, Value>) -> Option<Value>,
) -> bool {
    let mut changed = object.clone();
    change(&mut changed);
    match serde_json::from_value::<T>(Value::Object(changed)) {
        Ok(_) => true,
        Err(other) => other.to_string() != what,
    }
}

/// A mistake in words that do not come from our own types.
fn plain(what: &str) -> String {
    let (found, expected) = what.split_once(", expected ").unwrap_or((what, ""));
    let expected = match expected {
        "" => return what.to_owned(),
        "u32" => "a whole number from 0 to 4294967295",
        "u64" | "usize" => "a whole number that is not negative",
        "f64" => "a number",
        "a boolean" => "true or false",
        "string or map" => "a text or an object",
        _ if expected.starts_with("struct ") => "an object",
        other => other,
    };
    format!("{found}, expected {expected}")
}

#[cfg(test)]
mod tests {
    use http::StatusCode;
    use serde::Deserialize;

    use super::*;
    use crate::contract::{
        ElementQuery, ErrorKey, ExecRequest, SetValueRequest, SnapshotRequest, UploadRequest,
        WindowResizeRequest,
    };

    fn details<T: DeserializeOwned>(body: &str) -> String {
        let refusal = parse::<T>(body.as_bytes()).err().unwrap();
        assert_eq!((refusal.status, refusal.key), (StatusCode::BAD_REQUEST, ErrorKey::InvalidJson));
        refusal.details
    }

    #[test]
    fn an_empty_body_is_an_empty_object() {
        for body in ["", " \r\n\t", "{}", " {} "] {
            assert_eq!(parse::<ElementQuery>(body.as_bytes()).unwrap(), ElementQuery::default(), "{body:?}");
        }
    }

    #[test]
    fn only_an_object_is_taken() {
        for body in ["[]", "[\"button\"]", "null", "7", "\"{}\"", "button"] {
            assert_eq!(details::<ElementQuery>(body), "The body must be a JSON object, such as {}", "{body}");
        }
    }

    #[test]
    fn broken_json_is_told_with_its_place() {
        let told = details::<ElementQuery>("{\"role\":\n \"button\"");
        assert!(told.starts_with("The body is no JSON: ") && told.ends_with("(line 2, column 9)"), "{told}");
        details::<ElementQuery>("{} {}");
        let deep = format!("{{\"role\":{}", "[".repeat(100_000));
        assert!(details::<Value>(&deep).contains("recursion limit"));
    }

    #[test]
    fn null_for_one_of_several_forms_is_told_with_its_key() {
        use deskhand_schema::request::AppRequest;
        assert_eq!(
            details::<AppRequest>("{\"app\": null, \"timeout_ms\": 5}"),
            "`app`: invalid type: null, expected a text or an object"
        );
    }

    #[derive(Debug, Deserialize)]
    struct Nested {
        #[expect(dead_code, reason = "only its mistakes matter")]
        upload: UploadRequest,
    }

    #[test]
    fn a_mistake_is_told_with_its_key() {
        for (told, expected) in [
            (
                details::<ElementQuery>(r#"{"label":"a","role":5}"#),
                "`role`: invalid type: integer `5`, expected a string",
            ),
            (
                details::<ElementQuery>(r#"{"index":-1}"#),
                "`index`: invalid value: integer `-1`, expected a whole number that is not negative",
            ),
            (
                details::<SetValueRequest>(r#"{"index":"x","value":"y"}"#),
                "`index`: invalid type: string \"x\", expected a whole number that is not negative",
            ),
            (details::<SetValueRequest>(r#"{"role":"button"}"#), "missing field `value`"),
            (details::<UploadRequest>(r#"{"path":"/tmp/a"}"#), "missing field `content`"),
            (details::<WindowResizeRequest>(r#"{"window":"a","width":5}"#), "missing field `height`"),
            (details::<Nested>(r#"{"upload":{"path":"a"}}"#), "`upload`: missing field `content`"),
            (
                details::<SnapshotRequest>(r#"{"mode":"half"}"#),
                "`mode`: unknown variant `half`, expected `full` or `interactive`",
            ),
            (
                details::<ExecRequest>(r#"{"command":"x","detach":1}"#),
                "`detach`: invalid type: integer `1`, expected true or false",
            ),
            (details::<ElementQuery>(r#"{"role":"a","role":"b"}"#), "duplicate field `role`"),
        ] {
            assert_eq!(told, expected);
        }
    }

    #[test]
    fn own_types_are_not_named() {
        #[derive(Debug, Deserialize)]
        struct Outer {
            #[expect(dead_code, reason = "only its name matters")]
            inner: ElementQuery,
        }
        assert_eq!(
            details::<Outer>(r#"{"inner":5}"#),
            "`inner`: invalid type: integer `5`, expected an object"
        );
    }
}
