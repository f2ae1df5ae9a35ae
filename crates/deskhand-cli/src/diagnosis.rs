//! What the facts about a desktop mean: what works, what is missing, how to fix it.

use deskhand_model::Error;
use deskhand_schema::{Check, Doctor, Verdict};

/// What was seen of a desktop and of the machine.
#[derive(Debug)]
pub(crate) struct Facts {
    /// X11 display.
    pub(crate) display: Option<String>,
    /// Wayland socket.
    pub(crate) wayland: Option<String>,
    /// Address of the session bus.
    pub(crate) session_bus: Option<String>,
    /// How many windows there are.
    pub(crate) windows: Result<usize, Error>,
    /// Whether a window manager runs.
    pub(crate) window_manager: Result<bool, Error>,
    /// Names of the applications that can be driven.
    pub(crate) apps: Result<Vec<String>, Error>,
    /// Whether applications are told to register for accessibility.
    pub(crate) accessibility_enabled: Result<bool, Error>,
    /// Whether everything that private desktops need is installed.
    pub(crate) private_desktops: Result<(), Error>,
}

/// Every check, in the order in which problems should be solved.
pub(crate) fn diagnose(facts: &Facts) -> Doctor {
    let mut checks = vec![display(facts)];
    checks.extend(facts.wayland.as_deref().map(wayland));
    checks.extend(window_manager(facts));
    checks.push(session_bus(facts));
    checks.push(accessibility(facts));
    checks.extend(enabled(facts));
    checks.push(private_desktops(&facts.private_desktops));
    Doctor { can_drive: facts.apps.is_ok(), can_start_desktops: facts.private_desktops.is_ok(), checks }
}

/// Whether the machine is fit for use: the desktop that is there can be driven; where there is none, a private one
/// can be started.
pub(crate) fn is_fit(facts: &Facts, report: &Doctor) -> bool {
    let here = facts.display.is_some() || facts.wayland.is_some();
    if here { report.can_drive } else { report.can_start_desktops }
}

fn display(facts: &Facts) -> Check {
    let name = "display";
    let private = "to use a private desktop: deskhand run -- COMMAND";
    match (&facts.display, &facts.windows) {
        (Some(display), Ok(windows)) => {
            check(name, Verdict::Ok, format!("X11 display {display} answers, {windows} windows"), None)
        }
        (_, Err(error)) if facts.display.is_some() => {
            check(name, Verdict::Failed, error.message(), Some(error.advice().unwrap_or(private)))
        }
        _ => check(
            name,
            Verdict::Failed,
            "no X11 display (DISPLAY is not set): no windows, real input, pictures or clipboard",
            Some(private),
        ),
    }
}

fn wayland(socket: &str) -> Check {
    check(
        "wayland",
        Verdict::Warning,
        format!(
            "this is a Wayland session ({socket}). Works: trees, queries, waiting and background actions, by \
             accessibility. Does not work for windows of Wayland programs: window commands, real input (--mode focus), \
             screenshots; of programs that run by Xwayland these work"
        ),
        Some(
            "for everything to work, use a private desktop (deskhand run -- COMMAND) or log in to an X11 session",
        ),
    )
}

/// Nothing to say where the display itself does not answer.
fn window_manager(facts: &Facts) -> Option<Check> {
    Some(match facts.window_manager {
        Ok(true) => check("window-manager", Verdict::Ok, "a window manager runs", None),
        Ok(false) => check(
            "window-manager",
            Verdict::Warning,
            "no window manager runs: windows cannot be focused, minimized, maximized or put on workspaces",
            Some("start one, such as openbox: apt-get install openbox; openbox &"),
        ),
        Err(_) => return None,
    })
}

fn session_bus(facts: &Facts) -> Check {
    match &facts.session_bus {
        // Whoever could not reach it has told so in full; an error that names another address is of another bus.
        Some(address) if facts.apps.as_ref().is_err_and(|error| is_about(error, address)) => check(
            "session-bus",
            Verdict::Failed,
            format!("the D-Bus session bus at {address} cannot be reached"),
            Some(
                "set DBUS_SESSION_BUS_ADDRESS to a running bus, or use a private desktop: deskhand run -- COMMAND",
            ),
        ),
        Some(address) => check("session-bus", Verdict::Ok, format!("D-Bus session bus at {address}"), None),
        None => check(
            "session-bus",
            if facts.apps.is_ok() { Verdict::Warning } else { Verdict::Failed },
            "no D-Bus session bus (DBUS_SESSION_BUS_ADDRESS is not set)",
            Some("run inside a desktop session, or on a private desktop: deskhand run -- COMMAND"),
        ),
    }
}

fn is_about(error: &Error, session_bus: &str) -> bool {
    error.message().contains(&format!("session bus at {session_bus} cannot be reached"))
}

fn accessibility(facts: &Facts) -> Check {
    let name = "accessibility-bus";
    match &facts.apps {
        Ok(apps) if apps.is_empty() => check(
            name,
            Verdict::Warning,
            "the accessibility bus answers, but no application has registered",
            Some(
                "start an application; one that ran before accessibility was switched on has to be started again",
            ),
        ),
        Ok(apps) => check(name, Verdict::Ok, format!("answers, applications: {}", apps.join(", ")), None),
        Err(error) => check(
            name,
            Verdict::Failed,
            error.message(),
            // The advice of the error leads here, to the doctor.
            Some(
                "run inside a desktop session with at-spi2-core installed, or use a private desktop: deskhand run -- COMMAND",
            ),
        ),
    }
}

