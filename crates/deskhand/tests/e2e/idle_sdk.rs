//! An application that declares its work is never acted on too early, and says what it is busy with.

use std::collections::BTreeMap;
use std::os::unix::net::UnixListener;
use std::time::Duration;

use deskhand::engine::IdleStrategy;
use deskhand::{AppSelector, ErrorKind, Launch, Session};

use crate::support::{Fixture, PATIENCE, Stage, Toolkit, eventually, on_toolkits, script};

/// How often to do it; all of it with `DESKHAND_IDLE_RUNS=500`.
fn runs() -> u32 {
    std::env::var("DESKHAND_IDLE_RUNS").ok().and_then(|number| number.parse().ok()).unwrap_or(25)
}

/// The application with delayed work, with what is told to it on the command line.
async fn worker<'a>(stage: &'a Stage, toolkit: Toolkit, options: &[&str]) -> Fixture<'a> {
    // Cargo builds the shared library of a dependency beside the tests.
    let library = std::env::current_exe().expect("this test").with_file_name("libdeskhand_idle.so");
    assert!(library.exists(), "{} is missing; `cargo test` builds it", library.display());
    let file = match toolkit {
        Toolkit::Qt5 => "idle_qt5.py",
        Toolkit::Qt6 => "idle_qt6.py",
        _ => "idle_app.py",
    };
    let mut command = script(file, "Worker");
    command.extend(options.iter().map(|&option| option.to_owned()));
    let library = ("DESKHAND_IDLE_LIBRARY".to_owned(), library.display().to_string());
    let launch = Launch { command, variables: BTreeMap::from([library]), ..Launch::default() };
    let pid = stage.desktop.launch_with(&launch).await.expect("the application");
    let fixture = Fixture::new(stage, toolkit, "Worker", pid);
    fixture.expect("ready").await;
    fixture.button("Start").wait().await.expect("its tree");
    fixture
}

/// Fails unless the application had nothing left to do in this run, by its own account: that is written before it says
/// that it is idle, and read without any delay of ours.
fn assert_has_ended(stage: &Stage, worker: &Fixture<'_>, run: u32) {
    let log = stage.desktop.log(worker.pid).expect("its output");
    let ended = format!("truth: {{\"run\": {run}, \"event\": \"idle\"");
    assert!(log.contains(&ended), "run {run} was still going on:\n{log}");
}

on_toolkits! { it_is_never_too_early: gtk_3 => Gtk3, qt_5 => Qt5, qt_6 => Qt6 }

async fn it_is_never_too_early(toolkit: Toolkit) {
    let stage = Stage::start().await;
    let worker = worker(&stage, toolkit, &["--seed", "7"]).await;
    let (session, app) = (stage.desktop.session(), AppSelector::Pid(worker.pid));
    for run in 1..=runs() {
        worker.button("Start").press().await.expect("a press");
        let idle = session.wait_for_idle(&app, PATIENCE).await.expect("it becomes idle");
        assert_has_ended(&stage, &worker, run);
        assert_eq!(idle.strategy, IdleStrategy::Sdk, "run {run}");
        worker.button("Use").press().await.expect("a press");
        worker.expect(&format!("used ({run})")).await;
    }
    assert!(!worker.has_said("too early"), "{:?}", worker.statuses());
}

#[tokio::test]
async fn work_that_outlasts_the_patience_is_named() {
    let stage = Stage::start().await;
    // With this seed the first run is one timer, of some hours.
    let worker = worker(&stage, Toolkit::Gtk3, &["--seed", "2", "--longest", "100000000"]).await;
    worker.button("Start").press().await.expect("a press");
    let (session, app) = (stage.desktop.session(), AppSelector::Pid(worker.pid));
    let error = session.wait_for_idle(&app, Duration::from_millis(300)).await.expect_err("it is busy");
    assert_eq!(error.kind(), ErrorKind::Timeout, "{error:?}");
    assert!(error.message().contains("timer \"delay\""), "{error:?}");
}

#[tokio::test]
async fn a_socket_of_somebody_else_is_noted_and_the_tree_is_looked_at() {
    let stage = Stage::start().await;
    let worker = worker(&stage, Toolkit::Gtk3, &["--no-sdk"]).await;
    let run = stage.desktop.private().expect("a private desktop").env().runtime_dir.expect("its folder");
    let folder = run.join("deskhand/idle");
    std::fs::create_dir_all(&folder).expect("a folder");
    // This test listens there, which is another process than the application.
    let _listener = UnixListener::bind(folder.join(format!("{}.sock", worker.pid))).expect("a socket");
    let (session, app) = (stage.desktop.session(), AppSelector::Pid(worker.pid));
    let idle = session.wait_for_idle(&app, PATIENCE).await.expect("it is idle");
    assert_ne!(idle.strategy, IdleStrategy::Sdk);
    let note = idle.note.expect("a word about the socket");
    let listener = format!("process {} listens on the idle socket", std::process::id());
    assert!(note.contains(&listener), "{note}");
}

#[tokio::test]
async fn an_application_that_ends_takes_its_socket_along() {
    let stage = Stage::start().await;
    let worker = worker(&stage, Toolkit::Gtk3, &[]).await;
    let run = stage.desktop.private().expect("a private desktop").env().runtime_dir.expect("its folder");
    let socket = run.join(format!("deskhand/idle/{}.sock", worker.pid));
    assert!(socket.exists(), "{}", socket.display());
    stage.change("Worker", deskhand::WindowChange::Close).await;
    worker.end().await;
    eventually("the socket is gone", async || (!socket.exists()).then_some(())).await;
}
