//! The list of windows, and changes to them.

use deskhand_engine::ports::{Compositor as _, WindowChange, Workspaces};
use deskhand_model::{ErrorKind, Point, Rect, Size, Window, WindowId, WindowKind, Workspace};
use x11rb::connection::Connection as _;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::ConnectionExt as _;

use super::desktop::{Desktop, SOON};
use super::painter::Painter;

const PLACE: Rect = Rect::new(200, 150, 300, 200);

#[tokio::test]
async fn a_window_is_listed_with_everything_that_is_known_of_it() {
    let desktop = Desktop::start();
    let painter = Painter::on(&desktop);
    let id = painter.show("Grüße 漢字", PLACE, 0xff0000);
    let window = desktop.focused("Grüße 漢字").await;
    assert_eq!(window.id, id);
    assert_eq!((window.app.as_str(), window.instance.as_str()), ("Painter", "painted"));
    assert_eq!(window.pid, Some(std::process::id()));
    assert_eq!(window.kind, WindowKind::Regular);
    assert_eq!(window.client.size(), PLACE.size());
    assert!(window.decoration.top > 0, "openbox draws a title bar: {window:?}");
    assert_eq!(window.outer().origin(), PLACE.origin());
    assert_eq!(window.workspace, Some(Workspace::Number(0)));
    assert!(!window.minimized && !window.hidden && !window.maximized && !window.fullscreen && !window.modal);
}

