//! Resource names: `applications/{pid}`, `applications/{pid}/windows/{id}` and so on.

use std::fmt;

use deskhand_model::{Window, WindowId};
use tonic::Status;

use crate::status::invalid;

/// Whose windows or observations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parent {
    /// `applications/-`: those of all applications.
    All,
    /// `applications/{pid}`: those of one process; 0 stands for windows whose process is not known.
    Process(u32),
}

impl Parent {
    /// Reads the field `parent` of a request.
    pub(crate) fn parse(text: &str) -> Result<Parent, Status> {
        text.strip_prefix("applications/").and_then(Parent::of_segment).ok_or_else(|| {
            malformed("parent", text, "`applications/{pid}`, or `applications/-` for all applications")
        })
    }

    fn of_segment(text: &str) -> Option<Parent> {
        if text == "-" { Some(Parent::All) } else { number(text).map(Parent::Process) }
    }

    /// Whether the window is one of them.
    pub(crate) fn owns(self, window: &Window) -> bool {
        match self {
            Parent::All => true,
            Parent::Process(pid) => window.pid.unwrap_or(0) == pid,
        }
    }
}

impl fmt::Display for Parent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Parent::All => write!(f, "applications/-"),
            Parent::Process(pid) => write!(f, "applications/{pid}"),
        }
    }
}

/// `applications/{pid}/windows/{id}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WindowName {
    pub(crate) pid: u32,
    pub(crate) id: WindowId,
}

impl WindowName {
    /// The name of a window.
    pub(crate) fn of(window: &Window) -> WindowName {
        WindowName { pid: window.pid.unwrap_or(0), id: window.id }
    }

    /// Reads the field `name` of a request.
    pub(crate) fn parse(text: &str) -> Result<WindowName, Status> {
        let expected = "`applications/{pid}/windows/{id}` with numbers for both";
        WindowName::of_text(text).ok_or_else(|| malformed("name", text, expected))
    }

    /// Reads the field `name` of a request about a window's state: its own name, or that of the window.
    pub(crate) fn parse_state(text: &str) -> Result<WindowName, Status> {
        let expected = "`applications/{pid}/windows/{id}/state` with numbers for both";
        let window = text.strip_suffix("/state").unwrap_or(text);
        WindowName::of_text(window).ok_or_else(|| malformed("name", text, expected))
    }

    fn of_text(text: &str) -> Option<WindowName> {
        let (pid, id) = text.strip_prefix("applications/")?.split_once("/windows/")?;
        // As people copy it from other tools.
        let id = match id.strip_prefix("0x") {
            Some(digits) if digits.bytes().all(|digit| digit.is_ascii_hexdigit()) => {
                u64::from_str_radix(digits, 16).ok()?
            }
            Some(_) => return None,
            None => number(id)?,
        };
        Some(WindowName { pid: number(pid)?, id: WindowId(id) })
    }

    /// The name of the window's state.
    pub(crate) fn state(self) -> String {
        format!("{self}/state")
    }
}

impl fmt::Display for WindowName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "applications/{}/windows/{}", self.pid, self.id.0)
    }
}

/// `applications/{pid}/observations/{id}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ObservationName {
    pub(crate) parent: Parent,
    pub(crate) number: u64,
}

impl ObservationName {
    /// Reads the field `name` of a request.
    pub(crate) fn parse(text: &str) -> Result<ObservationName, Status> {
        let expected = "`applications/{pid}/observations/{id}`, or `-` for {pid}";
        ObservationName::of_text(text).ok_or_else(|| malformed("name", text, expected))
    }

    fn of_text(text: &str) -> Option<ObservationName> {
        let (parent, id) = text.strip_prefix("applications/")?.split_once("/observations/")?;
        Some(ObservationName { parent: Parent::of_segment(parent)?, number: number(id)? })
    }
}

impl fmt::Display for ObservationName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/observations/{}", self.parent, self.number)
    }
}

/// A number of digits alone: `parse` would take a sign as well.
fn number<N: std::str::FromStr>(text: &str) -> Option<N> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

fn malformed(field: &str, text: &str, expected: &str) -> Status {
    invalid(field, &format!("must be {expected}, not `{}`", text.escape_debug()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_named_by_process_and_number() {
        let name = WindowName { pid: 42, id: WindowId(20_971_523) };
        assert_eq!(name.to_string(), "applications/42/windows/20971523");
        assert_eq!(name.state(), "applications/42/windows/20971523/state");
        assert_eq!(WindowName::parse(&name.to_string()).unwrap(), name);
        assert_eq!(WindowName::parse("applications/42/windows/0x1400003").unwrap(), name);
        assert_eq!(WindowName::parse_state(&name.state()).unwrap(), name);
        assert_eq!(WindowName::parse_state(&name.to_string()).unwrap(), name);
    }

    #[test]
    fn a_window_without_a_process_is_under_zero() {
        let window = Window { id: WindowId(7), ..Window::default() };
        assert_eq!(WindowName::of(&window).to_string(), "applications/0/windows/7");
        assert!(Parent::Process(0).owns(&window) && Parent::All.owns(&window));
        assert!(!Parent::Process(1).owns(&window));
    }

    #[test]
    fn malformed_names_are_refused() {
        for text in [
            "",
            "windows/7",
            "applications/windows/7",
            "applications/1/windows",
            "applications/1/windows/",
            "applications//windows/7",
            "applications/1/windows/7/",
            "applications/1/windows/7/state",
            "/applications/1/windows/7",
            "applications/-/windows/7",
            "applications/-1/windows/7",
            "applications/+1/windows/+7",
            "applications/1/windows/0x",
            "applications/1/windows/0x+7",
            "applications/1/windows/seven",
            "applications/1/windows/99999999999999999999",
            "applications/99999999999/windows/7",
            "applications/1/windows/7\u{1}",
            "Applications/1/windows/7",
        ] {
            let status = WindowName::parse(text).unwrap_err();
            assert_eq!(status.code(), tonic::Code::InvalidArgument, "{text}");
        }
        assert!(WindowName::parse_state("applications/1/windows/7/state/state").is_err());
        for text in ["", "applications", "applications/", "applications/x", "applications/1/", "-"] {
            assert!(Parent::parse(text).is_err(), "{text}");
        }
        for text in ["applications/1/observations/", "applications/1/observations/x", "observations/1"] {
            assert!(ObservationName::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn observations_of_all_applications_have_names_too() {
        for text in ["applications/-/observations/3", "applications/42/observations/3"] {
            assert_eq!(ObservationName::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Parent::parse("applications/-").unwrap(), Parent::All);
        assert_eq!(Parent::parse("applications/42").unwrap(), Parent::Process(42));
    }
}
