//! Named desktops, found by other processes.
#![cfg(target_os = "linux")]

mod support;

use std::time::Duration;

use deskhand_desktop::Registry;
use deskhand_model::ErrorKind;
use support::{Owner, start, wait_until};

#[tokio::test]
#[ignore = "a process of its own, started by the other tests"]
async fn owner() {
    support::own().await;
}

#[tokio::test]
async fn a_named_desktop_is_found_until_its_name_is_dropped() {
    let folder = tempfile::tempdir().expect("a folder");
    let registry = Registry::at(folder.path().join("desktops"));
    assert_eq!(registry.list().expect("a list"), []);
    let desktop = start().await;

    let registration = registry.register("nightly", &desktop).expect("a name");

    let found = registry.lookup("nightly").expect("the desktop");
    assert_eq!(found.env, desktop.env());
    assert_eq!(found.variables, desktop.variables());
    assert_eq!((found.id.as_str(), found.owner), (desktop.id(), std::process::id()));
    assert_eq!(registry.list().expect("a list"), [found]);

    drop(registration);
    assert_eq!(registry.list().expect("a list"), []);
    let error = registry.lookup("nightly").expect_err("no desktop");
    assert_eq!(error.kind(), ErrorKind::DesktopNotFound);
}

#[tokio::test]
async fn a_name_belongs_to_one_desktop() {
    let folder = tempfile::tempdir().expect("a folder");
    let registry = Registry::at(folder.path());
    let (one, other) = tokio::join!(start(), start());
    let held = registry.register("same", &one).expect("a name");
    assert_eq!(registry.register("same", &other).expect_err("taken").kind(), ErrorKind::AlreadyExists);
    assert_eq!(registry.lookup("same").expect("the first").id, one.id());
    drop(held);
    let _held = registry.register("same", &other).expect("free again");
    assert_eq!(registry.lookup("same").expect("the second").id, other.id());
}

#[tokio::test]
async fn a_desktop_of_another_process_can_be_used_and_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let registry = Registry::at(folder.path());
    let mut owner = Owner::start_named("theirs", folder.path());
    let traces = owner.traces();
    let found = registry.lookup("theirs").expect("the desktop");
    assert_eq!((found.owner, &found.folder), (owner.pid(), &traces.folder));
    let bus = found.env.session_bus.expect("a bus");
    let bus = zbus::connection::Builder::address(bus.as_str()).expect("an address").build().await;
    assert!(bus.is_ok(), "{bus:?}");

    // Its end is seen only when its parent, this test, reaps it.
    let reaper = std::thread::spawn(move || {
        owner.wait();
        owner
    });
    registry.request_stop("theirs", Duration::from_secs(20)).await.expect("an end");

    traces.assert_gone();
    assert_eq!(registry.list().expect("a list"), []);
    reaper.join().expect("the owner").wait_until_gone();
    let again = registry.request_stop("theirs", Duration::from_secs(1)).await.expect_err("gone already");
    assert_eq!(again.kind(), ErrorKind::DesktopNotFound);
}

#[tokio::test]
async fn the_name_of_a_killed_owner_is_free() {
    let folder = tempfile::tempdir().expect("a folder");
    let registry = Registry::at(folder.path());
    let mut owner = Owner::start_named("orphan", folder.path());
    let traces = owner.traces();
    assert_eq!(registry.list().expect("a list").len(), 1);

    owner.kill();

    assert_eq!(registry.list().expect("a list"), []);
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 0);
    wait_until("its desktop is gone", || traces.is_gone());
}

#[tokio::test]
async fn stopping_an_owner_that_does_not_listen_ends_in_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let registry = Registry::at(folder.path());
    let mut owner = Owner::start_named("deaf", folder.path());
    owner.traces();
    support::signal(owner.pid(), rustix::process::Signal::STOP);
    wait_until("the owner is halted", || support::is_halted(owner.pid()));

    let error = registry.request_stop("deaf", Duration::from_millis(200)).await.expect_err("no end");

    assert_eq!(error.kind(), ErrorKind::Timeout);
    assert!(error.advice().is_some_and(|advice| advice.contains(&owner.pid().to_string())));
}

#[tokio::test]
async fn an_impossible_name_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let registry = Registry::at(folder.path());
    assert_eq!(registry.lookup("../etc").expect_err("no name").kind(), ErrorKind::InvalidArgument);
    let stop = registry.request_stop("", Duration::from_secs(1)).await;
    assert_eq!(stop.expect_err("no name").kind(), ErrorKind::InvalidArgument);
}
