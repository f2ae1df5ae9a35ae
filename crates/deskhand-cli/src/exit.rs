//! Exit codes: what a script can tell from a failure without reading it.

use deskhand_model::ErrorKind;

/// All went well.
pub(crate) const OK: u8 = 0;
/// Anything that has no code of its own.
pub(crate) const OTHER: u8 = 1;
/// Bad arguments, a malformed query, a bad `deskhand.toml`.
pub(crate) const USAGE: u8 = 2;
/// The element, application, window or desktop is not there.
pub(crate) const NOT_FOUND: u8 = 3;
/// The system, the application or the mode does not allow it.
pub(crate) const PERMISSION: u8 = 4;
/// Several match where one was asked for, or the state of things is in the way.
pub(crate) const CONFLICT: u8 = 5;
/// What was waited for did not come in time.
pub(crate) const TIMEOUT: u8 = 7;

/// The table, for `--help`.
pub(crate) const HELP: &str = "\
Exit codes:
  0  all went well
  1  anything else
  2  usage: bad arguments, malformed query, bad deskhand.toml
  3  not found: element, application, window or desktop
  4  not permitted: by the system, the application or the mode
  5  ambiguous, or in conflict with how things are (disabled, hidden, exists already)
  7  timeout: what was waited for did not come";

/// The exit code of a kind of failure.
pub(crate) fn code(kind: ErrorKind) -> u8 {
    match kind {
        ErrorKind::InvalidQuery | ErrorKind::InvalidArgument => USAGE,
        ErrorKind::NotFound
        | ErrorKind::AppNotFound
        | ErrorKind::WindowNotFound
        | ErrorKind::DesktopNotFound
        | ErrorKind::AppGone
        | ErrorKind::ElementGone => NOT_FOUND,
        ErrorKind::PermissionDenied | ErrorKind::FocusRequired => PERMISSION,
        ErrorKind::Ambiguous
        | ErrorKind::AppAmbiguous
        | ErrorKind::WindowAmbiguous
        | ErrorKind::ElementDisabled
        | ErrorKind::ElementHidden
        | ErrorKind::AlreadyExists => CONFLICT,
        ErrorKind::Timeout | ErrorKind::AppNotResponding => TIMEOUT,
        ErrorKind::ActionUnsupported
        | ErrorKind::ActionFailed
        | ErrorKind::AccessibilityUnavailable
        | ErrorKind::DisplayUnavailable
        | ErrorKind::MissingProgram
        | ErrorKind::DesktopFailed
        | ErrorKind::Io
        | ErrorKind::Internal => OTHER,
        // The list may grow; the test below makes sure that it grows here too.
        _ => OTHER,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every kind with its exit code, as in docs/cli.md.
    const TABLE: &[(&str, u8)] = &[
        ("not_found", 3),
        ("ambiguous", 5),
        ("app_not_found", 3),
        ("app_ambiguous", 5),
        ("window_not_found", 3),
        ("window_ambiguous", 5),
        ("app_not_responding", 7),
        ("app_gone", 3),
        ("element_gone", 3),
        ("element_disabled", 5),
        ("element_hidden", 5),
        ("action_unsupported", 1),
        ("focus_required", 4),
        ("action_failed", 1),
        ("timeout", 7),
        ("invalid_query", 2),
        ("invalid_argument", 2),
        ("accessibility_unavailable", 1),
        ("display_unavailable", 1),
        ("permission_denied", 4),
        ("missing_program", 1),
        ("desktop_not_found", 3),
        ("already_exists", 5),
        ("desktop_failed", 1),
        ("io", 1),
        ("internal", 1),
    ];

    #[test]
    fn every_kind_of_failure_has_the_exit_code_of_the_table() {
        let codes: Vec<(&str, u8)> = ErrorKind::ALL.iter().map(|&kind| (kind.code(), code(kind))).collect();
        assert_eq!(codes, TABLE);
    }

    #[test]
    fn the_manual_shows_the_same_table() {
        let manual = include_str!("../../../docs/cli.md");
        for (name, code) in TABLE {
            assert!(
                manual.contains(&format!("| `{name}` | {code} |")),
                "`{name}` is not in docs/cli.md with {code}"
            );
        }
    }
}