#[tokio::test]
async fn windows_are_listed_from_back_to_front_and_one_has_the_keyboard() {
    let desktop = Desktop::start();
    let painter = Painter::on(&desktop);
    for title in ["one", "two", "three"] {
        painter.show(title, PLACE, 0);
        desktop.focused(title).await;
    }
    desktop.x11.change(desktop.shown("one").await.id, WindowChange::Focus, SOON).await.unwrap();
    let windows = desktop
        .windows_when("one in front", |windows| {
            windows.last().is_some_and(|window| window.title == "one" && window.focused)
        })
        .await;
    assert_eq!(titles(&windows), ["two", "three", "one"]);
    assert_eq!(windows.iter().map(|window| window.z_index).collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!(windows.iter().filter(|window| window.focused).count(), 1);
    assert_eq!(desktop.x11.focused(SOON).await.unwrap(), Some(windows[2].id));
}

#[tokio::test]
async fn titles_in_any_encoding_are_read() {
    let desktop = Desktop::start();
    let painter = Painter::on(&desktop);
    let window = painter.prepare("", PLACE, 0, false);
    painter.text(window, "WM_NAME", "STRING", b"caf\xe9");
    painter.map(window);
    desktop.shown("café").await;
    painter.text(window, "_NET_WM_NAME", "UTF8_STRING", b"not \xff\xfe UTF-8");
    desktop.shown("not \u{fffd}\u{fffd} UTF-8").await;
    painter.text(window, "_NET_WM_NAME", "UTF8_STRING", "€".repeat(20_000).as_bytes());
    desktop.shown(&"€".repeat(4096 / 3)).await;
}

#[tokio::test]
async fn an_open_menu_is_a_popup_in_front_and_a_dialog_is_a_dialog() {
    let desktop = Desktop::start();
    let painter = Painter::on(&desktop);
    let dialog = painter.prepare("Question", PLACE, 0, false);
    painter.atoms(dialog, "_NET_WM_WINDOW_TYPE", &["_NET_WM_WINDOW_TYPE_DIALOG"]);
    painter.atoms(dialog, "_NET_WM_STATE", &["_NET_WM_STATE_MODAL"]);
    painter.map(dialog);
    desktop.shown("Question").await;
    let menu = painter.prepare("", PLACE, 0, true);
    painter.atoms(menu, "_NET_WM_WINDOW_TYPE", &["_NET_WM_WINDOW_TYPE_POPUP_MENU"]);
    painter.map(menu);
    painter.map(painter.prepare("private", PLACE, 0, true));
    let windows = desktop.x11.windows(SOON).await.unwrap();
    let kinds: Vec<WindowKind> = windows.iter().map(|window| window.kind).collect();
    assert_eq!(kinds, [WindowKind::Dialog, WindowKind::Popup]);
    assert!(windows[0].modal && !windows[1].hidden);
}

#[tokio::test]
async fn a_window_goes_where_it_is_moved_and_gets_the_size_that_it_is_given() {
    let desktop = Desktop::start();
    let painter = Painter::on(&desktop);
    let id = painter.show("mover", PLACE, 0);
    desktop.focused("mover").await;
    check_move_and_resize(&desktop, "mover", id).await;
}

#[tokio::test]
async fn a_window_with_its_own_decoration_and_shadow_is_placed_by_what_the_user_sees() {
    let desktop = Desktop::start();
    let (_running, _) = desktop.run_script("fields/decorated.py");
    let window = desktop.focused("Decorated").await;
    check_move_and_resize(&desktop, "Decorated", window.id).await;

    // A window that says it draws a shadow, as GTK does under a compositing manager.
    let painter = Painter::on(&desktop);
    let shadow = painter.prepare("shadow", PLACE, 0, false);
    painter.numbers(shadow, "_GTK_FRAME_EXTENTS", 6, &[26, 27, 23, 29]);
    let id = painter.map(shadow);
    assert_eq!(desktop.focused("shadow").await.shadow.bottom, 29);
    check_move_and_resize(&desktop, "shadow", id).await;
}

async fn check_move_and_resize(desktop: &Desktop, title: &str, id: WindowId) {
    for at in [Point { x: 77, y: 99 }, Point { x: 300, y: 200 }] {
        desktop.x11.change(id, WindowChange::Move(at), SOON).await.unwrap();
        desktop.window_when(title, |window| window.outer().origin() == at).await;
    }
    let size = Size { width: 444, height: 333 };
    desktop.x11.change(id, WindowChange::Resize(size), SOON).await.unwrap();
    let window = desktop.window_when(title, |window| window.content().size() == size).await;
    assert_eq!(window.outer().origin(), Point { x: 300, y: 200 }, "resizing leaves the corner where it is");
}

#[tokio::test]
async fn minimise_and_restore_leave_the_keyboard_where_it_is() {
    let desktop = Desktop::start();
    let painter = Painter::on(&desktop);
    let id = painter.show("worker", PLACE, 0);
    desktop.focused("worker").await;
    painter.show("user", PLACE, 0);
    desktop.focused("user").await;
    desktop.x11.change(id, WindowChange::Minimize, SOON).await.unwrap();
    desktop.window_when("worker", |window| window.minimized && !window.is_visible()).await;
    desktop.x11.change(id, WindowChange::Restore, SOON).await.unwrap();
    let worker = desktop.window_when("worker", |window| window.is_visible()).await;
    assert!(!worker.focused);
    desktop.focused("user").await;
}

#[tokio::test]
async fn maximise_and_full_screen_are_undone_by_restore() {
    let desktop = Desktop::start();
    let painter = Painter::on(&desktop);
    let id = painter.show("big", PLACE, 0);
    let before = desktop.focused("big").await.client;
    let screen = desktop.x11.screen(SOON).await.unwrap();
    assert_eq!(screen, Rect::new(0, 0, 1280, 1024));

    desktop.x11.change(id, WindowChange::Maximize, SOON).await.unwrap();
    desktop.window_when("big", |window| window.maximized && window.outer() == screen).await;
    desktop.x11.change(id, WindowChange::Restore, SOON).await.unwrap();
    desktop.window_when("big", |window| !window.maximized && window.client == before).await;

    desktop.x11.change(id, WindowChange::Fullscreen, SOON).await.unwrap();
    desktop.window_when("big", |window| window.fullscreen && window.client == screen).await;
    desktop.x11.change(id, WindowChange::Restore, SOON).await.unwrap();
    desktop.window_when("big", |window| !window.fullscreen && window.client == before).await;
}

#[tokio::test]
async fn a_window_on_another_workspace_is_hidden_until_it_is_focused() {
    let desktop = Desktop::start();
    let painter = Painter::on(&desktop);
    let id = painter.show("away", PLACE, 0);
    desktop.focused("away").await;
    let Workspaces { count, current } = desktop.x11.workspaces(SOON).await.unwrap();
    assert!(count > 1 && current == 0, "openbox has {count} workspaces and shows {current}");

    desktop.x11.change(id, WindowChange::Workspace(1), SOON).await.unwrap();
    let away = desktop
        .window_when("away", |window| window.workspace == Some(Workspace::Number(1)) && window.hidden)
        .await;
    assert!(!away.minimized);
    desktop.x11.change(id, WindowChange::Focus, SOON).await.unwrap();
    desktop.window_when("away", |window| window.focused && !window.hidden).await;
    assert_eq!(desktop.x11.workspaces(SOON).await.unwrap().current, 1);

    desktop.x11.show_workspace(0, SOON).await.unwrap();
    desktop.window_when("away", |window| window.hidden).await;
    let error = desktop.x11.change(id, WindowChange::Workspace(count), SOON).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert_eq!(desktop.x11.show_workspace(99, SOON).await.unwrap_err().kind(), ErrorKind::InvalidArgument);
}

#[tokio::test]
async fn close_asks_the_application_and_the_window_leaves_the_list() {
    let desktop = Desktop::start();
    let (mut running, _output) = desktop.run_script("fields/gtk3.py");
    let window = desktop.shown("Field GTK 3").await;
    assert_eq!(window.pid, Some(running.0.id()));
    desktop.x11.change(window.id, WindowChange::Close, SOON).await.unwrap();
    desktop.windows_when("an empty list", <[Window]>::is_empty).await;
    assert!(running.0.wait().unwrap().success(), "the application ended by itself");
}

#[tokio::test]
async fn without_a_window_manager_the_x_server_does_what_it_can() {
    let desktop = Desktop::without_manager();
    let painter = Painter::on(&desktop);
    painter.map(painter.prepare("popup without a type", PLACE, 0, true));
    painter.prepare("never shown", PLACE, 0, false);
    let window = painter.prepare("alone", PLACE, 0, false);
    painter.atoms(window, "WM_PROTOCOLS", &["WM_DELETE_WINDOW"]);
    let id = painter.map(window);
    let listed = desktop.x11.windows(SOON).await.unwrap();
    assert_eq!(titles(&listed), ["alone"]);
    assert_eq!((listed[0].client, listed[0].workspace), (PLACE, None));

    desktop.x11.change(id, WindowChange::Move(Point { x: 5, y: 6 }), SOON).await.unwrap();
    desktop.x11.change(id, WindowChange::Resize(Size { width: 70, height: 80 }), SOON).await.unwrap();
    assert_eq!(desktop.window(id).await.client, Rect::new(5, 6, 70, 80));
    desktop.x11.change(id, WindowChange::Focus, SOON).await.unwrap();
    assert_eq!(desktop.x11.focused(SOON).await.unwrap(), Some(id));
    assert!(desktop.window(id).await.focused);

    for change in
        [WindowChange::Minimize, WindowChange::Maximize, WindowChange::Fullscreen, WindowChange::Workspace(1)]
    {
        let error = desktop.x11.change(id, change, SOON).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::ActionUnsupported, "{change:?}");
        assert!(error.message().contains("no window manager"), "{error}");
    }

    desktop.x11.change(id, WindowChange::Close, SOON).await.unwrap();
    let delete = painter.atom("WM_DELETE_WINDOW");
    loop {
        if let Event::ClientMessage(message) = painter.conn.wait_for_event().unwrap() {
            assert_eq!(message.data.as_data32()[0], delete);
            break;
        }
    }
}

