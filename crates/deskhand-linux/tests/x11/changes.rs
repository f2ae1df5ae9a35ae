//! What has become of a change when the call returns.

use std::time::Instant;

use deskhand_engine::ports::{Compositor as _, WindowChange};
use deskhand_model::{ErrorKind, Point, Rect, Size, Window, WindowId, Workspace};
use rustix::process::Signal;
use x11rb::connection::Connection as _;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ChangeWindowAttributesAux, ConnectionExt as _, CreateWindowAux, EventMask, InputFocus,
    WindowClass,
};
use x11rb::wrapper::ConnectionExt as _;

use super::desktop::{Desktop, PATIENCE, SOON};
use super::painter::Painter;
use super::recorder::Recorder;

const PLACE: Rect = Rect::new(200, 150, 300, 200);

/// Changes a window; it is then as an independent look sees it. Hands out how it is.
async fn changed(desktop: &Desktop, recorder: &Recorder, id: WindowId, change: WindowChange) -> Window {
    desktop.x11.change(id, change, SOON).await.unwrap();
    let now = desktop.window(id).await;
    let sight = &recorder.look()[&id.0];
    assert_eq!(now.client, sight.client, "{change:?}");
    assert_eq!(now.minimized, sight.minimized, "{change:?}");
    assert_eq!(now.is_visible(), sight.visible, "{change:?}");
    assert_eq!(now.focused, sight.focused, "{change:?}");
    now
}

#[tokio::test]
async fn every_change_shows_in_the_list_when_the_call_returns() {
    let desktop = Desktop::start();
    let recorder = Recorder::on(&desktop);
    recorder.painter.show("other", PLACE, 0);
    desktop.focused("other").await;
    let id = recorder.painter.show("target", PLACE, 0);
    let before = desktop.focused("target").await;
    for round in 0..3 {
        let to = Point { x: 40 + round, y: 50 };
        let size = Size { width: 400, height: 300 + round as u32 };
        let window = changed(&desktop, &recorder, id, WindowChange::Move(to)).await;
        assert_eq!(window.outer().origin(), to);
        let window = changed(&desktop, &recorder, id, WindowChange::Resize(size)).await;
        assert_eq!(window.content().size(), size);
        assert!(changed(&desktop, &recorder, id, WindowChange::Minimize).await.minimized);
        assert!(changed(&desktop, &recorder, id, WindowChange::Restore).await.is_visible());
        let window = changed(&desktop, &recorder, id, WindowChange::Maximize).await;
        assert_eq!(window.outer(), Rect::new(0, 0, 1280, 1024));
        changed(&desktop, &recorder, id, WindowChange::Restore).await;
        let window = changed(&desktop, &recorder, id, WindowChange::Fullscreen).await;
        assert_eq!(window.client, Rect::new(0, 0, 1280, 1024));
        let window = changed(&desktop, &recorder, id, WindowChange::Restore).await;
        assert_eq!((window.outer().origin(), window.content().size()), (to, size));
        assert!(changed(&desktop, &recorder, id, WindowChange::Workspace(1)).await.hidden);
        assert!(changed(&desktop, &recorder, id, WindowChange::Focus).await.focused);
        changed(&desktop, &recorder, id, WindowChange::Workspace(0)).await;
        desktop.x11.show_workspace(0, SOON).await.unwrap();
        assert!(desktop.window(id).await.is_visible());
    }
    assert_eq!(desktop.window(id).await.decoration, before.decoration);
}

#[tokio::test]
async fn a_window_on_another_workspace_is_minimised_and_restored_there() {
    let desktop = Desktop::start();
    let recorder = Recorder::on(&desktop);
    let id = recorder.painter.show("away", PLACE, 0);
    desktop.focused("away").await;
    changed(&desktop, &recorder, id, WindowChange::Workspace(1)).await;
    let now = changed(&desktop, &recorder, id, WindowChange::Minimize).await;
    assert!(now.minimized && now.hidden);
    let now = changed(&desktop, &recorder, id, WindowChange::Restore).await;
    assert_eq!((now.minimized, now.workspace), (false, Some(Workspace::Number(1))));
    assert_eq!(desktop.x11.workspaces(SOON).await.unwrap().current, 0);
}

