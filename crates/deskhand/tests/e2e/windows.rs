//! Windows as the window system has them, and what can be done to them.

use deskhand::model::{WindowKind, Workspace};
use deskhand::{ErrorKind, Point, Size, Window, WindowChange};

use crate::support::{Stage, Toolkit, eventually, on_toolkits};

#[tokio::test]
async fn a_list_tells_what_each_window_is() {
    let stage = Stage::start().await;
    let back = stage.fixture(Toolkit::Gtk3, "Back").await;
    let front = stage.fixture(Toolkit::Qt6, "Front").await;
    stage.focus("Front").await;

    let windows = stage.windows().await;
    let by_title = |title: &str| windows.iter().find(|window| window.title == title).expect(title);
    let (low, high) = (by_title("Back"), by_title("Front"));
    assert_eq!((low.pid, high.pid), (Some(back.pid), Some(front.pid)));
    assert_eq!((low.app.as_str(), low.instance.as_str()), ("Gtk3.py", "fixture-gtk3"));
    assert!(high.z_index > low.z_index && high.focused && !low.focused, "{windows:?}");
    for window in [low, high] {
        assert_eq!(window.kind, WindowKind::Regular);
        assert_eq!(window.workspace, Some(Workspace::Number(0)));
        assert!(!(window.minimized || window.hidden || window.maximized || window.fullscreen));
        assert!(window.client.width >= 900 && window.client.height >= 600, "{window:?}");
        assert!(window.decoration.top > 0, "openbox draws a title bar: {window:?}");
        assert_eq!(
            window.outer().height,
            window.client.height + window.decoration.top + window.decoration.bottom
        );
    }
    let own = front.app().windows().await.expect("its own windows");
    assert_eq!(own.iter().map(|window| window.title.as_str()).collect::<Vec<_>>(), ["Front"]);
}

on_toolkits!(a_window_becomes_what_it_is_told_to: gtk_3 => Gtk3, gtk_4 => Gtk4, qt_6 => Qt6);

async fn a_window_becomes_what_it_is_told_to(toolkit: Toolkit) {
    let stage = Stage::start().await;
    let fixture = stage.fixture(toolkit, "Subject").await;
    stage.fixture(Toolkit::Gtk3, "Other").await;
    let change = async |change: WindowChange| stage.change("Subject", change).await;

    assert!(change(WindowChange::Focus).await.focused);
    let moved = change(WindowChange::Move(Point { x: 40, y: 30 })).await;
    assert_eq!(moved.outer().origin(), Point { x: 40, y: 30 });
    let size = Size { width: 950, height: 700 };
    let resized = change(WindowChange::Resize(size)).await;
    assert_eq!((resized.content().size(), resized.outer().origin()), (size, moved.outer().origin()));
    seen_by_the_application(&fixture, &resized).await;

    let maximized = change(WindowChange::Maximize).await;
    assert!(maximized.maximized && maximized.outer().width >= 1270, "{maximized:?}");
    let restored = change(WindowChange::Restore).await;
    assert!(!restored.maximized && restored.content().size() == size, "{restored:?}");
    let full = change(WindowChange::Fullscreen).await;
    assert!(full.fullscreen && full.content().size() == Size { width: 1280, height: 1024 }, "{full:?}");
    assert!(!change(WindowChange::Restore).await.fullscreen);
    let minimized = change(WindowChange::Minimize).await;
    assert!(minimized.minimized && !minimized.is_visible(), "{minimized:?}");
    eventually("another window has the focus", async || {
        stage.titled("Subject").await.filter(|window| !window.focused)
    })
    .await;
    let back = change(WindowChange::Restore).await;
    assert!(back.is_visible(), "{back:?}");
    assert_eq!(change(WindowChange::Workspace(2)).await.workspace, Some(Workspace::Number(2)));
    change(WindowChange::Close).await;
    assert!(stage.titled("Subject").await.is_none(), "closed");
    fixture.end().await;
}

/// What accessibility tells of places follows the window.
async fn seen_by_the_application(fixture: &crate::support::Fixture<'_>, window: &Window) {
    let save = fixture.button("Save");
    eventually("its elements are where its window is", async || {
        let bounds = save.find().await.expect("Save").data.bounds?;
        window.content().contains(bounds.center()).then_some(())
    })
    .await;
}

#[tokio::test]
async fn what_makes_no_sense_is_refused() {
    let stage = Stage::start().await;
    stage.fixture(Toolkit::Gtk3, "One").await;
    stage.fixture(Toolkit::Gtk3, "Two").await;
    let none = Size { width: 0, height: 10 };
    for (name, change, kind) in [
        ("Three", WindowChange::Focus, ErrorKind::WindowNotFound),
        ("fixture-gtk3", WindowChange::Close, ErrorKind::WindowAmbiguous),
        ("One", WindowChange::Resize(none), ErrorKind::InvalidArgument),
        ("One", WindowChange::Workspace(99), ErrorKind::InvalidArgument),
    ] {
        let error = stage.desktop.change_window(name, change).await.expect_err(name);
        assert_eq!(error.kind(), kind, "{error:?}");
    }
    assert_eq!(stage.windows().await.len(), 2, "both are still there");
}
