//! What the facts about a desktop mean: what works, what is missing, how to fix it.

use std::path::Path;

use deskhand_model::Error;
use deskhand_schema::{Check, Doctor, Verdict};

use crate::connect;

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
    /// Names of the applications that can be driven.
    pub(crate) apps: Result<Vec<String>, Error>,
    /// What private desktops need and do not find.
    pub(crate) missing: Vec<Needed>,
}

/// Something that private desktops need.
#[derive(Clone, Debug)]
pub(crate) struct Needed {
    /// What it is called.
    pub(crate) program: String,
    /// The Debian package that has it.
    pub(crate) package: String,
    /// File that shows that it is there, for what is no program in `PATH`.
    pub(crate) file: Option<&'static str>,
}

impl Needed {
    pub(crate) fn is_installed(&self) -> bool {
        match self.file {
            Some(file) => Path::new(file).exists(),
            None => connect::program(&self.program).is_some(),
        }
    }
}

/// What private desktops need.
pub(crate) fn needed(window_manager: &str) -> Vec<Needed> {
    let program = |program: &str, package: &str| Needed {
        program: program.to_owned(),
        package: package.to_owned(),
        file: None,
    };
    let mut all = vec![program("Xvfb", "xvfb"), program("dbus-daemon", "dbus")];
    if window_manager != "none" {
        all.push(program(window_manager, window_manager));
    }
    all.push(Needed {
        program: "the accessibility bus".to_owned(),
        package: "at-spi2-core".to_owned(),
        // It is started by the session bus and not from PATH.
        file: Some("/usr/share/dbus-1/services/org.a11y.Bus.service"),
    });
    all
}

/// Every check, in the order in which problems should be solved.
pub(crate) fn diagnose(facts: &Facts) -> Doctor {
    let mut checks = vec![display(facts)];
    checks.extend(facts.wayland.as_deref().map(wayland));
    checks.push(session_bus(facts));
    checks.push(accessibility(facts));
    checks.push(private_desktops(&facts.missing));
    Doctor { can_drive: facts.apps.is_ok(), can_start_desktops: facts.missing.is_empty(), checks }
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

fn session_bus(facts: &Facts) -> Check {
    match &facts.session_bus {
        Some(address) => check("session-bus", Verdict::Ok, format!("D-Bus session bus at {address}"), None),
        None => check(
            "session-bus",
            if facts.apps.is_ok() { Verdict::Warning } else { Verdict::Failed },
            "no D-Bus session bus (DBUS_SESSION_BUS_ADDRESS is not set)",
            Some("run inside a desktop session, or on a private desktop: deskhand run -- COMMAND"),
        ),
    }
}

fn accessibility(facts: &Facts) -> Check {
    match &facts.apps {
        Ok(apps) if apps.is_empty() => check(
            "accessibility",
            Verdict::Warning,
            "the accessibility bus answers, but no application has registered",
            Some(
                "start applications after accessibility was switched on: gsettings set org.gnome.desktop.interface \
                 toolkit-accessibility true; Chromium and Electron need --force-renderer-accessibility",
            ),
        ),
        Ok(apps) => check(
            "accessibility",
            Verdict::Ok,
            format!("the accessibility bus answers, {} applications: {}", apps.len(), apps.join(", ")),
            None,
        ),
        Err(error) => check(
            "accessibility",
            Verdict::Failed,
            error.message(),
            Some(error.advice().unwrap_or("apt-get install at-spi2-core, then log in again")),
        ),
    }
}

fn private_desktops(missing: &[Needed]) -> Check {
    if missing.is_empty() {
        return check(
            "private-desktops",
            Verdict::Ok,
            "everything that private desktops need is installed",
            None,
        );
    }
    let programs: Vec<&str> = missing.iter().map(|needed| needed.program.as_str()).collect();
    let packages: Vec<&str> = missing.iter().map(|needed| needed.package.as_str()).collect();
    check(
        "private-desktops",
        Verdict::Failed,
        format!("not installed: {}", programs.join(", ")),
        Some(&format!("apt-get install {}", packages.join(" "))),
    )
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
            apps: Ok(vec!["gedit".to_owned()]),
            missing: Vec::new(),
        }
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
            windows: Err(Error::new(ErrorKind::DisplayUnavailable, "no display")),
            apps: Err(Error::new(ErrorKind::AccessibilityUnavailable, "no bus")),
            missing: needed("openbox"),
        };
        let report = diagnose(&facts);
        assert!(report.checks.iter().all(|check| check.fix.is_some()), "{report:?}");
        assert_eq!(verdict(&report, "wayland"), Verdict::Warning);
        let fix = report.checks.last().unwrap().fix.as_deref();
        assert_eq!(fix, Some("apt-get install xvfb dbus openbox at-spi2-core"));
        assert!(!is_fit(&facts, &report));
    }

    #[test]
    fn a_machine_without_a_screen_is_fit_when_it_can_start_private_desktops() {
        let mut facts = Facts {
            display: None,
            windows: Err(Error::new(ErrorKind::DisplayUnavailable, "no display")),
            apps: Err(Error::new(ErrorKind::AccessibilityUnavailable, "no bus")),
            ..healthy()
        };
        assert!(is_fit(&facts, &diagnose(&facts)));
        facts.missing = needed("openbox");
        assert!(!is_fit(&facts, &diagnose(&facts)));
    }

    #[test]
    fn a_desktop_without_accessibility_is_not_fit() {
        let facts =
            Facts { apps: Err(Error::new(ErrorKind::AccessibilityUnavailable, "no bus")), ..healthy() };
        assert!(!is_fit(&facts, &diagnose(&facts)));
    }
}
