//! Failures as gRPC tells them (AIP-193): a status with an `ErrorInfo`, and what else is known.

use std::collections::HashMap;

use deskhand_model::{Error, ErrorKind, Window};
use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt};

use crate::name::{Parent, WindowName};

/// Whose reasons these are.
pub(crate) const DOMAIN: &str = "deskhand";

/// Most bytes of one sentence. Everything about a failure travels in the headers of the answer, of which common clients
/// accept no more than 8 KiB altogether.
const SENTENCE: usize = 600;
/// Most bytes of a list of sentences.
const LIST: usize = 1200;
/// Most windows that are named.
const NAMED: usize = 10;

/// The status code of a kind of failure.
pub(crate) fn code(kind: ErrorKind) -> Code {
    match kind {
        ErrorKind::InvalidQuery | ErrorKind::InvalidArgument => Code::InvalidArgument,
        ErrorKind::NotFound
        | ErrorKind::AppNotFound
        | ErrorKind::WindowNotFound
        | ErrorKind::DesktopNotFound
        | ErrorKind::AppGone
        | ErrorKind::ElementGone => Code::NotFound,
        ErrorKind::AlreadyExists => Code::AlreadyExists,
        ErrorKind::PermissionDenied => Code::PermissionDenied,
        ErrorKind::Ambiguous
        | ErrorKind::AppAmbiguous
        | ErrorKind::WindowAmbiguous
        | ErrorKind::ElementDisabled
        | ErrorKind::ElementHidden
        | ErrorKind::FocusRequired
        | ErrorKind::ActionFailed
        | ErrorKind::MissingProgram => Code::FailedPrecondition,
        ErrorKind::ActionUnsupported => Code::Unimplemented,
        ErrorKind::Timeout => Code::DeadlineExceeded,
        ErrorKind::AppNotResponding | ErrorKind::AccessibilityUnavailable | ErrorKind::DisplayUnavailable => {
            Code::Unavailable
        }
        ErrorKind::DesktopFailed | ErrorKind::Io | ErrorKind::Internal => Code::Internal,
        // The list may grow; the test below makes sure that it grows here too.
        _ => Code::Unknown,
    }
}

/// The stable reason of a failure: its code in capital letters.
pub(crate) fn reason(error: &Error) -> String {
    error.code().to_ascii_uppercase()
}

/// A failure of the session, with all that it tells.
pub(crate) fn status(error: &Error) -> Status {
    told(error, HashMap::new())
}

/// A failure of the session with the window that a request names, by that name.
pub(crate) fn status_of(error: &Error, name: WindowName) -> Status {
    told(error, HashMap::from([("name".to_owned(), name.to_string())]))
}

/// The window that a request names is not there. The session knows windows by their numbers; clients need names to go
/// on with, so the nearest are told as names; `tried` says
/// what the session did to find it.
pub(crate) fn no_window(name: WindowName, windows: &[Window], tried: &[String]) -> Status {
    let same_number: Vec<&Window> = windows.iter().filter(|window| window.id == name.id).collect();
    let (near, hint) = if same_number.is_empty() {
        let own = Parent::Process(name.pid);
        let near: Vec<&Window> = windows.iter().filter(|window| own.owns(window)).collect();
        (near, format!("ListWindows of `{own}` tells the windows that there are"))
    } else {
        (same_number, "the window with this number belongs to another process".to_owned())
    };
    let message = format!("There is no window `{name}`");
    let mut absent = Error::new(ErrorKind::WindowNotFound, message).hint(hint);
    for step in tried {
        absent = absent.tried(step.clone());
    }
    let mut metadata = HashMap::from([("name".to_owned(), name.to_string())]);
    let names = near.into_iter().map(|window| WindowName::of(window).to_string());
    let lines: Vec<String> = names.take(NAMED).collect();
    if !lines.is_empty() {
        metadata.insert("candidates".to_owned(), lines.join("\n"));
    }
    told(&absent, metadata)
}

