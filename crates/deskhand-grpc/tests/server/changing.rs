//! Changes of windows.

use deskhand_engine::ports::WindowChange;
use deskhand_grpc::v1;
use deskhand_model::{Error, ErrorKind, Point, Size, Window, WindowId};
use tonic::Code;
use tonic_types::StatusExt;

use crate::fake::{Fake, window};
use crate::setting::{Setting, reason, soon};

const NAME: &str = "applications/42/windows/5";

fn moving(name: &str, x: f64, y: f64) -> v1::MoveWindowRequest {
    v1::MoveWindowRequest { name: name.to_owned(), x, y }
}

fn resizing(width: f64, height: f64) -> v1::ResizeWindowRequest {
    v1::ResizeWindowRequest { name: NAME.to_owned(), width, height }
}

#[tokio::test]
async fn moving_answers_with_where_the_window_is() {
    let session = Fake::with(vec![window(5, "a")]);
    let setting = Setting::start(&session).await;
    let mut client = setting.windows().await;
    let moved = soon(client.move_window(moving(NAME, -10.4, 19.5))).await.unwrap().into_inner();
    let bounds = moved.bounds.unwrap();
    assert_eq!((bounds.x, bounds.y), (-10.0, 20.0));
    assert_eq!((moved.name.as_str(), moved.previous_name.as_str()), (NAME, ""));
    let asked = session.change(|desk| desk.changes.clone());
    assert_eq!(asked, [(WindowId(5), WindowChange::Move(Point { x: -10, y: 20 }))]);
}

#[tokio::test]
async fn a_window_that_refuses_to_move_is_told_as_it_is() {
    let session = Fake::with(vec![window(5, "a")]);
    session.change(|desk| desk.glued = Some(Point { x: 3, y: 4 }));
    let setting = Setting::start(&session).await;
    let moved = soon(setting.windows().await.move_window(moving(NAME, 50.0, 60.0))).await.unwrap();
    let bounds = moved.into_inner().bounds.unwrap();
    assert_eq!((bounds.x, bounds.y), (3.0, 4.0));
}

#[tokio::test]
async fn resizing_means_the_frame() {
    let session = Fake::with(vec![window(5, "a")]);
    let setting = Setting::start(&session).await;
    let mut client = setting.windows().await;
    let resized = soon(client.resize_window(resizing(642.0, 500.6))).await.unwrap().into_inner();
    let bounds = resized.bounds.unwrap();
    assert_eq!((bounds.width, bounds.height), (642.0, 501.0));
    let asked = session.change(|desk| desk.changes.clone());
    assert_eq!(asked, [(WindowId(5), WindowChange::Resize(Size { width: 640, height: 480 }))]);
}

#[tokio::test]
async fn every_change_has_its_call() {
    let session = Fake::with(vec![window(5, "a"), window(6, "b")]);
    let setting = Setting::start(&session).await;
    let mut client = setting.windows().await;
    let name = || NAME.to_owned();
    let focused = soon(client.focus_window(v1::FocusWindowRequest { name: name() })).await.unwrap();
    assert!(focused.into_inner().focused);
    let minimized = soon(client.minimize_window(v1::MinimizeWindowRequest { name: name() })).await.unwrap();
    assert!(!minimized.into_inner().visible);
    let restored = soon(client.restore_window(v1::RestoreWindowRequest { name: name() })).await.unwrap();
    assert!(restored.into_inner().visible);
    soon(client.close_window(v1::CloseWindowRequest { name: name(), force: false })).await.unwrap();
    let other = "applications/42/windows/6".to_owned();
    soon(client.close_window(v1::CloseWindowRequest { name: other, force: true })).await.unwrap();
    let asked: Vec<WindowChange> =
        session.change(|desk| desk.changes.iter().map(|(_, change)| *change).collect());
    let expected = [
        WindowChange::Focus,
        WindowChange::Minimize,
        WindowChange::Restore,
        WindowChange::Close,
        WindowChange::ForceClose,
    ];
    assert_eq!(asked, expected);
}