#[tokio::test]
async fn a_window_that_takes_the_keyboard_late_does_not_get_it_from_the_one_that_was_meant() {
    let desktop = Desktop::start();
    let recorder = Recorder::on(&desktop);
    let meant = recorder.painter.show("meant", PLACE, 0);
    desktop.focused("meant").await;
    let late = Painter::on(&desktop);
    let window = late.prepare("late", PLACE, 0, false);
    late.atoms(window, "WM_PROTOCOLS", &["WM_TAKE_FOCUS"]);
    let id = late.map(window);
    desktop.focused("late").await;
    let taking = std::thread::spawn(move || take_focus_after(&late, meant));
    for _ in 0..5 {
        desktop.x11.change(id, WindowChange::Focus, SOON).await.unwrap();
        desktop.x11.show_workspace(1, SOON).await.unwrap();
        let now = changed(&desktop, &recorder, meant, WindowChange::Focus).await;
        assert!(now.focused && now.is_visible());
    }
    desktop.x11.change(id, WindowChange::ForceClose, SOON).await.unwrap();
    taking.join().unwrap();
}

/// Takes the keyboard whenever it is offered, but only once the other window has it. Ends with its connection.
fn take_focus_after(late: &Painter, other: WindowId) {
    let take = late.atom("WM_TAKE_FOCUS");
    while let Ok(event) = late.conn.wait_for_event() {
        let Event::ClientMessage(message) = event else { continue };
        let [protocol, time, ..] = message.data.as_data32();
        let patience = Instant::now() + PATIENCE / 100;
        let has_it = || late.conn.get_input_focus().ok()?.reply().ok().map(|reply| reply.focus);
        while protocol == take && has_it() != Some(other.0 as u32) && Instant::now() < patience {}
        let _ = late.conn.set_input_focus(InputFocus::PARENT, message.window, time);
        let _ = late.conn.flush();
    }
}

#[tokio::test]
async fn a_window_that_is_moved_while_it_is_being_restored_ends_up_where_it_was_sent() {
    let desktop = Desktop::start();
    let recorder = Recorder::on(&desktop);
    let id = recorder.painter.show("flying", PLACE, 0);
    desktop.focused("flying").await;
    for round in 0..5 {
        let window = id.0 as u32;
        recorder.request(window, "WM_CHANGE_STATE", [3, 0, 0, 0, 0]);
        recorder.request(window, "WM_CHANGE_STATE", [1, 0, 0, 0, 0]);
        let to = Point { x: 100 + 10 * round, y: 200 };
        let now = changed(&desktop, &recorder, id, WindowChange::Move(to)).await;
        assert_eq!(now.outer().origin(), to);
    }
}

#[tokio::test]
async fn a_window_stays_where_it_is_whatever_its_place_is_told_by() {
    let desktop = Desktop::start();
    let recorder = Recorder::on(&desktop);
    for (gravity, title) in [(1, "north west"), (10, "static"), (5, "centre")] {
        let window = recorder.painter.prepare(title, PLACE, 0, false);
        let mut hints = [0; 18];
        (hints[0], hints[17]) = (0b11 | 1 << 9, gravity);
        hints[1..5].copy_from_slice(&[PLACE.x as u32, PLACE.y as u32, PLACE.width, PLACE.height]);
        recorder.painter.numbers(window, "WM_NORMAL_HINTS", AtomEnum::WM_SIZE_HINTS.into(), &hints);
        let id = recorder.painter.map(window);
        let corner = desktop.focused(title).await.outer().origin();
        let size = Size { width: 320, height: 220 };
        let now = changed(&desktop, &recorder, id, WindowChange::Resize(size)).await;
        if gravity != 5 {
            assert_eq!(now.outer().origin(), corner, "{title}: a new size is no new place");
        }
        let to = Point { x: 60, y: 70 };
        let now = changed(&desktop, &recorder, id, WindowChange::Move(to)).await;
        assert_eq!(now.outer().origin(), to, "{title}");
        for change in [WindowChange::Minimize, WindowChange::Restore, WindowChange::Fullscreen] {
            changed(&desktop, &recorder, id, change).await;
        }
        let now = changed(&desktop, &recorder, id, WindowChange::Restore).await;
        if gravity != 5 {
            assert_eq!(now.outer().origin(), to, "{title}: it comes back to where it was");
        }
    }
}

