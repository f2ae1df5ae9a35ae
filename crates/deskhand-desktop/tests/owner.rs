//! When the owner of a desktop is killed, its desktop goes with it.
#![cfg(target_os = "linux")]

mod support;

use rustix::process::Signal;
use support::{Owner, Traces, dead_x_files, process_named, signal, start, wait_until};

#[tokio::test]
#[ignore = "a process of its own, started by the other tests"]
async fn owner() {
    support::own().await;
}

#[test]
fn a_killed_owner_leaves_nothing() {
    let mut owner = Owner::start();
    let traces = owner.traces();
    assert!(traces.processes().len() >= 5);

    owner.kill();

    wait_until("everything is gone", || traces.is_gone());
    owner.wait_until_gone();
}

#[test]
fn an_owner_killed_in_the_middle_of_a_start_leaves_nothing() {
    let before = dead_x_files();
    for sight in [".", "Xauthority", "logs/Xvfb.log", "run/bus", "logs/openbox.log", "run/at-spi"] {
        let mut owner = Owner::start();
        wait_until("the start is on its way", || support::in_any_folder(owner.folder(), sight));
        owner.kill();
        owner.wait_until_gone();
        wait_until("the files of its display are gone", || dead_x_files().is_subset(&before));
    }
}

#[test]
fn a_killed_group_of_processes_leaves_nothing() {
    let mut owner = Owner::start();
    let traces = owner.traces();
    owner.kill_group();
    wait_until("everything is gone", || traces.is_gone());
    owner.wait_until_gone();
}

#[tokio::test]
async fn a_terminated_supervisor_takes_its_desktop_along() {
    let desktop = start().await;
    let traces = Traces::of(&desktop);
    signal(process_named(&traces, "deskhand-superv").expect("the supervisor"), Signal::TERM);
    wait_until("everything is gone", || traces.is_gone());
    let error = desktop.launch(&support::shell("true")).await.expect_err("no desktop");
    assert_eq!(error.code(), "desktop_failed");
}

#[tokio::test]
async fn a_killed_supervisor_takes_the_processes_along_and_the_next_start_removes_its_folder() {
    let desktop = start().await;
    let traces = Traces::of(&desktop);
    signal(process_named(&traces, "deskhand-superv").expect("the supervisor"), Signal::KILL);
    wait_until("its processes and its socket are gone", || {
        traces.processes().is_empty() && !dead_x_files().contains(&traces.x_files()[0])
    });
    drop(desktop);
    assert!(traces.folder.exists(), "nobody is left to remove it");

    drop(start().await);

    traces.assert_gone();
}

/// `DESKHAND_SOAK` says how many.
#[tokio::test]
async fn many_desktops_in_a_row_leave_nothing() {
    let count = std::env::var("DESKHAND_SOAK").ok().and_then(|count| count.parse().ok()).unwrap_or(20);
    let before = dead_x_files();
    for round in 0..count {
        let traces = match round % 4 {
            0 => {
                let desktop = start().await;
                let traces = Traces::of(&desktop);
                drop(desktop);
                traces.assert_gone();
                traces
            }
            1 | 2 => {
                let desktop = start().await;
                let traces = Traces::of(&desktop);
                desktop.stop().await.expect("an end");
                traces.assert_gone();
                traces
            }
            _ => {
                let mut owner = Owner::start();
                let traces = owner.traces();
                owner.kill();
                owner.wait_until_gone();
                traces
            }
        };
        wait_until("everything is gone", || traces.is_gone());
    }
    wait_until("no file of a display is left", || dead_x_files().is_subset(&before));
}
