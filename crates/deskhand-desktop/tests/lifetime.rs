//! When a desktop ends, nothing that ran on it stays.
#![cfg(target_os = "linux")]

mod support;

use std::path::Path;

use deskhand_engine::ports::{DesktopHost, DesktopOptions, RunningDesktop};
use support::{Traces, dead_x_files, host, processes_with, shell, start, wait_until};

#[tokio::test]
async fn a_stopped_desktop_leaves_nothing() {
    let desktop = start().await;
    let traces = Traces::of(&desktop);
    assert!(traces.processes().len() >= 5, "supervisor, display, bus, window manager, accessibility");
    assert!(traces.x_files()[0].exists() && traces.folder.join("run/bus").exists());

    desktop.stop().await.expect("an end");

    traces.assert_gone();
}

#[tokio::test]
async fn a_dropped_desktop_leaves_nothing() {
    let desktop = start().await;
    let traces = Traces::of(&desktop);
    drop(desktop);
    traces.assert_gone();
}

#[test]
fn a_desktop_can_be_dropped_after_the_runtime_that_started_it() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let desktop = runtime.block_on(start());
    drop(runtime);
    let traces = Traces::of(&desktop);
    drop(desktop);
    traces.assert_gone();
}

#[tokio::test]
async fn a_desktop_behind_its_port_behaves_the_same() {
    let host: Box<dyn DesktopHost> = Box::new(host());
    let desktop: Box<dyn RunningDesktop> = host.start(&DesktopOptions::default()).await.expect("a desktop");
    let pid = desktop.launch(&shell("echo $DISPLAY")).await.expect("a shell");
    desktop.wait(pid).await.expect("its end");
    assert_eq!(Some(desktop.log(pid).expect("its output").trim().to_owned()), desktop.env().display);
    let folder = desktop.env().runtime_dir.expect("a runtime folder");
    desktop.stop().await.expect("an end");
    assert!(!folder.exists());
}

#[tokio::test]
async fn a_start_that_is_given_up_in_the_middle_leaves_nothing() {
    let base = tempfile::Builder::new().prefix("dh").tempdir_in("/tmp").expect("a folder");
    let base_path = base.path().to_owned();
    let mark = format!("GIVEN_UP={}", base_path.display());
    let variables = std::env::vars_os().chain([("GIVEN_UP".into(), base_path.clone().into_os_string())]);
    let host = deskhand_desktop::PrivateDesktopHost::with_environment(variables).in_folder(&base_path);
    let (options, before) = (DesktopOptions::default(), dead_x_files());
    for sight in ["Xauthority", "logs/Xvfb.log", "run/bus", "logs/openbox.log"] {
        tokio::select! {
            biased;
            () = seen_in_any_folder(&base_path, sight) => {}
            result = host.start(&options) => panic!("it was over before {sight} was seen: {result:?}"),
        }
        assert_eq!(processes_with(&mark).into_iter().collect::<Vec<_>>(), [0_u32; 0], "after {sight}");
        assert_eq!(std::fs::read_dir(&base_path).expect("the base").count(), 0, "after {sight}");
        wait_until("the files of its display are gone", || dead_x_files().is_subset(&before));
    }
}

/// Looks whenever the start waits for something.
async fn seen_in_any_folder(base: &Path, sight: &str) {
    while !support::in_any_folder(base, sight) {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_program_halted_by_sigstop_does_not_survive() {
    let desktop = start().await;
    let pid = desktop.launch(&shell("kill -STOP $$")).await.expect("a shell");
    wait_until("the program is halted", || support::is_halted(pid));
    let traces = Traces::of(&desktop);
    drop(desktop);
    traces.assert_gone();
}

#[tokio::test]
async fn a_daemon_that_left_its_parents_and_its_session_does_not_survive() {
    let desktop = start().await;
    // Two parents that end at once, and a session of its own.
    let script = "(setsid sh -c 'sh -c \"echo \\$\\$ > $0.new && mv $0.new $0; exec sleep 600\" &' $0) &";
    let note = desktop.folder().join("daemon");
    let mut launch = shell(&script.replace("$0", note.to_str().expect("text")));
    launch.variables.insert("DAEMON".to_owned(), "yes".to_owned());
    let pid = desktop.launch(&launch).await.expect("a shell");
    desktop.wait(pid).await.expect("its end");
    wait_until("the daemon has started", || note.exists());
    let daemon = std::fs::read_to_string(&note).expect("its number");
    let traces = Traces::of(&desktop);
    assert!(traces.processes().contains(&daemon.trim().parse().expect("a number")));

    drop(desktop);

    traces.assert_gone();
}

#[tokio::test]
async fn a_program_that_ignores_sigterm_does_not_survive() {
    let desktop = start().await;
    let script = "trap '' TERM; echo ready; while :; do sleep 600 & wait; done";
    let pid = desktop.launch(&shell(script)).await.expect("a shell");
    wait_until("the program ignores the signal", || desktop.log(pid).is_ok_and(|log| log.contains("ready")));
    let traces = Traces::of(&desktop);
    drop(desktop);
    traces.assert_gone();
}

#[tokio::test]
async fn a_program_may_end_in_order_while_its_display_is_still_there() {
    let desktop = start().await;
    let base = tempfile::tempdir().expect("a folder");
    let note = base.path().join("note");
    let script = format!(
        "trap 'test -S /tmp/.X11-unix/X${{DISPLAY#:}} && echo orderly > {}; exit' TERM; echo ready; \
         while :; do sleep 0.01; done",
        note.display()
    );
    let pid = desktop.launch(&shell(&script)).await.expect("a shell");
    wait_until("the program listens", || desktop.log(pid).is_ok_and(|log| log.contains("ready")));
    drop(desktop);
    assert_eq!(std::fs::read_to_string(note).expect("its last words"), "orderly\n");
}
