//! Applications that are started for their pages, and what is left of them.
#![cfg(target_os = "linux")]
#![expect(clippy::expect_used, reason = "what fails here fails a test")]

#[path = "apps/processes.rs"]
mod processes;

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use deskhand::{Desktop, DesktopOptions, Error, ErrorKind};
use deskhand_engine::ports::{Page, PageApp, PageApps, PageDesktop, StartedApp};
use deskhand_page::{Call, Code, FaultKind, LoadState, Place, World};
use processes::{Mark, kill, wait_until};

const PATIENCE: Duration = Duration::from_secs(60);

/// The application that these tests drive.
fn fixture() -> String {
    let deps = std::env::current_exe().expect("this program");
    let built = deps.ancestors().nth(2).expect("the target folder").join("deskhand-fixture-tauri");
    assert!(built.exists(), "build it first: cargo build --package deskhand-fixture-tauri");
    built.to_str().expect("a path").to_owned()
}

fn app(binary: &str, mark: &Mark, desktop: PageDesktop) -> PageApp {
    PageApp { binary: binary.to_owned(), env: vec![mark.variable()], desktop, ..PageApp::default() }
}

/// A script in a file of its own.
fn script(mark: &Mark, text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(format!("{}.sh", mark.name()));
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("a script");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a script that can be run");
    let path = path.to_str().expect("a path").to_owned();
    (folder, path)
}

/// Applications on a desktop that is none: good enough for those that never show anything.
fn nowhere() -> Arc<dyn PageApps> {
    deskhand::pages_on(BTreeMap::from([("DISPLAY".to_owned(), None)]), DesktopOptions::default())
}

async fn refused(binary: &str, mark: &Mark, within: Duration) -> Error {
    let app = app(binary, mark, PageDesktop::Current);
    nowhere().start(&app, within).await.map(|_| ()).expect_err(binary)
}

/// The document that the application shows first, once it is there.
async fn first_place(page: &dyn Page) -> Place {
    let views = page.views(PATIENCE).await.expect("views");
    let place = Place::top(views.first().expect("a view").id.clone());
    page.wait_loaded(&place, LoadState::Complete, PATIENCE).await.expect("a document");
    place
}

async fn run(page: &dyn Page, place: &Place, body: &str) -> serde_json::Value {
    let call = Call { world: World::Page, code: Code::Body(body.to_owned()), args: Vec::new() };
    page.call(place, &call, PATIENCE).await.expect(body)
}

#[tokio::test]
async fn an_application_on_a_desktop_of_its_own_leaves_nothing() {
    let mark = Mark::new();
    let started = deskhand::pages()
        .start(&app(&fixture(), &mark, PageDesktop::Sized { width: 900, height: 700 }), PATIENCE)
        .await
        .expect("the fixture");
    let page = started.page();
    let place = first_place(&*page).await;
    assert_eq!(
        run(&*page, &place, "return [screen.width, screen.height]").await,
        serde_json::json!([900, 700])
    );
    assert!(mark.processes().contains(&page.about().pid));
    assert_eq!(started.ended(), None);
    let desktop = mark.desktop();
    assert!(desktop.processes().len() > mark.processes().len(), "a desktop has processes of its own");

    started.end(PATIENCE).await;

    assert!(mark.processes().is_empty() && desktop.processes().is_empty());
}

#[tokio::test]
async fn an_application_on_a_desktop_that_is_there_leaves_only_that() {
    let mark = Mark::new();
    let desktop = Desktop::start(DesktopOptions::default()).await.expect("a desktop");
    let variables = desktop.private().expect("a private one").variables();
    let pages = deskhand::pages_on(variables, DesktopOptions::default());
    let started =
        pages.start(&app(&fixture(), &mark, PageDesktop::Current), PATIENCE).await.expect("the fixture");
    first_place(&*started.page()).await;
    assert!(!desktop.windows().await.expect("windows").is_empty());

    drop(started);

    wait_until("nothing of the application is left", || mark.processes().is_empty());
    desktop.windows().await.expect("a desktop that goes on");
}

#[tokio::test]
async fn a_killed_application_is_noticed_at_once() {
    let mark = Mark::new();
    let started = deskhand::pages()
        .start(&app(&fixture(), &mark, PageDesktop::Private), PATIENCE)
        .await
        .expect("the fixture");
    let page = started.page();
    let place = first_place(&*page).await;
    let desktop = mark.desktop();
    let never =
        Call { world: World::Own, code: Code::Body("return new Promise(() => {})".to_owned()), args: vec![] };
    let long = Duration::from_secs(3600);
    let waiting = tokio::spawn({
        let (page, place) = (Arc::clone(&page), place.clone());
        async move { page.call(&place, &never, long).await }
    });
    // Asked and answered: so the question before it is on its way.
    page.views(PATIENCE).await.expect("views");

    kill(page.about().pid);

    let how = tokio::time::timeout(PATIENCE, started.until_ended()).await.expect("its end");
    assert!(how.contains("was ended by signal 9"), "{how}");
    assert!(started.ended().is_some_and(|ended| ended.contains("signal 9")));
    let fault =
        tokio::time::timeout(PATIENCE, waiting).await.expect("an answer").expect("a task").unwrap_err();
    assert_eq!(fault.kind, FaultKind::Gone, "{fault}");
    assert_eq!(page.views(long).await.unwrap_err().kind, FaultKind::Gone);
    started.end(PATIENCE).await;
    assert!(mark.processes().is_empty() && desktop.processes().is_empty());
}

