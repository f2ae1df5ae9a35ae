//! Following the list of windows.

use deskhand_engine::ports::{Compositor as _, Feed, RegistryFeed, RegistryState, Touch, WindowChange};
use deskhand_model::{ErrorKind, Point, Rect, Window, WindowId};
use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{ConfigureWindowAux, ConnectionExt as _, InputFocus};
use x11rb::wrapper::ConnectionExt as _;

use super::desktop::{Desktop, PATIENCE, SOON};
use super::painter::Painter;

const PLACE: Rect = Rect::new(200, 150, 300, 200);

/// Follows the windows of a desktop.
pub(crate) struct Follower(Box<dyn RegistryFeed>);

impl Follower {
    pub(crate) async fn of(desktop: &Desktop) -> Follower {
        let Feed::Live(feed) = desktop.x11.feed(SOON).await.unwrap() else {
            unreachable!("X11 tells of changes")
        };
        Follower(feed)
    }

    /// The next state; `None` when none comes.
    pub(crate) async fn wait(&mut self) -> Option<RegistryState> {
        Some(tokio::time::timeout(PATIENCE, self.0.next()).await.ok()?.unwrap())
    }

    /// The next state, which has to come.
    pub(crate) async fn next(&mut self) -> RegistryState {
        self.wait().await.expect("a state comes")
    }

    /// All states up to the first that is as `condition` wants it.
    pub(crate) async fn until(&mut self, condition: impl Fn(&[Window]) -> bool) -> Vec<RegistryState> {
        let mut states = Vec::new();
        loop {
            let state = self.next().await;
            let is_last = condition(&state.windows);
            states.push(state);
            if is_last {
                return states;
            }
        }
    }
}

fn titles(windows: &[Window]) -> Vec<&str> {
    windows.iter().map(|window| window.title.as_str()).collect()
}

fn find(windows: &[Window], id: WindowId) -> Option<&Window> {
    windows.iter().find(|window| window.id == id)
}

#[tokio::test]
async fn the_first_state_is_the_one_now_and_followers_do_not_disturb_each_other() {
    let desktop = Desktop::start();
    let painter = Painter::on(&desktop);
    painter.show("one", PLACE, 0);
    desktop.focused("one").await;
    let mut first = Follower::of(&desktop).await;
    let two = painter.show("two", PLACE, 0);
    let seen = first.until(|windows| find(windows, two).is_some_and(|two| two.focused)).await;
    assert_eq!(titles(&seen[0].windows), ["one"]);

    let mut second = Follower::of(&desktop).await;
    assert_eq!(*second.next().await.windows, desktop.x11.windows(SOON).await.unwrap());
    drop(first);
    painter.text(two.0 as u32, "_NET_WM_NAME", "UTF8_STRING", b"renamed");
    assert_eq!(titles(&second.next().await.windows), ["one", "renamed"]);
}

#[tokio::test]
async fn a_state_is_told_only_when_something_in_the_list_is_different() {
    let desktop = Desktop::without_manager();
    let painter = Painter::on(&desktop);
    let id = painter.show("steady", PLACE, 0);
    let mut follower = Follower::of(&desktop).await;
    follower.next().await;
    let window = id.0 as u32;
    painter.text(window, "_NET_WM_NAME", "UTF8_STRING", b"steady");
    painter.text(window, "WM_ICON_NAME", "STRING", b"never read");
    painter.conn.configure_window(window, &ConfigureWindowAux::new().x(PLACE.x)).unwrap();
    painter.prepare("never shown", PLACE, 0, false);
    painter.conn.sync().unwrap();
    desktop.x11.windows(SOON).await.unwrap();
    painter.text(window, "_NET_WM_NAME", "UTF8_STRING", b"different");
    assert_eq!(titles(&follower.next().await.windows), ["different"]);
}

