//! Changing windows where the registry lags and accessibility carries out changes.

#![expect(clippy::expect_used, reason = "a fault in the script fails the test")]

mod support;

use std::sync::Arc;

use deskhand_engine::ports::{Chord, Key, Split, TopLevel, WindowChange};
use deskhand_engine::{ActOptions, Certainty, Changed, Mode, Session, WindowSelector};
use deskhand_model::{AppSelector, ErrorKind, Handle, Point, Rect, Size, Window, WindowId, Workspace};
use support::polled::{Polled, Views, top_of, voice};
use support::*;

const TO: Point = Point { x: 300, y: 40 };
const THERE: Rect = Rect::new(300, 40, 400, 300);

fn by_id(id: u64) -> WindowSelector {
    WindowSelector::Id(WindowId(id))
}

/// A desktop of one application with these windows.
fn desktop(windows: &[Window]) -> Arc<Polled> {
    let tops = windows.iter().map(top_of).collect();
    Polled::new(Split::HYBRID, windows.to_vec(), vec![voice(7, tops)])
}

fn element<'a>(views: &'a mut Views, element: &Handle) -> &'a mut TopLevel {
    views.app(7).windows.iter_mut().find(|top| top.handle == *element).expect("the element is there")
}

/// Moves and resizes as asked; the registry shows nothing of it.
fn obey(views: &mut Views, handle: &Handle, change: WindowChange) {
    let top = element(views, handle);
    let Some(bounds) = &mut top.bounds else { return };
    match change {
        WindowChange::Move(to) => (bounds.x, bounds.y) = (to.x, to.y),
        WindowChange::Resize(size) => (bounds.width, bounds.height) = (size.width, size.height),
        _ => {}
    }
}

async fn moved(desktop: &Arc<Polled>, id: u64) -> Changed {
    let answer = desktop.engine().change_window(&by_id(id), WindowChange::Move(TO), seconds(5)).await;
    answer.expect("what came of the move")
}

#[tokio::test(start_paused = true)]
async fn a_move_tells_the_place_that_the_registry_does_not_know_yet() {
    let desktop = desktop(&[window(1, "Notes", 7)]);
    desktop.on_change(obey);
    let changed = moved(&desktop, 1).await;
    assert_eq!((changed.view.window.client, changed.as_asked), (THERE, true));
    assert_eq!(changed.previous_id, None);
    assert_eq!(desktop.views().records[0].client, Rect::new(100, 100, 400, 300), "it lags");

    let engine = desktop.engine();
    let small = WindowChange::Resize(Size { width: 50, height: 40 });
    let resized = engine.change_window(&by_id(1), small, seconds(5)).await.unwrap();
    assert_eq!(resized.view.window.client, Rect::new(300, 40, 50, 40));
    assert_eq!(engine.window(&by_id(1), seconds(5)).await.unwrap().window, resized.view.window);
}

#[tokio::test(start_paused = true)]
async fn a_refused_move_tells_the_real_place() {
    let desktop = desktop(&[window(1, "Notes", 7)]);
    let changed = moved(&desktop, 1).await;
    assert_eq!((changed.view.window.client, changed.as_asked), (Rect::new(100, 100, 400, 300), false));
}

#[tokio::test(start_paused = true)]
async fn a_window_that_tells_no_place_is_believed_when_the_registry_could_catch_up() {
    let desktop = desktop(&[window(1, "Notes", 7)]);
    desktop.views().app(7).windows[0].bounds = None;
    desktop.views().app(7).windows[0].size = None;
    desktop.at(180, |views| views.record(1).client = THERE);
    let changed = moved(&desktop, 1).await;
    assert_eq!((changed.view.window.client, changed.as_asked), (THERE, true));
}

#[tokio::test(start_paused = true)]
async fn the_list_after_a_change_is_a_new_one() {
    let desktop = desktop(&[window(1, "Notes", 7)]);
    let engine = desktop.engine();
    desktop.on_change(|views, handle, change| {
        obey(views, handle, change);
        views.record(1).client = THERE;
    });
    engine.change_window(&by_id(1), WindowChange::Move(TO), seconds(5)).await.unwrap();
    assert_eq!(engine.windows(seconds(1)).await.unwrap()[0].client, THERE);
}

#[tokio::test(start_paused = true)]
async fn minimising_is_waited_for() {
    let desktop = desktop(&[window(1, "Notes", 7)]);
    desktop.on_change(|views, _, _| {
        // On its way it is only among the children.
        let leaving = views.app(7).windows.remove(0);
        views.app(7).orphans.push(leaving);
    });
    desktop.at(700, |views| {
        let mut icon = views.app(7).orphans.remove(0);
        icon.minimized = Some(true);
        views.app(7).windows.push(icon);
    });
    let changed =
        desktop.engine().change_window(&by_id(1), WindowChange::Minimize, seconds(5)).await.unwrap();
    assert!(changed.view.window.minimized && !changed.view.window.is_visible() && changed.as_asked);
    assert!((700..800).contains(&desktop.elapsed()), "took {} ms", desktop.elapsed());
}