#[tokio::test]
async fn a_window_that_refuses_tells_its_real_place() {
    let desktop = Desktop::start();
    let recorder = Recorder::on(&desktop);
    let painter = &recorder.painter;
    let fixed = painter.prepare("fixed", PLACE, 0, false);
    // Smallest and largest size are the same.
    let (width, height) = (PLACE.width, PLACE.height);
    let hints = [0b11_0000 | 0b11, 0, 0, width, height, width, height, width, height];
    let hints: Vec<u32> = hints.into_iter().chain([0; 9]).collect();
    painter.numbers(fixed, "WM_NORMAL_HINTS", AtomEnum::WM_SIZE_HINTS.into(), &hints);
    let id = painter.map(fixed);
    desktop.focused("fixed").await;
    let wish = WindowChange::Resize(Size { width: 500, height: 400 });
    assert_eq!(changed(&desktop, &recorder, id, wish).await.client.size(), PLACE.size());

    let id = painter.show("reachable", PLACE, 0);
    desktop.focused("reachable").await;
    let far = Point { x: 5000, y: 5000 };
    let now = changed(&desktop, &recorder, id, WindowChange::Move(far)).await;
    assert_ne!(now.outer().origin(), far, "openbox keeps windows within reach");
    let huge = Size { width: 30_000, height: 30_000 };
    changed(&desktop, &recorder, id, WindowChange::Resize(huge)).await;
    let tiny = Size { width: 1, height: 1 };
    changed(&desktop, &recorder, id, WindowChange::Resize(tiny)).await;

    changed(&desktop, &recorder, id, WindowChange::Fullscreen).await;
    let now = changed(&desktop, &recorder, id, WindowChange::Move(Point { x: 50, y: 60 })).await;
    assert_eq!(now.client, Rect::new(0, 0, 1280, 1024));
}

#[tokio::test]
async fn what_another_client_did_before_the_call_is_in_the_list() {
    let desktop = Desktop::start();
    let recorder = Recorder::on(&desktop);
    let id = recorder.painter.show("0", PLACE, 0);
    desktop.focused("0").await;
    for number in 1..=50 {
        let title = number.to_string();
        recorder.painter.text(id.0 as u32, "_NET_WM_NAME", "UTF8_STRING", title.as_bytes());
        assert_eq!(desktop.window(id).await.title, title);
        recorder.request(id.0 as u32, "_NET_MOVERESIZE_WINDOW", [10 | 0x2300, 100 + number, 100, 0, 0]);
        recorder.barrier();
        assert_eq!(desktop.window(id).await.client.x, 100 + number as i32);
    }
}

#[tokio::test]
async fn force_close_takes_away_an_application_that_does_not_listen() {
    let desktop = Desktop::start();
    let bystander = Painter::on(&desktop);
    bystander.show("bystander", PLACE, 0);
    let deaf = Painter::on(&desktop);
    let window = deaf.prepare("deaf", PLACE, 0, false);
    deaf.atoms(window, "WM_PROTOCOLS", &["WM_DELETE_WINDOW"]);
    let id = deaf.map(window);
    desktop.shown("deaf").await;
    desktop.x11.change(id, WindowChange::Close, SOON).await.unwrap();
    assert!(deaf.conn.sync().is_ok(), "a request to close is only a request");
    desktop.x11.change(id, WindowChange::ForceClose, SOON).await.unwrap();
    let windows = desktop.x11.windows(SOON).await.unwrap();
    assert_eq!(windows.iter().map(|window| window.title.as_str()).collect::<Vec<_>>(), ["bystander"]);
    assert!(deaf.conn.sync().is_err(), "its connection is cut");
    assert!(bystander.conn.sync().is_ok());
}

#[tokio::test]
async fn only_windows_in_the_list_are_ever_touched() {
    let desktop = Desktop::start();
    let painter = Painter::on(&desktop);
    let id = painter.show("outer", PLACE, 0);
    desktop.shown("outer").await;
    let inner = painter.conn.generate_id().unwrap();
    let aux = CreateWindowAux::new();
    let class = WindowClass::INPUT_OUTPUT;
    painter.conn.create_window(0, inner, id.0 as u32, 1, 2, 30, 40, 0, class, 0, &aux).unwrap();
    painter.conn.map_window(inner).unwrap();
    painter.conn.sync().unwrap();
    let frame = painter.conn.query_tree(id.0 as u32).unwrap().reply().unwrap().parent;
    let hidden = painter.prepare("never shown", PLACE, 0, false);
    for window in [inner, frame, hidden, painter.root(), 0] {
        for change in [
            WindowChange::Move(Point { x: 9, y: 9 }),
            WindowChange::Resize(Size { width: 9, height: 9 }),
            WindowChange::Minimize,
            WindowChange::Close,
            WindowChange::ForceClose,
        ] {
            let error = desktop.x11.change(WindowId(window.into()), change, SOON).await.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::WindowNotFound, "{window:#x} {change:?}");
        }
    }
    let geometry = painter.conn.get_geometry(inner).unwrap().reply().unwrap();
    assert_eq!((geometry.x, geometry.y, geometry.width, geometry.height), (1, 2, 30, 40));
    assert!(desktop.window(id).await.is_visible());
}

