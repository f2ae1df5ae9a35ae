//! What must be installed, checked before anything starts.

use std::ffi::OsStr;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use deskhand_model::{Error, ErrorKind, Result};

/// A program and the Debian package that holds it.
struct Requirement<'a> {
    program: &'a str,
    package: &'a str,
    is_there: bool,
}

/// An error that names everything that is missing, with the line that installs it.
pub(crate) fn check(path: &OsStr, data_folders: &OsStr, window_manager: Option<&str>) -> Result<()> {
    let program =
        |program, package| Requirement { program, package, is_there: find(program, path).is_some() };
    let mut all = vec![program("Xvfb", "xvfb"), program("dbus-daemon", "dbus")];
    all.extend(window_manager.map(|name| program(name, package_of(name))));
    // It is started by the bus and not from PATH: what counts is the file that tells the bus how.
    all.push(Requirement {
        program: "the accessibility bus",
        package: "at-spi2-core",
        is_there: std::env::split_paths(data_folders)
            .any(|folder| folder.join("dbus-1/services/org.a11y.Bus.service").is_file()),
    });
    all.retain(|requirement| !requirement.is_there);
    if all.is_empty() {
        return Ok(());
    }
    let names: Vec<_> = all.iter().map(|missing| missing.program).collect();
    let packages: Vec<_> = all.iter().map(|missing| missing.package).collect();
    let verb = if names.len() == 1 { "is" } else { "are" };
    if let (Some(manager), [missing]) = (window_manager, names.as_slice())
        && *missing == manager
        && !is_package(package_of(manager))
    {
        let message = format!("the window manager `{manager}` is not installed");
        return Err(Error::new(ErrorKind::MissingProgram, message)
            .hint("name a program without arguments, such as openbox, or none"));
    }
    let install = format!("apt-get install {}", packages.join(" "));
    let message = format!("{} {verb} not installed: {install}", listing(&names));
    Err(Error::new(ErrorKind::MissingProgram, message).hint(format!("on Debian or Ubuntu: {install}")))
}

/// The program's file: in one of the folders of `path`, or itself when its name has a slash.
pub(crate) fn find(program: &str, path: &OsStr) -> Option<PathBuf> {
    if program.contains('/') {
        return Some(PathBuf::from(program)).filter(|file| is_executable(file));
    }
    std::env::split_paths(path).map(|folder| folder.join(program)).find(|file| is_executable(file))
}

fn is_executable(file: &Path) -> bool {
    file.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

/// Whether Debian could have a package of this name.
fn is_package(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '+' | '-' | '.'))
}

/// Most window managers are in a package of the same name.
fn package_of(window_manager: &str) -> &str {
    match window_manager {
        "kwin_x11" => "kwin-x11",
        "i3" => "i3-wm",
        other => other,
    }
}

fn listing(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(folder: &Path, window_manager: Option<&str>) -> String {
        let error = check(folder.as_os_str(), folder.as_os_str(), window_manager).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::MissingProgram);
        error.message().to_owned()
    }

    fn install(folder: &Path, program: &str) {
        std::fs::write(folder.join(program), "").unwrap();
        std::fs::set_permissions(folder.join(program), std::fs::Permissions::from_mode(0o755)).unwrap();
    }

    #[test]
    fn all_that_is_missing_is_named_at_once() {
        let empty = tempfile::tempdir().unwrap();
        assert_eq!(
            message(empty.path(), Some("openbox")),
            "Xvfb, dbus-daemon, openbox and the accessibility bus are not installed: \
             apt-get install xvfb dbus openbox at-spi2-core"
        );
    }

    #[test]
    fn one_missing_program_is_one_plain_sentence() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("dbus-1/services")).unwrap();
        std::fs::write(folder.path().join("dbus-1/services/org.a11y.Bus.service"), "").unwrap();
        install(folder.path(), "dbus-daemon");
        assert_eq!(message(folder.path(), None), "Xvfb is not installed: apt-get install xvfb");

        install(folder.path(), "Xvfb");
        assert!(check(folder.path().as_os_str(), folder.path().as_os_str(), None).is_ok());
    }

    #[test]
    fn what_cannot_be_a_package_is_not_told_to_be_installed() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("dbus-1/services")).unwrap();
        std::fs::write(folder.path().join("dbus-1/services/org.a11y.Bus.service"), "").unwrap();
        install(folder.path(), "dbus-daemon");
        install(folder.path(), "Xvfb");
        let told = |manager| message(folder.path(), Some(manager));
        assert_eq!(told("/opt/wm"), "the window manager `/opt/wm` is not installed");
        assert_eq!(told("openbox --debug"), "the window manager `openbox --debug` is not installed");
        assert_eq!(told("i3"), "i3 is not installed: apt-get install i3-wm");
    }

    #[test]
    fn a_file_that_cannot_be_executed_is_not_a_program() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("Xvfb"), "").unwrap();
        assert_eq!(find("Xvfb", folder.path().as_os_str()), None);
    }
}