#[tokio::test]
async fn a_window_that_gets_another_number_is_told_by_both_names() {
    let session = Fake::with(vec![window(5, "a")]);
    session.change(|desk| desk.next_id = Some(WindowId(8)));
    let setting = Setting::start(&session).await;
    let moved = soon(setting.windows().await.move_window(moving(NAME, 1.0, 2.0))).await.unwrap().into_inner();
    assert_eq!(moved.name, "applications/42/windows/8");
    assert_eq!(moved.previous_name, NAME);
}

#[tokio::test]
async fn a_number_that_is_not_listed_has_the_time_of_the_call_to_appear() {
    let session = Fake::with(vec![window(8, "a")]);
    session.change(|desk| desk.renamed = vec![(WindowId(5), WindowId(8))]);
    let setting = Setting::start(&session).await;
    let mut client = setting.windows().await;
    let moved = soon(client.move_window(moving(NAME, 1.0, 2.0))).await.unwrap().into_inner();
    assert_eq!((moved.name.as_str(), moved.previous_name.as_str()), ("applications/42/windows/8", NAME));
    let times = session.change(|desk| desk.times.clone());
    assert!(times.iter().all(|time| !time.is_zero()), "{times:?}");
}

#[tokio::test]
async fn a_failure_with_a_window_tells_the_name_that_was_asked_for() {
    let session = Fake::with(vec![window(5, "a")]);
    let setting = Setting::start(&session).await;
    let mut client = setting.windows().await;
    let status = soon(client.move_window(moving("applications/42/windows/0x9", 1.0, 2.0))).await.unwrap_err();
    let details = status.get_error_details();
    let metadata = &details.error_info().unwrap().metadata;
    assert_eq!(metadata["name"], "applications/42/windows/9");
    assert_eq!(metadata["candidates"], NAME);
    session.change(|desk| desk.fault = Some(Error::new(ErrorKind::AppNotResponding, "no answer")));
    let status = soon(client.move_window(moving(NAME, 1.0, 2.0))).await.unwrap_err();
    assert_eq!(status.get_error_details().error_info().unwrap().metadata["name"], NAME);
}

#[tokio::test]
async fn numbers_that_make_no_sense_touch_nothing() {
    let session = Fake::with(vec![window(5, "a")]);
    let setting = Setting::start(&session).await;
    let mut client = setting.windows().await;
    for bad in [f64::NAN, f64::INFINITY, -1e9, 40_000.0] {
        let status = soon(client.move_window(moving(NAME, bad, 0.0))).await.unwrap_err();
        assert_eq!((status.code(), reason(&status).as_str()), (Code::InvalidArgument, "INVALID_ARGUMENT"));
    }
    for (width, height) in [(0.0, 10.0), (-5.0, 10.0), (f64::NAN, 10.0), (1e9, 10.0), (100.0, 21.0)] {
        let status = soon(client.resize_window(resizing(width, height))).await.unwrap_err();
        assert_eq!(status.code(), Code::InvalidArgument, "{width}x{height}");
    }
    assert_eq!(session.change(|desk| desk.changes.len()), 0);
}

#[tokio::test]
async fn no_other_window_is_ever_touched() {
    let other = Window { pid: Some(7), ..window(6, "b") };
    let session = Fake::with(vec![window(5, "a"), other]);
    let setting = Setting::start(&session).await;
    let mut client = setting.windows().await;
    for name in ["applications/42/windows/6", "applications/7/windows/5", "applications/42/windows/77"] {
        let status = soon(client.move_window(moving(name, 1.0, 1.0))).await.unwrap_err();
        assert_eq!((status.code(), reason(&status).as_str()), (Code::NotFound, "WINDOW_NOT_FOUND"), "{name}");
        let closing = v1::CloseWindowRequest { name: name.to_owned(), force: true };
        assert_eq!(soon(client.close_window(closing)).await.unwrap_err().code(), Code::NotFound, "{name}");
    }
    assert_eq!(session.change(|desk| desk.changes.len()), 0);
}