fn told(error: &Error, mut metadata: HashMap<String, String>) -> Status {
    if let Some(hint) = error.advice() {
        metadata.insert("hint".to_owned(), cut(hint, SENTENCE));
    }
    if !error.nearest().is_empty() {
        let paths: Vec<&str> = error.nearest().iter().map(|candidate| candidate.path.as_str()).collect();
        metadata.insert("candidates".to_owned(), cut(&paths.join("\n"), SENTENCE));
    }
    let mut details = ErrorDetails::with_error_info(reason(error), DOMAIN, metadata);
    if !error.steps().is_empty() {
        details.set_debug_info(bounded(error.steps()), "what was tried, in order");
    }
    Status::with_error_details(code(error.kind()), cut(error.message(), SENTENCE), details)
}

/// A failure of the door itself.
pub(crate) fn refusal(code: Code, reason: &str, message: &str) -> Status {
    let details = ErrorDetails::with_error_info(reason, DOMAIN, HashMap::new());
    Status::with_error_details(code, cut(message, SENTENCE), details)
}

/// A field of the request makes no sense.
pub(crate) fn invalid(field: &str, message: &str) -> Status {
    let metadata = HashMap::from([("field".to_owned(), field.to_owned())]);
    let mut details = ErrorDetails::with_error_info("INVALID_ARGUMENT", DOMAIN, metadata);
    let message = cut(message, SENTENCE);
    details.add_bad_request_violation(field, &message);
    Status::with_error_details(Code::InvalidArgument, format!("{field}: {message}"), details)
}

/// The first steps, as many as fit.
fn bounded(steps: &[String]) -> Vec<String> {
    let mut room = LIST;
    let mut kept = Vec::new();
    for step in steps {
        let step = cut(step, SENTENCE);
        if step.len() > room {
            kept.push("…".to_owned());
            break;
        }
        room -= step.len();
        kept.push(step);
    }
    kept
}

/// At most `most` bytes of a text.
fn cut(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let room = most - '…'.len_utf8();
    let end = text.char_indices().map(|(at, _)| at).take_while(|&at| at <= room).last().unwrap_or(0);
    format!("{}…", &text[..end])
}

#[cfg(test)]
mod tests {
    use deskhand_model::WindowId;

    use super::*;

    /// Every kind with its status code, as in docs/grpc.md.
    const TABLE: &[(&str, &str)] = &[
        ("NOT_FOUND", "NOT_FOUND"),
        ("AMBIGUOUS", "FAILED_PRECONDITION"),
        ("APP_NOT_FOUND", "NOT_FOUND"),
        ("APP_AMBIGUOUS", "FAILED_PRECONDITION"),
        ("WINDOW_NOT_FOUND", "NOT_FOUND"),
        ("WINDOW_AMBIGUOUS", "FAILED_PRECONDITION"),
        ("APP_NOT_RESPONDING", "UNAVAILABLE"),
        ("APP_GONE", "NOT_FOUND"),
        ("ELEMENT_GONE", "NOT_FOUND"),
        ("ELEMENT_DISABLED", "FAILED_PRECONDITION"),
        ("ELEMENT_HIDDEN", "FAILED_PRECONDITION"),
        ("ACTION_UNSUPPORTED", "UNIMPLEMENTED"),
        ("FOCUS_REQUIRED", "FAILED_PRECONDITION"),
        ("ACTION_FAILED", "FAILED_PRECONDITION"),
        ("TIMEOUT", "DEADLINE_EXCEEDED"),
        ("INVALID_QUERY", "INVALID_ARGUMENT"),
        ("INVALID_ARGUMENT", "INVALID_ARGUMENT"),
        ("ACCESSIBILITY_UNAVAILABLE", "UNAVAILABLE"),
        ("DISPLAY_UNAVAILABLE", "UNAVAILABLE"),
        ("PERMISSION_DENIED", "PERMISSION_DENIED"),
        ("MISSING_PROGRAM", "FAILED_PRECONDITION"),
        ("DESKTOP_NOT_FOUND", "NOT_FOUND"),
        ("ALREADY_EXISTS", "ALREADY_EXISTS"),
        ("DESKTOP_FAILED", "INTERNAL"),
        ("IO", "INTERNAL"),
        ("INTERNAL", "INTERNAL"),
    ];