#[tokio::test]
async fn three_at_once_do_not_see_each_other() {
    let mark = Mark::new();
    let pages = deskhand::pages();
    let start = || async {
        let started =
            pages.start(&app(&fixture(), &mark, PageDesktop::Private), PATIENCE).await.expect("the fixture");
        let place = first_place(&*started.page()).await;
        (started, place)
    };
    let all: [(Box<dyn StartedApp>, Place); 3] = tokio::join!(start(), start(), start()).into();
    for (number, (started, place)) in all.iter().enumerate() {
        run(&*started.page(), place, &format!("window.mine = {number}")).await;
    }
    all[0].0.end(PATIENCE).await;
    assert_eq!(all[0].0.page().views(PATIENCE).await.unwrap_err().kind, FaultKind::Gone);
    for number in [1, 2] {
        let (started, place) = &all[number];
        assert_eq!(run(&*started.page(), place, "return window.mine").await, number);
        started.end(PATIENCE).await;
    }
    assert!(mark.processes().is_empty());
}

#[tokio::test]
async fn what_is_not_there_or_no_program_is_told() {
    let mark = Mark::new();
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    for (binary, kind) in [
        ("/nowhere/at/all", ErrorKind::MissingProgram),
        ("no-such-program-anywhere", ErrorKind::MissingProgram),
        ("", ErrorKind::InvalidArgument),
        (env!("CARGO_MANIFEST_DIR"), ErrorKind::InvalidArgument),
        (manifest, ErrorKind::PermissionDenied),
    ] {
        assert_eq!(refused(binary, &mark, PATIENCE).await.kind(), kind, "{binary:?}");
    }
    let mut elsewhere = app("/bin/true", &mark, PageDesktop::Current);
    elsewhere.cwd = Some("/nowhere".to_owned());
    let error = nowhere().start(&elsewhere, PATIENCE).await.map(|_| ()).expect_err("no folder");
    assert_eq!(error.message(), "/bin/true cannot start in /nowhere: there is no such folder");
}

#[tokio::test]
async fn an_application_that_ends_at_once_is_told_with_its_last_words() {
    let mark = Mark::new();
    let (_folder, path) = script(&mark, "echo no display >&2; exit 3");
    let error = refused(&path, &mark, PATIENCE).await;
    assert_eq!(error.kind(), ErrorKind::AppGone);
    let expected =
        "has ended with exit code 3 before its pages could be asked; its last lines:\n  no display";
    assert!(error.message().ends_with(expected), "{error}");
}

#[tokio::test]
async fn an_application_without_a_plugin_is_ended_again() {
    let mark = Mark::new();
    let (_folder, path) = script(&mark, "echo hello; setsid sleep 600 & sleep 600");
    let error = refused(&path, &mark, Duration::from_secs(1)).await;
    assert_eq!(error.kind(), ErrorKind::Timeout);
    assert!(error.message().ends_with("its last lines:\n  hello"), "{error}");
    assert!(error.advice().is_some_and(|advice| advice.contains("tauri-plugin-deskhand")));
    assert!(mark.processes().is_empty(), "what was started is gone");
}

#[tokio::test]
async fn an_application_that_talks_without_end_does_not_stand_still() {
    let mark = Mark::new();
    let folder = tempfile::tempdir().expect("a folder");
    let done: PathBuf = folder.path().join("done");
    let talk = format!("yes 0123456789 | head -n 200000; touch {}; sleep 600", done.display());
    let (_script, path) = script(&mark, &talk);
    let app = app(&path, &mark, PageDesktop::Current);
    let apps = nowhere();
    let starting = apps.start(&app, PATIENCE);
    tokio::select! {
        started = starting => panic!("{}", started.map(|_| "no plugin, but started".to_owned()).unwrap_or_else(|error| error.to_string())),
        () = processes::until(|| done.exists()) => {}
    }
    wait_until("what was given up on is gone", || mark.processes().is_empty());
}

#[tokio::test]
async fn a_start_that_is_given_up_leaves_nothing() {
    let mark = Mark::new();
    let (_folder, path) = script(&mark, "sleep 600");
    let apps = deskhand::pages();
    let app = app(&path, &mark, PageDesktop::Private);
    let desktop = {
        let mut starting = apps.start(&app, PATIENCE);
        tokio::select! {
            _ = &mut starting => panic!("it has no plugin"),
            () = processes::until(|| !mark.processes().is_empty()) => mark.desktop(),
        }
    };
    wait_until("everything is gone", || mark.processes().is_empty() && desktop.processes().is_empty());
}
