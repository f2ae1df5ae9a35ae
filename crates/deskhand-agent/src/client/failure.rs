//! Failures that an agent tells, ours or another's, as errors.

use deskhand_model::{Error, ErrorKind};
use deskhand_schema::FailureDetail;
use http::StatusCode;
use serde::Deserialize;

/// The body of a failure: the contract's `{"error": "key", "details": …}`, or our own document.
#[derive(Deserialize)]
struct Told {
    error: Key,
    #[serde(default)]
    details: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Key {
    Word(String),
    Detail(Box<FailureDetail>),
}

/// What an answer with this status and body says about what went wrong.
pub(super) fn told(status: StatusCode, body: &[u8]) -> Error {
    let Ok(Told { error, details }) = serde_json::from_slice(body) else { return unexplained(status, body) };
    match error {
        Key::Detail(detail) => (*detail).into(),
        Key::Word(key) => {
            let sentence = details.filter(|details| !details.trim().is_empty());
            let message = sentence.unwrap_or_else(|| format!("The agent answers `{key}`"));
            with_advice(Error::new(kind(&key, status), message), &key, status)
        }
    }
}

fn unexplained(status: StatusCode, body: &[u8]) -> Error {
    let text: String = String::from_utf8_lossy(body).trim().chars().take(200).collect();
    let told = if text.is_empty() { String::new() } else { format!(": {text}") };
    let message = format!("The agent answers {status}{told}");
    with_advice(Error::new(by_status(status), message), "", status)
}

/// What a key means. Agents may send others than those that are known here.
fn kind(key: &str, status: StatusCode) -> ErrorKind {
    match key {
        "not_found" | "element_not_found" => ErrorKind::NotFound,
        "ambiguous" | "multiple_matches" => ErrorKind::Ambiguous,
        "window_not_found" => ErrorKind::WindowNotFound,
        "action_unsupported" | "unknown_endpoint" | "method_not_allowed" => ErrorKind::ActionUnsupported,
        "action_failed" => ErrorKind::ActionFailed,
        "accessibility_unavailable" => ErrorKind::AccessibilityUnavailable,
        "invalid_json" => ErrorKind::InvalidArgument,
        "unauthorized" | "forbidden" => ErrorKind::PermissionDenied,
        "timeout" => ErrorKind::Timeout,
        "busy" => ErrorKind::Io,
        "exec_failed" | "upload_failed" | "download_failed" if status != StatusCode::FORBIDDEN => {
            ErrorKind::Io
        }
        _ => by_status(status),
    }
}

fn by_status(status: StatusCode) -> ErrorKind {
    match status {
        StatusCode::BAD_REQUEST | StatusCode::PAYLOAD_TOO_LARGE => ErrorKind::InvalidArgument,
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => ErrorKind::PermissionDenied,
        StatusCode::NOT_FOUND => ErrorKind::NotFound,
        StatusCode::CONFLICT => ErrorKind::Ambiguous,
        StatusCode::METHOD_NOT_ALLOWED | StatusCode::NOT_IMPLEMENTED | StatusCode::UNPROCESSABLE_ENTITY => {
            ErrorKind::ActionUnsupported
        }
        StatusCode::REQUEST_TIMEOUT | StatusCode::GATEWAY_TIMEOUT => ErrorKind::Timeout,
        StatusCode::SERVICE_UNAVAILABLE => ErrorKind::AccessibilityUnavailable,
        _ => ErrorKind::Internal,
    }
}

fn with_advice(error: Error, key: &str, status: StatusCode) -> Error {
    match (key, status) {
        ("busy", _) => error.hint("The agent has too much to do; try again in a moment."),
        (_, StatusCode::UNAUTHORIZED) => {
            error.hint("Give the agent's token: --remote-token-file, or DESKHAND_TOKEN.")
        }
        ("forbidden", _) => error.hint(
            "Call the agent by its address, or let it allow the name: `deskhand agent --allow-hosts NAME`.",
        ),
        _ => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(status: u16, body: &str, kind: ErrorKind, message: &str) {
        let error = told(StatusCode::from_u16(status).unwrap(), body.as_bytes());
        assert_eq!((error.kind(), error.message()), (kind, message), "{status} {body}");
    }

    #[test]
    fn keys_of_the_contract_and_their_synonyms_are_understood() {
        check(404, r#"{"error": "not_found", "details": "no such"}"#, ErrorKind::NotFound, "no such");
        check(
            400,
            r#"{"error": "element_not_found"}"#,
            ErrorKind::NotFound,
            "The agent answers `element_not_found`",
        );
        check(409, r#"{"error": "multiple_matches", "details": "two"}"#, ErrorKind::Ambiguous, "two");
        check(
            404,
            r#"{"error": "window_not_found", "details": "w", "more": 1}"#,
            ErrorKind::WindowNotFound,
            "w",
        );
        check(500, r#"{"error": "exec_failed", "details": "no shell"}"#, ErrorKind::Io, "no shell");
        check(403, r#"{"error": "exec_failed", "details": "off"}"#, ErrorKind::PermissionDenied, "off");
    }

    #[test]
    fn a_key_that_nobody_knows_is_judged_by_its_status() {
        check(
            422,
            r#"{"error": "too_shy", "details": null}"#,
            ErrorKind::ActionUnsupported,
            "The agent answers `too_shy`",
        );
        check(500, r#"{"error": "ax_exploded", "details": "boom"}"#, ErrorKind::Internal, "boom");
    }

    #[test]
    fn our_own_document_is_an_error_as_it_was() {
        let body = r#"{"schema_version": 1, "kind": "error", "error": {"code": "element_disabled", "message": "grey",
            "tried": ["looked"], "hint": "wait"}}"#;
        let error = told(StatusCode::UNPROCESSABLE_ENTITY, body.as_bytes());
        assert_eq!((error.kind(), error.message()), (ErrorKind::ElementDisabled, "grey"));
        assert_eq!((error.steps(), error.advice()), (&["looked".to_owned()][..], Some("wait")));
    }

    #[test]
    fn what_is_no_json_is_shown_as_it_is() {
        check(
            502,
            "<h1>proxy</h1>",
            ErrorKind::Internal,
            "The agent answers 502 Bad Gateway: <h1>proxy</h1>",
        );
        check(401, "", ErrorKind::PermissionDenied, "The agent answers 401 Unauthorized");
        check(400, "[1]", ErrorKind::InvalidArgument, "The agent answers 400 Bad Request: [1]");
    }

    #[test]
    fn who_may_not_come_in_learns_what_to_do() {
        let missing = told(
            StatusCode::UNAUTHORIZED,
            br#"{"error": "unauthorized", "details": "This server needs its token"}"#,
        );
        assert!(missing.advice().unwrap().contains("--remote-token-file"));
        let foreign = told(StatusCode::FORBIDDEN, br#"{"error": "forbidden", "details": "The host"}"#);
        assert!(foreign.advice().unwrap().contains("--allow-hosts"));
    }
}