#[tokio::test]
async fn a_manager_that_hangs_holds_nobody_up_for_ever_and_goes_on_afterwards() {
    let desktop = Desktop::start();
    let painter = Painter::on(&desktop);
    let id = painter.show("patient", PLACE, 0);
    desktop.focused("patient").await;
    desktop.signal_manager(Signal::STOP);
    let to = Point { x: 30, y: 40 };
    desktop.x11.change(id, WindowChange::Move(to), SOON).await.unwrap();
    assert_ne!(desktop.window(id).await.outer().origin(), to);
    desktop.signal_manager(Signal::CONT);
    desktop.window_when("patient", |window| window.outer().origin() == to).await;
    let back = Point { x: 60, y: 70 };
    desktop.x11.change(id, WindowChange::Move(back), SOON).await.unwrap();
    assert_eq!(desktop.window(id).await.outer().origin(), back);
}

#[tokio::test]
async fn a_manager_that_cannot_be_asked_is_given_a_moment() {
    let desktop = Desktop::without_manager();
    let painter = Painter::on(&desktop);
    let id = painter.show("managed", PLACE, 0);
    let manager = std::thread::spawn(mute_manager(&desktop, id));
    desktop.windows_when("a manager", |windows| windows.iter().any(|window| window.focused)).await;
    assert!(desktop.x11.has_window_manager(SOON).await.unwrap());
    let to = Point { x: 30, y: 40 };
    desktop.x11.change(id, WindowChange::Move(to), SOON).await.unwrap();
    assert_eq!(desktop.window(id).await.client.origin(), to);
    // This one it does not follow at all.
    desktop.x11.change(id, WindowChange::Minimize, SOON).await.unwrap();
    assert!(!desktop.window(id).await.minimized);
    desktop.x11.change(id, WindowChange::ForceClose, SOON).await.unwrap();
    manager.join().unwrap();
}

/// A manager of one window that moves it and does nothing else. It ends with the window.
fn mute_manager(desktop: &Desktop, id: WindowId) -> impl FnOnce() + Send + 'static {
    let painter = Painter::on(desktop);
    let root = painter.root();
    let watch = |window, mask| {
        let aux = ChangeWindowAttributesAux::new().event_mask(mask);
        painter.conn.change_window_attributes(window, &aux).unwrap().check().unwrap();
    };
    watch(root, EventMask::SUBSTRUCTURE_REDIRECT);
    watch(id.0 as u32, EventMask::STRUCTURE_NOTIFY);
    let check = painter.prepare("check", PLACE, 0, true);
    let window = AtomEnum::WINDOW.into();
    let client = id.0 as u32;
    painter.numbers(root, "_NET_CLIENT_LIST", window, &[client]);
    painter.numbers(root, "_NET_ACTIVE_WINDOW", window, &[client]);
    painter.numbers(check, "_NET_SUPPORTING_WM_CHECK", window, &[check]);
    painter.numbers(root, "_NET_SUPPORTING_WM_CHECK", window, &[check]);
    let move_resize = painter.atom("_NET_MOVERESIZE_WINDOW");
    move || {
        use x11rb::protocol::xproto::ConfigureWindowAux;
        loop {
            match painter.conn.wait_for_event().unwrap() {
                Event::ClientMessage(message) if message.type_ == move_resize => {
                    let [_, x, y, ..] = message.data.as_data32();
                    let aux = ConfigureWindowAux::new().x(x as i32).y(y as i32);
                    painter.conn.configure_window(client, &aux).unwrap();
                    painter.conn.flush().unwrap();
                }
                Event::DestroyNotify(_) => return,
                _ => {}
            }
        }
    }
}

#[tokio::test]
async fn places_and_sizes_that_x11_has_no_numbers_for_are_refused_untouched() {
    let desktop = Desktop::start();
    let painter = Painter::on(&desktop);
    let id = painter.show("target", PLACE, 0);
    let before = desktop.focused("target").await;
    for change in [
        WindowChange::Move(Point { x: 40_000, y: 50 }),
        WindowChange::Move(Point { x: 50, y: -40_000 }),
        WindowChange::Resize(Size { width: 40_000, height: 50 }),
    ] {
        let error = desktop.x11.change(id, change, SOON).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{error:?}");
    }
    assert_eq!(desktop.window(id).await, before);
}