/// Nothing to say where the accessibility bus itself does not answer.
fn enabled(facts: &Facts) -> Option<Check> {
    let name = "accessibility-enabled";
    Some(match facts.accessibility_enabled {
        Ok(true) => check(
            name,
            Verdict::Ok,
            "applications are told to register (pages in Chromium and Electron also need \
             --force-renderer-accessibility)",
            None,
        ),
        Ok(false) => check(
            name,
            Verdict::Warning,
            "applications are not told to register: GTK does anyway, Qt 6 and Chromium do not",
            Some(
                "gsettings set org.gnome.desktop.interface toolkit-accessibility true, or for one program: \
                 QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1 or ACCESSIBILITY_ENABLED=1; then start the program again",
            ),
        ),
        Err(_) => return None,
    })
}

fn private_desktops(installed: &Result<(), Error>) -> Check {
    let name = "private-desktops";
    match installed {
        Ok(()) => check(name, Verdict::Ok, "everything that they need is installed", None),
        Err(error) => check(name, Verdict::Failed, error.message(), error.advice()),
    }
}

fn check(name: &'static str, verdict: Verdict, message: impl Into<String>, fix: Option<&str>) -> Check {
    Check { name, verdict, message: message.into(), fix: fix.map(str::to_owned) }
}

#[cfg(test)]
mod tests {
    use deskhand_model::ErrorKind;

    use super::*;

    fn healthy() -> Facts {
        Facts {
            display: Some(":0".to_owned()),
            wayland: None,
            session_bus: Some("unix:path=/run/bus".to_owned()),
            windows: Ok(3),
            window_manager: Ok(true),
            apps: Ok(vec!["gedit".to_owned()]),
            accessibility_enabled: Ok(true),
            private_desktops: Ok(()),
        }
    }

    fn missing() -> Error {
        Error::new(ErrorKind::MissingProgram, "Xvfb is not installed: apt-get install xvfb")
            .hint("apt-get install xvfb")
    }

    fn no_display() -> Error {
        Error::new(ErrorKind::DisplayUnavailable, "no display")
    }

    fn no_bus() -> Error {
        Error::new(ErrorKind::AccessibilityUnavailable, "no bus")
    }

    fn verdict(report: &Doctor, name: &str) -> Verdict {
        report.checks.iter().find(|check| check.name == name).unwrap().verdict
    }

    #[test]
    fn on_a_healthy_desktop_all_is_well() {
        let report = diagnose(&healthy());
        assert!(
            report.checks.iter().all(|check| check.verdict == Verdict::Ok && check.fix.is_none()),
            "{report:?}"
        );
        assert!(is_fit(&healthy(), &report));
    }

    #[test]
    fn whatever_is_wrong_says_how_to_fix_it() {
        let facts = Facts {
            display: None,
            wayland: Some("wayland-0".to_owned()),
            session_bus: None,
            windows: Err(no_display()),
            window_manager: Ok(false),
            apps: Err(no_bus()),
            accessibility_enabled: Ok(false),
            private_desktops: Err(missing()),
        };
        let report = diagnose(&facts);
        assert!(
            report.checks.iter().all(|check| check.verdict != Verdict::Ok && check.fix.is_some()),
            "{report:?}"
        );
        assert_eq!(report.checks.len(), 7);
        assert_eq!(verdict(&report, "wayland"), Verdict::Warning);
        assert!(!is_fit(&facts, &report));
    }

    #[test]
    fn a_session_bus_that_nobody_reaches_is_not_well() {
        let message = "the D-Bus session bus at unix:path=/run/bus cannot be reached: no such file";
        let unreachable = Error::new(ErrorKind::AccessibilityUnavailable, message).hint("ask the doctor");
        let report = diagnose(&Facts { apps: Err(unreachable), ..healthy() });
        assert_eq!(verdict(&report, "session-bus"), Verdict::Failed);
        assert!(
            report.checks.iter().all(|check| check.fix.as_deref() != Some("ask the doctor")),
            "{report:?}"
        );
        let report = diagnose(&Facts { apps: Err(no_bus()), ..healthy() });
        assert_eq!(verdict(&report, "session-bus"), Verdict::Ok);
    }

    #[test]
    fn a_machine_without_a_screen_is_fit_when_it_can_start_private_desktops() {
        let mut facts = Facts {
            display: None,
            windows: Err(no_display()),
            window_manager: Err(no_display()),
            apps: Err(no_bus()),
            accessibility_enabled: Err(no_bus()),
            ..healthy()
        };
        assert!(is_fit(&facts, &diagnose(&facts)));
        facts.private_desktops = Err(missing());
        assert!(!is_fit(&facts, &diagnose(&facts)));
    }

    #[test]
    fn a_desktop_without_accessibility_is_not_fit() {
        let facts = Facts { apps: Err(no_bus()), ..healthy() };
        assert!(!is_fit(&facts, &diagnose(&facts)));
    }
}