    /// The code as the gRPC specification writes it.
    fn written(code: Code) -> String {
        let name = format!("{code:?}");
        let mut written = String::new();
        for (at, letter) in name.char_indices() {
            if at > 0 && letter.is_ascii_uppercase() {
                written.push('_');
            }
            written.push(letter.to_ascii_uppercase());
        }
        written
    }

    #[test]
    fn every_kind_of_failure_has_the_status_of_the_table() {
        let told: Vec<(String, String)> =
            ErrorKind::ALL.iter().map(|&kind| (reason(&Error::new(kind, "")), written(code(kind)))).collect();
        let table: Vec<(String, String)> =
            TABLE.iter().map(|&(reason, code)| (reason.to_owned(), code.to_owned())).collect();
        assert_eq!(told, table);
    }

    #[test]
    fn the_manual_shows_the_same_table() {
        let manual = include_str!("../../../docs/grpc.md");
        for (reason, code) in TABLE {
            assert!(
                manual.contains(&format!("| `{reason}` | `{code}` |")),
                "`{reason}` is not in docs/grpc.md with {code}"
            );
        }
    }

    #[test]
    fn a_failure_tells_its_reason_its_steps_and_what_to_do() {
        let error = Error::new(ErrorKind::WindowNotFound, "There is no window 0x7")
            .tried("looked through 3 windows")
            .hint("list them");
        let status = status(&error);
        assert_eq!((status.code(), status.message()), (Code::NotFound, "There is no window 0x7"));
        let details = status.get_error_details();
        let info = details.error_info().unwrap();
        assert_eq!((info.reason.as_str(), info.domain.as_str()), ("WINDOW_NOT_FOUND", "deskhand"));
        assert_eq!(info.metadata["hint"], "list them");
        assert_eq!(details.debug_info().unwrap().stack_entries, ["looked through 3 windows"]);
    }

    #[test]
    fn a_window_that_is_not_there_is_told_with_names_to_go_on_with() {
        let window = |id, pid| Window { id: WindowId(id), pid: Some(pid), ..Window::default() };
        let windows = [window(5, 42), window(6, 7), window(8, 42)];
        for (name, candidates, hint) in [
            (
                "applications/42/windows/9",
                Some("applications/42/windows/5\napplications/42/windows/8"),
                "ListWindows",
            ),
            ("applications/42/windows/6", Some("applications/7/windows/6"), "another process"),
            ("applications/1/windows/9", None, "ListWindows of `applications/1`"),
        ] {
            let status = no_window(WindowName::parse(name).unwrap(), &windows, &["looked".to_owned()]);
            assert_eq!(
                (status.code(), status.message()),
                (Code::NotFound, &*format!("There is no window `{name}`"))
            );
            let details = status.get_error_details();
            let info = details.error_info().unwrap();
            assert_eq!(info.metadata["name"], name);
            assert_eq!(info.metadata.get("candidates").map(String::as_str), candidates, "{name}");
            assert!(info.metadata["hint"].contains(hint), "{info:?}");
            assert_eq!(details.debug_info().unwrap().stack_entries, ["looked"]);
        }
    }

    #[test]
    fn a_bad_field_is_named() {
        let status = invalid("page_size", "must not be negative");
        assert_eq!(status.message(), "page_size: must not be negative");
        let details = status.get_error_details();
        assert_eq!(details.bad_request().unwrap().field_violations[0].field, "page_size");
        assert_eq!(details.error_info().unwrap().reason, "INVALID_ARGUMENT");
    }

    #[test]
    fn the_longest_failure_fits_into_the_headers_of_an_answer() {
        let long = "ö".repeat(10_000);
        let mut error = Error::new(ErrorKind::ActionFailed, long.clone()).hint(long.clone());
        for _ in 0..100 {
            error = error.tried(long.clone());
        }
        let status = status(&error);
        // The message is percent-encoded, the details are in base64.
        let size = status.message().len() * 3 + status.details().len() * 4 / 3;
        assert!(size < 7 * 1024, "{size} bytes");
        assert!(status.message().ends_with('…'));
    }
}
