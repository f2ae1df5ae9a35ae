//! Displays that are missing, shut, hung or gone.

use std::time::Duration;

use deskhand_engine::ports::{Capture as _, Clipboard as _, Compositor as _, DesktopEnv, Input as _};
use deskhand_linux::X11;
use deskhand_model::{ErrorKind, Rect};
use rustix::process::{Pid, Signal, kill_process};

use super::desktop::{Desktop, SOON, start_server};
use super::painter::Painter;

fn display(name: &str) -> X11 {
    X11::new(&DesktopEnv { display: Some(name.to_owned()), ..DesktopEnv::default() })
}

#[tokio::test]
async fn without_a_display_every_call_says_so_and_what_to_do() {
    let nowhere = X11::new(&DesktopEnv::default());
    for error in [
        nowhere.windows(SOON).await.unwrap_err(),
        nowhere.pointer(SOON).await.unwrap_err(),
        nowhere.window(deskhand_model::WindowId(1), SOON).await.unwrap_err(),
        nowhere.read(SOON).await.unwrap_err(),
        nowhere.write("", SOON).await.unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::DisplayUnavailable);
        assert!(error.advice().is_some_and(|hint| hint.contains("deskhand run")), "{error:?}");
    }
}

#[tokio::test]
async fn a_display_that_does_not_exist_is_unavailable() {
    for name in [":4711", "nonsense", "/nowhere:0", ""] {
        let error = display(name).windows(SOON).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::DisplayUnavailable, "{name}: {error}");
    }
    let error = display(":4711").windows(SOON).await.unwrap_err();
    assert!(error.steps()[0].starts_with("/tmp/.X11-unix/X4711: "), "{:?}", error.steps());
}

#[tokio::test]
async fn a_screen_that_does_not_exist_is_told_from_the_display() {
    let desktop = Desktop::without_manager();
    let mut env = desktop.env.clone();
    let name = env.display.clone().unwrap();
    env.display = Some(format!("{name}.7"));
    let error = X11::new(&env).windows(SOON).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DisplayUnavailable);
    assert!(error.advice().is_some_and(|hint| hint.ends_with(&format!("`{name}`"))), "{error:?}");
}

#[tokio::test]
async fn a_wayland_desktop_is_told_that_x11_is_needed() {
    let env = DesktopEnv { wayland_display: Some("wayland-0".to_owned()), ..DesktopEnv::default() };
    let error = X11::new(&env).windows(SOON).await.unwrap_err();
    assert!(error.message().contains("Wayland"), "{error}");
}

#[tokio::test]
async fn a_server_with_a_cookie_lets_in_only_those_who_have_it() {
    let folder = tempfile::tempdir().unwrap();
    let cookie = folder.path().join("cookie");
    // Any host, any display, the usual method, sixteen bytes.
    let mut entry = vec![0xff, 0xff, 0, 0, 0, 0, 0, 18];
    entry.extend(b"MIT-MAGIC-COOKIE-1\0\x100123456789abcdef");
    std::fs::write(&cookie, entry).unwrap();
    let desktop = Desktop::with_server_options(&["-auth", cookie.to_str().unwrap()], Some(cookie.clone()));
    assert_eq!(desktop.x11.windows(SOON).await.unwrap(), []);

    let stranger = X11::new(&DesktopEnv { xauthority: None, ..desktop.env.clone() });
    let error = stranger.windows(SOON).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DisplayUnavailable);
    assert!(error.advice().is_some_and(|hint| hint.contains("XAUTHORITY")), "{error:?}");
}

#[tokio::test]
async fn a_stopped_server_ends_calls_in_time_and_serves_again_when_it_goes_on() {
    let desktop = Desktop::without_manager();
    let painter = Painter::on(&desktop);
    painter.show("patient", Rect::new(0, 0, 10, 10), 0);
    assert_eq!(desktop.x11.windows(SOON).await.unwrap().len(), 1);

    let server = Pid::from_raw(desktop.server.0.id() as i32).unwrap();
    kill_process(server, Signal::STOP).unwrap();
    let short = Duration::from_millis(100);
    for _ in ["on the open connection", "on a new one"] {
        let error = desktop.x11.windows(short).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::DisplayUnavailable, "{error}");
    }
    assert_eq!(desktop.x11.write("x", short).await.unwrap_err().kind(), ErrorKind::DisplayUnavailable);
    kill_process(server, Signal::CONT).unwrap();
    assert_eq!(desktop.x11.windows(SOON).await.unwrap().len(), 1);
    desktop.x11.write("again", SOON).await.unwrap();
    assert_eq!(desktop.x11.read(SOON).await.unwrap().as_deref(), Some("again"));
}

#[tokio::test]
async fn many_calls_to_a_stopped_server_wait_on_one_thread() {
    let desktop = Desktop::without_manager();
    desktop.x11.windows(SOON).await.unwrap();
    let server = Pid::from_raw(desktop.server.0.id() as i32).unwrap();
    kill_process(server, Signal::STOP).unwrap();
    let threads = || std::fs::read_dir("/proc/self/task").unwrap().count();
    let before = threads();
    let short = Duration::from_millis(50);
    let calls = futures_util::future::join_all((0..200).map(|_| desktop.x11.windows(short)));
    let (outcomes, during) = futures_util::future::join(calls, async { threads() }).await;
    assert!(outcomes.iter().all(|outcome| outcome.is_err()));
    // Tests beside this one start threads too, but not hundreds of them.
    assert!(during < before + 100, "{before} threads became {during}");
    kill_process(server, Signal::CONT).unwrap();
}

#[tokio::test]
async fn a_server_that_ended_and_came_back_is_used_again() {
    let mut desktop = Desktop::without_manager();
    desktop.x11.windows(SOON).await.unwrap();
    desktop.server.0.kill().unwrap();
    desktop.server.0.wait().unwrap();
    let error = desktop.x11.windows(SOON).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DisplayUnavailable);

    let name = desktop.env.display.clone().unwrap();
    let _server = start_server(&[&name]);
    assert_eq!(desktop.x11.windows(SOON).await.unwrap(), []);
}