#[tokio::test]
async fn without_a_window_manager_every_change_is_told_as_well() {
    let desktop = Desktop::without_manager();
    let painter = Painter::on(&desktop);
    let back = painter.show("back", PLACE, 0);
    let mut follower = Follower::of(&desktop).await;
    assert_eq!(titles(&follower.next().await.windows), ["back"]);

    let front = painter.show("front", PLACE, 0);
    assert_eq!(titles(&follower.next().await.windows), ["back", "front"]);
    let there = ConfigureWindowAux::new().x(5).y(6).width(70).height(80);
    painter.conn.configure_window(back.0 as u32, &there).unwrap();
    painter.conn.sync().unwrap();
    let state = follower.next().await;
    assert_eq!(find(&state.windows, back).unwrap().client, Rect::new(5, 6, 70, 80));

    painter.conn.set_input_focus(InputFocus::PARENT, front.0 as u32, x11rb::CURRENT_TIME).unwrap();
    painter.conn.sync().unwrap();
    assert!(find(&follower.next().await.windows, front).unwrap().focused);
    painter.conn.unmap_window(back.0 as u32).unwrap();
    painter.conn.sync().unwrap();
    assert_eq!(titles(&follower.next().await.windows), ["front"]);
    painter.conn.destroy_window(front.0 as u32).unwrap();
    painter.conn.sync().unwrap();
    assert_eq!(titles(&follower.next().await.windows), Vec::<&str>::new());
}

#[tokio::test]
async fn pop_ups_come_and_go() {
    let desktop = Desktop::start();
    let painter = Painter::on(&desktop);
    painter.show("owner", PLACE, 0);
    desktop.focused("owner").await;
    let mut follower = Follower::of(&desktop).await;
    follower.next().await;
    let menu = painter.prepare("menu", PLACE, 0, true);
    for _ in ["first", "again"] {
        painter.map(menu);
        // One that says what it is only when it is there to be seen.
        painter.atoms(menu, "_NET_WM_WINDOW_TYPE", &["_NET_WM_WINDOW_TYPE_POPUP_MENU"]);
        follower.until(|windows| titles(windows) == ["owner", "menu"]).await;
        painter.conn.unmap_window(menu).unwrap();
        painter.conn.sync().unwrap();
        assert_eq!(titles(&follower.next().await.windows), ["owner"]);
        let kind = painter.atom("_NET_WM_WINDOW_TYPE");
        painter.conn.delete_property(menu, kind).unwrap();
        painter.conn.sync().unwrap();
    }
}

#[tokio::test]
async fn a_window_that_is_gone_at_once_leaves_nothing_behind() {
    let desktop = Desktop::start();
    let painter = Painter::on(&desktop);
    painter.show("steady", PLACE, 0);
    desktop.focused("steady").await;
    let mut follower = Follower::of(&desktop).await;
    follower.next().await;
    for _ in 0..20 {
        let fleeting = painter.prepare("fleeting", PLACE, 0, false);
        painter.conn.map_window(fleeting).unwrap();
        painter.conn.destroy_window(fleeting).unwrap();
        painter.conn.sync().unwrap();
    }
    let last = painter.show("last", PLACE, 0);
    follower.until(|windows| find(windows, last).is_some_and(|last| last.focused)).await;
    assert_eq!(titles(&desktop.x11.windows(SOON).await.unwrap()), ["steady", "last"]);
}

#[tokio::test]
async fn changes_that_are_read_at_once_are_told_in_the_order_in_which_they_came() {
    let desktop = Desktop::start();
    let painter = Painter::on(&desktop);
    let marker = painter.show("marker", PLACE, 0);
    desktop.focused("marker").await;
    let other = painter.show("other", PLACE, 0);
    desktop.focused("other").await;
    let mut follower = Follower::of(&desktop).await;
    follower.next().await;
    let (name, kind) = (painter.atom("_NET_WM_NAME"), painter.atom("UTF8_STRING"));
    for round in 0..50 {
        let text = round.to_string();
        for window in [other, marker] {
            let mode = x11rb::protocol::xproto::PropMode::REPLACE;
            painter.conn.change_property8(mode, window.0 as u32, name, kind, text.as_bytes()).unwrap();
        }
        painter.conn.flush().unwrap();
        let states = follower.until(|windows| titles(windows) == [&text, &text]).await;
        let touched: Vec<Touch> = states.into_iter().flat_map(|state| state.touched).collect();
        assert_eq!(touched, [other, marker].map(Touch::Title));
    }
    // A new window, and then the marker.
    let new = painter.show("new", PLACE, 0);
    painter.text(marker.0 as u32, "_NET_WM_NAME", "UTF8_STRING", b"after");
    let is_over = |windows: &[Window]| {
        titles(windows).contains(&"after") && windows.iter().any(|w| w.id == new && w.focused)
    };
    let states = follower.until(is_over).await;
    let touched: Vec<Touch> = states.into_iter().flat_map(|state| state.touched).collect();
    assert!(touched.contains(&Touch::Window(new)) && touched.contains(&Touch::Focus), "{touched:?}");
}

