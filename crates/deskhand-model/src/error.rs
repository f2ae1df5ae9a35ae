//! What can go wrong, as stable codes with evidence.

use std::fmt;

use crate::Candidate;

macro_rules! kinds {
    ($($(#[$doc:meta])* $variant:ident => $code:literal,)*) => {
        /// The kind of a failure. Its [`code`](ErrorKind::code) is stable: scripts may depend on it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ErrorKind {
            $($(#[$doc])* $variant,)*
        }

        impl ErrorKind {
            /// Every kind.
            pub const ALL: &[ErrorKind] = &[$(ErrorKind::$variant,)*];

            /// The stable code.
            pub const fn code(self) -> &'static str {
                match self {
                    $(ErrorKind::$variant => $code,)*
                }
            }

            /// The kind with this code.
            pub fn parse(code: &str) -> Option<ErrorKind> {
                ErrorKind::ALL.iter().copied().find(|kind| kind.code() == code)
            }
        }
    };
}

kinds! {
    /// No element matches the query.
    NotFound => "not_found",
    /// Several elements match where one was asked for.
    Ambiguous => "ambiguous",
    /// No running application matches.
    AppNotFound => "app_not_found",
    /// Several applications match.
    AppAmbiguous => "app_ambiguous",
    /// No window matches.
    WindowNotFound => "window_not_found",
    /// Several windows match.
    WindowAmbiguous => "window_ambiguous",
    /// The application does not answer.
    AppNotResponding => "app_not_responding",
    /// The application ended.
    AppGone => "app_gone",
    /// The element vanished between finding and acting.
    ElementGone => "element_gone",
    /// The element is there but greyed out.
    ElementDisabled => "element_disabled",
    /// The element is there but not shown.
    ElementHidden => "element_hidden",
    /// The element, toolkit or platform cannot do this.
    ActionUnsupported => "action_unsupported",
    /// It needs real input, and the mode is `background`.
    FocusRequired => "focus_required",
    /// The element refused the action.
    ActionFailed => "action_failed",
    /// What was waited for did not come in time.
    Timeout => "timeout",
    /// The query is malformed or names an unknown role.
    InvalidQuery => "invalid_query",
    /// An argument makes no sense.
    InvalidArgument => "invalid_argument",
    /// No accessibility bus, or it does not answer.
    AccessibilityUnavailable => "accessibility_unavailable",
    /// No display, or it does not answer.
    DisplayUnavailable => "display_unavailable",
    /// The operating system or the application does not let us.
    PermissionDenied => "permission_denied",
    /// A program that is needed is not installed.
    MissingProgram => "missing_program",
    /// A private desktop with this name is not running.
    DesktopNotFound => "desktop_not_found",
    /// Something with this name exists already.
    AlreadyExists => "already_exists",
    /// A private desktop could not be started.
    DesktopFailed => "desktop_failed",
    /// A file could not be read or written.
    Io => "io",
    /// A fault in Deskhand itself.
    Internal => "internal",
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A failure: a stable code, a sentence for a person, what was tried, and what came nearest.
#[derive(Clone, Debug)]
pub struct Error(Box<Evidence>);

#[derive(Clone, Debug)]
struct Evidence {
    kind: ErrorKind,
    message: String,
    tried: Vec<String>,
    candidates: Vec<Candidate>,
    hint: Option<String>,
}

/// The result of everything that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// A failure of this kind, told in one sentence.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error(Box::new(Evidence {
            kind,
            message: message.into(),
            tried: Vec::new(),
            candidates: Vec::new(),
            hint: None,
        }))
    }

    /// Adds one step that was tried, in order.
    #[must_use]
    pub fn tried(mut self, step: impl Into<String>) -> Error {
        self.0.tried.push(step.into());
        self
    }

    /// Adds what came nearest, best first.
    #[must_use]
    pub fn candidates(mut self, candidates: impl IntoIterator<Item = Candidate>) -> Error {
        self.0.candidates.extend(candidates);
        self
    }

    /// Says what to do about it.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Error {
        self.0.hint = Some(hint.into());
        self
    }

    /// The kind.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The stable code of the kind.
    pub fn code(&self) -> &'static str {
        self.0.kind.code()
    }

    /// The sentence.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// What was tried, in order.
    pub fn steps(&self) -> &[String] {
        &self.0.tried
    }

    /// What came nearest, best first.
    pub fn nearest(&self) -> &[Candidate] {
        &self.0.candidates
    }

    /// What to do about it.
    pub fn advice(&self) -> Option<&str> {
        self.0.hint.as_deref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_distinct() {
        let mut codes: Vec<_> = ErrorKind::ALL.iter().map(|kind| kind.code()).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), ErrorKind::ALL.len());
    }
}
