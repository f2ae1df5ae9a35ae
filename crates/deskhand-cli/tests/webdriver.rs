//! `deskhand webdriver` and the clients that people use: Selenium in Python, WebdriverIO in JavaScript and thirtyfour in
//! Rust drive the Tauri fixture. The tests themselves are in `tests/webdriver`; here is who runs them.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test ends where its expectation ends")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs a program to its end; what it said is shown if it failed.
fn passes(command: &mut Command) {
    let output = command.env("DESKHAND_BINARIES", binaries()).output().unwrap_or_else(|error| {
        panic!("could not start {command:?}: {error}; scripts/setup installs what is needed")
    });
    assert!(
        output.status.success(),
        "{command:?} ended with {}\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Where cargo puts programs: the fixture is beside ours once it is built, which a test of all packages does first.
fn binaries() -> PathBuf {
    let folder = Path::new(env!("CARGO_BIN_EXE_deskhand")).parent().unwrap();
    assert!(
        folder.join("deskhand-fixture-tauri").exists(),
        "the Tauri fixture is missing; run: cargo build -p deskhand-fixture-tauri"
    );
    folder.to_owned()
}

/// Runs one module of the tests with Selenium.
fn selenium(module: &str) {
    let python = root().join(".venv/bin/python");
    assert!(python.exists(), "the Python packages of the tests are missing: run scripts/setup");
    passes(
        Command::new(python)
            .args(["-B", "-m", "unittest", "-v", module])
            .current_dir(root().join("tests/webdriver/selenium")),
    );
}

/// Runs one file of the tests with WebdriverIO.
fn webdriverio(file: &str) {
    let folder = root().join("tests/webdriver/wdio");
    assert!(folder.join("node_modules").exists(), "WebdriverIO is missing: run scripts/setup");
    passes(Command::new("node").args(["--test", file]).current_dir(folder));
}

#[test]
fn selenium_navigates() {
    selenium("test_navigation");
}

#[test]
fn selenium_finds_and_uses_elements() {
    selenium("test_elements");
}

#[test]
fn selenium_performs_actions() {
    selenium("test_actions");
}

#[test]
fn selenium_enters_frames_and_shadow_roots() {
    selenium("test_frames");
}

#[test]
fn selenium_answers_dialogs() {
    selenium("test_dialogs");
}

#[test]
fn selenium_chooses_files() {
    selenium("test_files");
}

#[test]
fn selenium_reads_and_sets_cookies() {
    selenium("test_cookies");
}

#[test]
fn selenium_switches_between_windows() {
    selenium("test_windows");
}

#[test]
fn selenium_takes_pictures_and_prints() {
    selenium("test_pictures");
}

#[test]
fn a_covered_window_is_driven_and_the_active_one_stays() {
    selenium("test_background");
}

#[test]
fn what_dies_is_told_and_disturbs_nobody() {
    selenium("test_crashes");
}

#[test]
fn eight_sessions_at_once_leave_nothing() {
    selenium("test_crowd");
}

#[test]
fn a_grid_hands_sessions_to_two_nodes() {
    let grid = root().join("tests/webdriver/grid/node_modules");
    assert!(grid.exists(), "Selenium Grid is missing: run scripts/setup");
    selenium("test_grid");
}

#[test]
fn webdriverio_drives_pages() {
    webdriverio("pages.test.js");
}

#[test]
fn webdriverio_does_everything_else() {
    webdriverio("doing.test.js");
}
