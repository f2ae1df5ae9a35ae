//! Programs in Python, with the module that loads the shared library.

use std::process::Command;

use crate::installation::{Installation, crate_folder, run};

fn python(installation: &Installation, script: &str) -> Command {
    let mut command = installation.command("/usr/bin/python3");
    command
        .arg(crate_folder().join("tests/python").join(script))
        .env("PYTHONPATH", installation.folder("share/deskhand-idle"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("DESKHAND_IDLE_LIBRARY", installation.folder("lib/libdeskhand_idle.so"))
        .env("QT_QPA_PLATFORM", "offscreen");
    command
}

fn is_well(script: &str) {
    let installation = Installation::new();
    assert_eq!(run(&mut python(&installation, script)).trim(), "all is well");
}

#[test]
fn a_program_in_python_declares_its_work() {
    is_well("program.py");
}

#[test]
fn a_program_with_a_glib_main_loop_is_idle_when_that_is() {
    is_well("glib_program.py");
}

#[test]
fn a_program_with_a_qt_5_event_loop_is_idle_when_that_is() {
    is_well("qt5_program.py");
}

#[test]
fn a_program_with_a_qt_6_event_loop_is_idle_when_that_is() {
    is_well("qt6_program.py");
}

#[test]
fn a_program_with_a_qt_event_loop_of_its_own_is_idle_when_that_is() {
    for script in ["qt5_program.py", "qt6_program.py"] {
        let installation = Installation::new();
        let mut command = python(&installation, script);
        assert_eq!(run(command.env("QT_NO_GLIB", "1")).trim(), "all is well", "{script}");
    }
}

#[test]
fn without_the_library_only_the_installation_fails() {
    let installation = Installation::new();
    let mut command = python(&installation, "without_library.py");
    command.env("DESKHAND_IDLE_LIBRARY", installation.folder("no such file"));
    assert_eq!(run(&mut command).trim(), "all is well");
}
