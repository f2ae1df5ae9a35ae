//! What goes wrong is told, and leaves nothing behind.
#![cfg(target_os = "linux")]
#![expect(clippy::expect_used, reason = "what fails here fails a test")]

mod support;

use std::ffi::OsString;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

use deskhand_desktop::PrivateDesktopHost;
use deskhand_engine::ports::DesktopOptions;
use deskhand_model::{Error, ErrorKind};
use rustix::process::Signal;
use support::{Traces, process_named, processes_with, shell, signal, start, wait_until};

/// A host whose programs come from `folder` before the system's, and whose desktops live in it.
fn host_with(folder: &Path) -> PrivateDesktopHost {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(folder.to_owned()).chain(std::env::split_paths(&path));
    let path = std::env::join_paths(folders).expect("folders");
    let variables: [(OsString, OsString); 2] =
        [("PATH".into(), path), ("FAILURE".into(), folder.as_os_str().to_owned())];
    let base = folder.join("base");
    PrivateDesktopHost::with_environment(std::env::vars_os().chain(variables)).in_folder(base)
}

fn install(folder: &Path, name: &str, script: &str) {
    let path = folder.join(name);
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("a script");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("its mode");
}

fn folder() -> tempfile::TempDir {
    tempfile::Builder::new().prefix("dh").tempdir_in("/tmp").expect("a folder")
}

/// The error of a start with this program in place of the real one.
async fn error_with(name: &str, script: &str) -> Error {
    let folder = folder();
    install(folder.path(), name, script);
    let host = host_with(folder.path()).start_within(Duration::from_millis(1500));
    let error = host.start(&DesktopOptions::default()).await.expect_err("no desktop");
    let left = processes_with(&format!("FAILURE={}", folder.path().display()));
    assert!(left.is_empty(), "processes are left: {left:?}");
    assert_eq!(std::fs::read_dir(folder.path().join("base")).expect("the base").count(), 0);
    error
}

#[tokio::test]
async fn missing_programs_are_named_with_the_line_that_installs_them() {
    let empty = folder();
    let path = [("PATH".into(), empty.path().as_os_str().to_owned())];
    let host = PrivateDesktopHost::with_environment(path).in_folder(empty.path().join("base"));
    let error = host.start(&DesktopOptions::default()).await.expect_err("no desktop");
    assert_eq!(error.kind(), ErrorKind::MissingProgram);
    assert_eq!(
        error.message(),
        "Xvfb, dbus-daemon and openbox are not installed: apt-get install xvfb dbus openbox"
    );
    assert!(!empty.path().join("base").exists(), "nothing was begun");
}

#[tokio::test]
async fn a_display_that_dies_at_once_shows_its_last_words() {
    let error = error_with("Xvfb", "echo no screens found >&2; exit 3").await;
    assert_eq!(error.kind(), ErrorKind::DesktopFailed);
    assert_eq!(
        error.message(),
        "the private desktop did not start: Xvfb ended with exit code 3; its last lines:\n  no screens found"
    );
}

#[tokio::test]
async fn a_display_that_never_gets_ready_is_given_up() {
    let error = error_with("Xvfb", "echo thinking; exec sleep 600").await;
    assert_eq!(
        error.message(),
        "the private desktop did not start: Xvfb was not ready after 1.5s; its last lines:\n  thinking"
    );
}

#[tokio::test]
async fn a_bus_that_dies_is_named() {
    let error = error_with("dbus-daemon", "echo cannot bind >&2; exit 1").await;
    assert_eq!(error.kind(), ErrorKind::DesktopFailed);
    assert!(error.message().contains("dbus-daemon ended with exit code 1"), "{error}");
    assert!(error.message().contains("cannot bind"), "{error}");
}

#[tokio::test]
async fn a_window_manager_that_dies_is_named() {
    let error = error_with("openbox", "kill -SEGV $$").await;
    assert!(error.message().contains("openbox was ended by signal 11"), "{error}");
}

#[tokio::test]
async fn a_window_manager_that_does_not_manage_is_given_up() {
    let error = error_with("openbox", "exec sleep 600").await;
    assert!(error.message().contains("openbox was not ready after 1.5s"), "{error}");
}

#[tokio::test]
async fn a_display_that_ends_without_a_word_is_an_error() {
    let error = error_with("Xvfb", "").await;
    assert!(error.message().contains("Xvfb ended with exit code 0"), "{error}");
}

#[tokio::test]
async fn a_display_that_dies_later_is_an_error_and_not_a_hang() {
    let desktop = start().await;
    let traces = Traces::of(&desktop);
    let pid = desktop.launch(&shell("exec xprop -root -spy")).await.expect("a program");
    wait_until("the program watches the display", || desktop.log(pid).is_ok_and(|log| !log.is_empty()));

    signal(process_named(&traces, "Xvfb").expect("the display"), Signal::KILL);

    desktop.wait(pid).await.expect("the program ends with its display");
    let lost = |error: Error| error.message().contains("Xvfb was ended by signal 9");
    let deadline = tokio::time::Instant::now() + support::PATIENCE;
    while !desktop.launch(&shell("true")).await.is_err_and(lost) {
        assert!(tokio::time::Instant::now() < deadline, "the loss is noticed");
    }
    drop(desktop);
    traces.assert_gone();
}

#[tokio::test]
async fn a_folder_too_deep_for_sockets_is_refused() {
    let folder = folder();
    let base = folder.path().join("x".repeat(90));
    let host = host_with(folder.path()).in_folder(base);
    let error = host.start(&DesktopOptions::default()).await.expect_err("no desktop");
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
}