#[tokio::test]
async fn a_title_that_changes_a_thousand_times_ends_as_the_last_one() {
    let desktop = Desktop::start();
    let painter = Painter::on(&desktop);
    let id = painter.show("0", PLACE, 0);
    desktop.focused("0").await;
    let mut follower = Follower::of(&desktop).await;
    let name = painter.atom("_NET_WM_NAME");
    let kind = painter.atom("UTF8_STRING");
    for number in 1..=1000 {
        let text = number.to_string();
        let mode = x11rb::protocol::xproto::PropMode::REPLACE;
        painter.conn.change_property8(mode, id.0 as u32, name, kind, text.as_bytes()).unwrap();
        painter.conn.flush().unwrap();
    }
    let states = follower.until(|windows| titles(windows) == ["1000"]).await;
    let numbers: Vec<u32> = states.iter().map(|state| state.windows[0].title.parse().unwrap()).collect();
    assert!(numbers.is_sorted_by(|one, next| one < next), "each at most once, in order: {numbers:?}");
}

#[tokio::test]
async fn who_falls_behind_gets_the_newest_state_and_is_told_that_some_are_missing() {
    let desktop = Desktop::without_manager();
    let painter = Painter::on(&desktop);
    let id = painter.show("0", PLACE, 0);
    let mut follower = Follower::of(&desktop).await;
    for number in 1..=400 {
        painter.text(id.0 as u32, "_NET_WM_NAME", "UTF8_STRING", number.to_string().as_bytes());
        desktop.x11.windows(SOON).await.unwrap();
    }
    let states = follower.until(|windows| titles(windows) == ["400"]).await;
    let (last, earlier) = states.split_last().unwrap();
    assert!(last.skipped && earlier.iter().all(|state| !state.skipped));
    for (number, state) in earlier.iter().enumerate() {
        assert_eq!(titles(&state.windows), [number.to_string()]);
    }
    painter.text(id.0 as u32, "_NET_WM_NAME", "UTF8_STRING", b"next");
    let next = follower.next().await;
    assert_eq!((titles(&next.windows), next.skipped), (vec!["next"], false));
}

#[tokio::test]
async fn two_hundred_windows_are_listed_and_followed() {
    let desktop = Desktop::start();
    let painter = Painter::on(&desktop);
    let ids: Vec<WindowId> = (0..200).map(|n| painter.show(&n.to_string(), PLACE, 0)).collect();
    desktop.windows_when("all of them", |windows| windows.len() == 200).await;
    let chosen = ids[77];
    let mut follower = Follower::of(&desktop).await;
    desktop.x11.change(chosen, WindowChange::Move(Point { x: 11, y: 22 }), SOON).await.unwrap();
    let is_there = |windows: &[Window]| {
        find(windows, chosen).is_some_and(|window| window.outer().origin() == Point { x: 11, y: 22 })
    };
    let states = follower.until(is_there).await;
    assert!(states.iter().all(|state| state.windows.len() == 200));
    painter.conn.destroy_window(chosen.0 as u32).unwrap();
    painter.conn.sync().unwrap();
    follower.until(|windows| windows.len() == 199).await;
}

#[tokio::test]
async fn a_server_that_ends_ends_the_feed_with_an_error() {
    let mut desktop = Desktop::without_manager();
    let mut follower = Follower::of(&desktop).await;
    follower.next().await;
    desktop.server.0.kill().unwrap();
    desktop.server.0.wait().unwrap();
    for _ in ["at once", "and from then on"] {
        let ended = tokio::time::timeout(PATIENCE, follower.0.next()).await.unwrap();
        assert_eq!(ended.unwrap_err().kind(), ErrorKind::DisplayUnavailable);
    }
}

#[tokio::test]
async fn a_caller_in_a_hurry_does_not_cost_followers_the_connection() {
    let desktop = Desktop::without_manager();
    let painter = Painter::on(&desktop);
    let mut follower = Follower::of(&desktop).await;
    follower.next().await;
    for _ in 0..20 {
        let _ = desktop.x11.windows(std::time::Duration::ZERO).await;
    }
    painter.show("still followed", PLACE, 0);
    assert_eq!(titles(&follower.next().await.windows), ["still followed"]);
}
