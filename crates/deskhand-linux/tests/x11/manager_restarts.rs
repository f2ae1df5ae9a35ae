//! Window managers that end and come back. The windows live on, and so must their records.

use deskhand_engine::ports::{Compositor as _, WindowChange};
use deskhand_model::{Point, Rect, Window, WindowId};
use rustix::process::Signal;

use super::desktop::{Desktop, SOON};
use super::feed::Follower;
use super::painter::Painter;

const PLACE: Rect = Rect::new(200, 150, 300, 200);

fn has_frames(windows: &[Window]) -> bool {
    windows.iter().all(|window| window.decoration.top > 0)
}

async fn three_windows(desktop: &Desktop, painter: &Painter) -> Vec<WindowId> {
    let mut ids = Vec::new();
    for title in ["one", "two", "minimised"] {
        ids.push(painter.show(title, PLACE, 0));
        desktop.focused(title).await;
    }
    desktop.x11.change(ids[2], WindowChange::Minimize, SOON).await.unwrap();
    assert!(desktop.window(ids[2]).await.minimized);
    ids
}

fn ids(windows: &[Window]) -> Vec<WindowId> {
    let mut ids: Vec<WindowId> = windows.iter().map(|window| window.id).collect();
    ids.sort_unstable();
    ids
}

async fn check_restart(signal: Signal) {
    let mut desktop = Desktop::start();
    let painter = Painter::on(&desktop);
    let all = three_windows(&desktop, &painter).await;
    let mut follower = Follower::of(&desktop).await;
    desktop.end_manager(signal);
    let without = follower.until(|windows| windows.iter().all(|window| window.decoration.top == 0)).await;
    let windows = desktop.x11.windows(SOON).await.unwrap();
    assert!(windows.iter().all(|window| window.is_visible() && window.workspace.is_none()), "{windows:#?}");

    desktop.start_manager();
    let with = follower.until(|windows| has_frames(windows) && windows.iter().any(|w| w.minimized)).await;
    for state in without.iter().chain(&with) {
        assert_eq!(ids(&state.windows), all, "a window that lives on is in every state");
    }
    painter.show("new", PLACE, 0);
    desktop.focused("new").await;
    follower.until(|windows| windows.len() == 4 && windows.iter().any(|window| window.focused)).await;
}

#[tokio::test]
async fn a_manager_that_is_killed_and_replaced_costs_no_window() {
    check_restart(Signal::KILL).await;
}

#[tokio::test]
async fn a_manager_that_ends_in_good_order_costs_no_window() {
    check_restart(Signal::TERM).await;
}

#[tokio::test]
async fn a_manager_that_is_sent_away_by_another_costs_no_window() {
    let mut desktop = Desktop::start();
    let painter = Painter::on(&desktop);
    let all = three_windows(&desktop, &painter).await;
    let mut follower = Follower::of(&desktop).await;
    let before = follower.next().await.windows;
    desktop.replace_manager();
    // The new one gives all windows new frames, one after the other; the last of it is a list that does not change.
    desktop.x11.change(all[0], WindowChange::Move(Point { x: 5, y: 6 }), SOON).await.unwrap();
    let moved =
        |windows: &[Window]| windows.iter().any(|window| window.outer().origin() == Point { x: 5, y: 6 });
    for state in follower.until(moved).await {
        assert_eq!(ids(&state.windows), all);
    }
    let after = desktop.x11.windows(SOON).await.unwrap();
    assert_eq!(after.iter().filter(|window| window.minimized).count(), 1, "{after:#?}");
    assert_eq!(ids(&after), ids(&before));
}

#[tokio::test]
async fn a_manager_that_starts_late_takes_over_the_windows_that_are_there() {
    let mut desktop = Desktop::without_manager();
    let painter = Painter::on(&desktop);
    let mut all = vec![painter.show("one", PLACE, 0), painter.show("two", PLACE, 0)];
    all.sort_unstable();
    let mut follower = Follower::of(&desktop).await;
    assert_eq!(ids(&desktop.x11.windows(SOON).await.unwrap()), all);
    desktop.start_manager();
    for state in follower.until(has_frames).await {
        assert_eq!(ids(&state.windows), all);
    }
    assert_eq!(ids(&desktop.x11.windows(SOON).await.unwrap()), all);
}

#[tokio::test]
async fn a_list_asked_for_at_any_moment_of_a_restart_has_every_window() {
    let mut desktop = Desktop::start();
    let painter = Painter::on(&desktop);
    let all = three_windows(&desktop, &painter).await;
    let x11 = deskhand_linux::X11::new(&desktop.env);
    assert_eq!(ids(&x11.windows(SOON).await.unwrap()), all);
    let restart = std::thread::spawn(move || {
        desktop.end_manager(Signal::KILL);
        desktop.start_manager();
        desktop
    });
    while !restart.is_finished() {
        assert_eq!(ids(&x11.windows(SOON).await.unwrap()), all);
    }
    let _desktop = restart.join().unwrap();
    assert_eq!(ids(&x11.windows(SOON).await.unwrap()), all);
}