#[tokio::test]
async fn a_window_that_is_not_there_is_not_found() {
    let desktop = Desktop::start();
    let painter = Painter::on(&desktop);
    let id = painter.show("short-lived", PLACE, 0);
    desktop.shown("short-lived").await;
    painter.conn.destroy_window(u32::try_from(id.0).unwrap()).unwrap();
    painter.conn.flush().unwrap();
    desktop.windows_when("an empty list", <[Window]>::is_empty).await;
    for id in [id, WindowId(0), WindowId(u64::MAX), WindowId(painter.root().into())] {
        for change in [WindowChange::Focus, WindowChange::Move(Point::default()), WindowChange::Close] {
            let error = desktop.x11.change(id, change, SOON).await.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::WindowNotFound, "{id} {change:?}");
        }
    }
}

#[tokio::test]
async fn windows_that_come_and_go_while_they_are_listed_do_no_harm() {
    let desktop = Desktop::start();
    let painter = Painter::on(&desktop);
    painter.show("steady", PLACE, 0);
    desktop.shown("steady").await;
    let (keep_going, stopped) = std::sync::mpsc::channel::<()>();
    let restless = std::thread::spawn(move || {
        while matches!(stopped.try_recv(), Err(std::sync::mpsc::TryRecvError::Empty)) {
            let window = painter.prepare("fleeting", PLACE, 0, false);
            painter.map(window);
            painter.conn.destroy_window(window).unwrap();
            painter.conn.flush().unwrap();
        }
    });
    for _ in 0..200 {
        let windows = desktop.x11.windows(SOON).await.unwrap();
        assert!(windows.iter().any(|window| window.title == "steady"));
    }
    drop(keep_going);
    restless.join().unwrap();
}

fn titles(windows: &[Window]) -> Vec<&str> {
    windows.iter().map(|window| window.title.as_str()).collect()
}