#[tokio::test(start_paused = true)]
async fn minimising_that_does_not_come_is_an_error_after_two_seconds() {
    let desktop = desktop(&[window(1, "Notes", 7)]);
    let error =
        desktop.engine().change_window(&by_id(1), WindowChange::Minimize, seconds(9)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ActionFailed);
    assert!((2000..2300).contains(&desktop.elapsed()), "took {} ms", desktop.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_number_that_changed_in_a_move_is_told_with_the_one_before() {
    // The other window makes the single-window rule useless.
    let other = Window { client: Rect::new(5, 600, 90, 80), ..window(2, "Other", 7) };
    for told in [true, false] {
        let desktop = desktop(&[window(1, "Notes", 7), other.clone()]);
        desktop.on_change(move |views, handle, change| {
            obey(views, handle, change);
            element(views, handle).window = told.then_some(WindowId(5));
            *views.record(1) = Window { id: WindowId(5), client: THERE, ..window(1, "Notes", 7) };
        });
        let changed = moved(&desktop, 1).await;
        assert_eq!((changed.view.window.id, changed.previous_id), (WindowId(5), Some(WindowId(1))));
        let joined = changed.view.joined.unwrap();
        let certainty = if told { Certainty::Exact } else { Certainty::Sure };
        assert_eq!((joined.element.as_str(), joined.certainty), ("w1", certainty));
    }
}

#[tokio::test(start_paused = true)]
async fn an_old_number_is_followed_when_its_change_was_seen() {
    let other = Window { client: Rect::new(5, 600, 90, 80), ..window(2, "Other", 7) };
    let desktop = desktop(&[window(1, "Notes", 7), other]);
    let engine = desktop.engine();
    engine.window(&by_id(1), seconds(5)).await.unwrap();
    desktop.views().record(1).id = WindowId(5);
    tokio::time::advance(seconds(1)).await;

    assert_eq!(engine.window(&by_id(1), seconds(5)).await.unwrap().window.id, WindowId(5));
    desktop.on_change(obey);
    let changed = engine.change_window(&by_id(1), WindowChange::Move(TO), seconds(5)).await.unwrap();
    assert_eq!((changed.view.window.id, changed.previous_id), (WindowId(5), Some(WindowId(1))));
}

#[tokio::test(start_paused = true)]
async fn a_number_that_the_registry_does_not_list_yet_is_good_for_the_next_call() {
    let desktop = desktop(&[window(1, "Notes", 7)]);
    let engine = desktop.engine();
    let mut numbers = [5, 8].into_iter();
    desktop.on_change(move |views, handle, change| {
        obey(views, handle, change);
        element(views, handle).window = numbers.next().map(WindowId);
    });
    let moved = engine.change_window(&by_id(1), WindowChange::Move(TO), seconds(5)).await.unwrap();
    assert_eq!((moved.view.window.id, moved.previous_id), (WindowId(5), Some(WindowId(1))));
    assert_eq!(engine.window(&by_id(5), seconds(0)).await.unwrap().window, moved.view.window);

    let small = WindowChange::Resize(Size { width: 50, height: 40 });
    let resized = engine.change_window(&by_id(5), small, seconds(5)).await.unwrap();
    assert_eq!((resized.view.window.id, resized.previous_id), (WindowId(8), Some(WindowId(5))));
    assert_eq!((resized.view.window.client, resized.as_asked), (Rect::new(300, 40, 50, 40), true));

    // Whatever the registry does meanwhile: lists the first number still, or none of them.
    for listed in [true, false] {
        if !listed {
            desktop.views().records.clear();
            tokio::time::advance(seconds(1)).await;
        }
        for id in [1, 5, 8] {
            let view = engine.window(&by_id(id), seconds(0)).await.unwrap();
            assert_eq!(view.window, resized.view.window, "{id}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_number_that_the_registry_never_listed_ends_with_its_element() {
    let desktop = desktop(&[window(1, "Notes", 7)]);
    let engine = desktop.engine();
    desktop.on_change(|views, handle, _| element(views, handle).window = Some(WindowId(5)));
    engine.change_window(&by_id(1), WindowChange::Move(TO), seconds(5)).await.unwrap();
    desktop.views().app(7).windows.clear();
    let error = engine.window(&by_id(5), seconds(5)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WindowNotFound);
}

#[tokio::test(start_paused = true)]
async fn an_old_number_is_not_redirected_to_the_only_window_there_is() {
    let desktop = desktop(&[window(1, "Notes", 7)]);
    let engine = desktop.engine();
    engine.window(&by_id(1), seconds(5)).await.unwrap();
    let newcomer = window(2, "Notes", 7);
    desktop.views().app(7).windows = vec![top_of(&newcomer)];
    desktop.views().records = vec![newcomer];

    for id in [1, 99] {
        let change = WindowChange::Close;
        let error = engine.change_window(&by_id(id), change, seconds(1)).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::WindowNotFound, "{id}");
    }
    assert!(!desktop.calls().iter().any(|call| call.starts_with("change")), "{:?}", desktop.calls());
}

#[tokio::test(start_paused = true)]
async fn twins_that_cannot_be_told_apart_are_not_touched() {
    let desktop = desktop(&[window(1, "Same", 7), window(2, "Same", 7)]);
    let error = desktop.engine().change_window(&by_id(1), WindowChange::Close, seconds(1)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WindowAmbiguous);
    assert!(!desktop.calls().iter().any(|call| call.starts_with("change")), "{:?}", desktop.calls());
}

#[tokio::test(start_paused = true)]
async fn closing_is_done_when_neither_side_has_the_window() {
    let desktop = desktop(&[window(1, "Notes", 7)]);
    desktop.on_change(|views, _, _| views.app(7).windows.clear());
    desktop.at(300, |views| views.records.clear());
    let closed = desktop.engine().change_window(&by_id(1), WindowChange::Close, seconds(5)).await.unwrap();
    assert_eq!((closed.view.window.id, closed.as_asked), (WindowId(1), true));
    assert!((300..400).contains(&desktop.elapsed()), "took {} ms", desktop.elapsed());
}

#[tokio::test(start_paused = true)]
async fn closing_the_last_window_may_end_the_application() {
    let desktop = desktop(&[window(1, "Notes", 7)]);
    desktop.on_change(|views, _, _| {
        views.app(7).gone = true;
        views.records.clear();
    });
    let closed = desktop.engine().change_window(&by_id(1), WindowChange::Close, seconds(5)).await.unwrap();
    assert!(closed.as_asked);
}

#[tokio::test(start_paused = true)]
async fn a_window_that_was_sent_to_another_space_is_told_by_the_registry() {
    let desktop = desktop(&[window(1, "Notes", 7)]);
    desktop.on_change(|views, _, _| {
        views.app(7).windows.clear();
        views.record(1).workspace = Some(Workspace::Number(1));
    });
    let sent =
        desktop.engine().change_window(&by_id(1), WindowChange::Workspace(1), seconds(5)).await.unwrap();
    assert_eq!(sent.view.window.workspace, Some(Workspace::Number(1)));
}

#[tokio::test(start_paused = true)]
async fn a_window_is_maximised_when_it_fills_the_screen() {
    let desktop = desktop(&[window(1, "Notes", 7)]);
    desktop.on_change(|views, handle, change| {
        let filled = Rect::new(0, 24, 1280, 1000);
        let normal = Rect::new(100, 100, 400, 300);
        let bounds = if change == WindowChange::Maximize { filled } else { normal };
        element(views, handle).bounds = Some(bounds);
    });
    let engine = desktop.engine();
    let maximized = engine.change_window(&by_id(1), WindowChange::Maximize, seconds(5)).await.unwrap();
    assert_eq!(maximized.view.window.client.width, 1280);
    let restored = engine.change_window(&by_id(1), WindowChange::Restore, seconds(5)).await.unwrap();
    assert_eq!(restored.view.window.client.width, 400, "nothing tells that it was maximised");
}

#[tokio::test(start_paused = true)]
async fn real_input_takes_the_focus_through_accessibility_and_gives_it_back() {
    let other = focused(Window { client: Rect::new(5, 600, 90, 80), ..window(2, "Other", 8) });
    let notes = window(1, "Notes", 7);
    let apps = vec![voice(7, vec![top_of(&notes)]), voice(8, vec![top_of(&other)])];
    let desktop = Polled::new(Split::HYBRID, vec![other, notes], apps);
    desktop.on_change(|views, handle, _| {
        views.records.iter_mut().for_each(|record| record.focused = top_of(record).handle == *handle);
    });
    let keys = [Chord { modifiers: vec![], key: Key::Char('x') }];
    let options = ActOptions { mode: Mode::Focus, ..ActOptions::default() };
    let receipt = desktop.engine().keys(&AppSelector::Pid(7), &keys, &options).await.unwrap();
    assert!(receipt.focus.taken && receipt.focus.restored);
    let changes: Vec<String> =
        desktop.calls().into_iter().filter(|call| call.starts_with("change")).collect();
    assert_eq!(changes, ["change w1 Focus", "change w2 Focus"]);
}
