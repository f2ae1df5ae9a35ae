//! Applications that die, stop, hang or were never there.

use std::time::{Duration, Instant};

use deskhand::model::Health;
use deskhand::{App, Desktop, DesktopEnv, ErrorKind, Exit};

use crate::support::{Stage, Toolkit, eventually, on_toolkits};

/// Far more than an answer needs, far less than the time that the operations below are given.
const AT_ONCE: Duration = Duration::from_secs(10);

on_toolkits!(an_application_that_is_killed_in_the_middle_is_gone: gtk_3 => Gtk3, gtk_4 => Gtk4, qt_6 => Qt6);

async fn an_application_that_is_killed_in_the_middle_is_gone(toolkit: Toolkit) {
    let stage = Stage::start().await;
    let fixture = stage.fixture(toolkit, "Subject").await;
    let began = Instant::now();
    let waiting = fixture.button("Godot");
    let (found, ()) = tokio::join!(waiting.find(), async {
        // By now the search has begun: it runs first.
        tokio::task::yield_now().await;
        fixture.signal("KILL");
    });
    let error = found.expect_err("the application is dead");
    assert_eq!(error.kind(), ErrorKind::AppGone, "{error:?}");
    assert!(began.elapsed() < AT_ONCE, "told at once, not after {:?}", began.elapsed());
    assert_eq!(fixture.end().await, Exit::Signal(9));

    let error = fixture.button("Save").press().await.expect_err("a process that has ended");
    assert_eq!(error.kind(), ErrorKind::AppNotFound, "{error:?}");
    assert!(began.elapsed() < AT_ONCE, "nobody waits for it to come back: {:?}", began.elapsed());
    eventually("it is no longer listed", async || {
        let apps = stage.desktop.apps().await.expect("the others");
        apps.iter().all(|app| app.pid != Some(fixture.pid)).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_crash_is_an_effect_and_the_end() {
    let stage = Stage::start().await;
    let fixture = stage.fixture(Toolkit::Qt5, "Subject").await;
    // The reply may still come, or the application may be gone before it.
    if let Err(error) = fixture.button("Crash").press().await {
        assert_eq!(error.kind(), ErrorKind::AppGone, "{error:?}");
    }
    assert_eq!(fixture.end().await, Exit::Code(42));
    let error = fixture.app().tree().await.expect_err("it has ended");
    assert!(matches!(error.kind(), ErrorKind::AppNotFound | ErrorKind::AppGone), "{error:?}");
}

on_toolkits!(a_stopped_application_is_told_as_stopped_and_delays_nobody: gtk_3 => Gtk3, qt_6 => Qt6, chromium => Chromium);

async fn a_stopped_application_is_told_as_stopped_and_delays_nobody(toolkit: Toolkit) {
    let stage = Stage::start().await;
    let stopped = stage.fixture(toolkit, "Stopped").await;
    let other = stage.fixture(Toolkit::Gtk3, "Other").await;
    stopped.signal("STOP");

    let began = Instant::now();
    let error = stopped.button("Save").press().await.expect_err("it is stopped");
    assert_eq!(error.kind(), ErrorKind::AppNotResponding, "{error:?}");
    assert!(error.message().contains("stopped"), "{error:?}");
    assert!(error.advice().is_some_and(|hint| hint.contains("-CONT")), "{error:?}");
    assert!(began.elapsed() < AT_ONCE, "told at once, not after {:?}", began.elapsed());

    let save = other.button("Save");
    let (apps, pressed) = tokio::join!(stage.desktop.apps(), save.press());
    pressed.expect("the other application answers");
    other.expect("pressed Save (1)").await;
    let apps = apps.expect("the list");
    let health = |pid: u32| health_of(&apps, pid);
    assert_eq!(health(other.pid), Some(&Health::Responding));
    let Some(Health::NotResponding { reason }) = health(stopped.pid) else { panic!("{apps:?}") };
    assert!(reason.contains("stopped"), "{reason}");
    assert!(began.elapsed() < AT_ONCE, "and nobody waited for it: {:?}", began.elapsed());

    stopped.signal("CONT");
    eventually("it answers again", async || stopped.button("Save").press().await.ok()).await;
    stopped.expect("pressed Save (1)").await;
}

fn health_of(apps: &[App], pid: u32) -> Option<&Health> {
    apps.iter().find(|app| app.pid == Some(pid)).map(|app| &app.health)
}

#[tokio::test]
async fn an_application_that_hangs_is_told_as_such_and_recovers() {
    let stage = Stage::start().await;
    let hung = stage.fixture(Toolkit::Gtk3, "Hung").await;
    let other = stage.fixture(Toolkit::Qt6, "Other").await;
    hung.button("Hang").press().await.expect("the button");
    hung.expect("pressed Hang (1)").await;

    let brief = hung.button("Save").within(Duration::from_secs(1));
    let save = other.button("Save");
    let (stuck, pressed) = tokio::join!(brief.press(), save.press());
    let error = stuck.expect_err("it hangs");
    assert_eq!(error.kind(), ErrorKind::AppNotResponding, "{error:?}");
    assert!(!error.message().contains("stopped"), "it hangs, it is not stopped: {error:?}");
    pressed.expect("the other application answers");
    other.expect("pressed Save (1)").await;

    eventually("it answers again", async || hung.button("Save").press().await.ok()).await;
    hung.expect("pressed Save (1)").await;
}

#[tokio::test]
async fn an_application_that_is_not_there_is_told_with_those_that_are() {
    let stage = Stage::start().await;
    stage.fixture(Toolkit::Gtk3, "Subject").await;
    let absent = stage.desktop.app("fixture-gtk5").within(Duration::from_millis(300));
    let error = absent.locate("Save").press().await.expect_err("nothing of that name");
    assert_eq!(error.kind(), ErrorKind::AppNotFound, "{error:?}");
    assert!(error.message().contains("did you mean `fixture-gtk3`"), "{error:?}");
    assert!(error.advice().is_some_and(|hint| hint.contains("fixture-gtk3")), "{error:?}");

    stage.fixture(Toolkit::Gtk3, "Second").await;
    let twice = stage.desktop.app("fixture-gtk3").locate("Save").press().await.expect_err("two of them");
    assert_eq!(twice.kind(), ErrorKind::AppAmbiguous, "{twice:?}");
}

#[tokio::test]
async fn a_desktop_without_display_or_bus_is_told_as_such() {
    let nowhere = Desktop::connect(DesktopEnv::default());
    let error = nowhere.windows().await.expect_err("no display");
    assert_eq!(error.kind(), ErrorKind::DisplayUnavailable, "{error:?}");
    assert!(error.advice().is_some(), "{error:?}");
    let error = nowhere.apps().await.expect_err("no bus");
    assert_eq!(error.kind(), ErrorKind::AccessibilityUnavailable, "{error:?}");
    assert!(error.advice().is_some(), "{error:?}");

    let dead = DesktopEnv {
        display: Some(":65000".to_owned()),
        session_bus: Some("unix:path=/nonexistent/bus".to_owned()),
        ..DesktopEnv::default()
    };
    let dead = Desktop::connect(dead);
    assert_eq!(dead.windows().await.expect_err("a dead display").kind(), ErrorKind::DisplayUnavailable);
    assert_eq!(dead.apps().await.expect_err("a dead bus").kind(), ErrorKind::AccessibilityUnavailable);
}
