//! Observations of a desktop that tells of every change.

mod support;

use std::sync::Arc;

use deskhand_engine::{Observation, ObservationState, Observe, Observed, Session, WindowEventKind};
use deskhand_model::{Error, ErrorKind, Window};
use support::feed::{observe, read, told_desktop};
use support::*;

fn moved(window: Window, x: i32) -> Window {
    let client = deskhand_model::Rect { x, ..window.client };
    Window { client, ..window }
}

fn notes() -> Window {
    window(1, "Notes", 7)
}

fn other() -> Window {
    window(2, "Other", 8)
}

#[tokio::test(start_paused = true)]
async fn every_change_is_told_once_and_in_order() {
    let (engine, desktop) = told_desktop();
    desktop.state(&[notes()]);
    let observation = observe(&engine, Observe::default()).await;
    let mut reader = observation.reader();
    assert_eq!(read(&mut reader, 1).await, ["[1]@0"]);

    desktop.state(&[notes(), focused(other())]);
    desktop.state(&[moved(notes(), 5), focused(other())]);
    desktop.state(&[moved(notes(), 5), focused(other())]);
    desktop.state(&[Window { minimized: true, ..moved(notes(), 6) }, focused(other())]);
    desktop.state(&[focused(other())]);
    assert_eq!(
        read(&mut reader, 6).await,
        ["1 created 2", "2 focused 2", "3 moved 1", "4 minimized 1", "5 moved 1", "6 destroyed 1"]
    );
}

#[tokio::test(start_paused = true)]
async fn an_event_shows_the_window_after_it() {
    let (engine, desktop) = told_desktop();
    desktop.state(&[notes()]);
    let observation = observe(&engine, Observe::default()).await;
    desktop.state(&[moved(notes(), 5)]);
    desktop.state(&[moved(notes(), 6)]);
    let mut reader = observation.reader();
    let mut places = Vec::new();
    while places.len() < 3 {
        match reader.next().await.unwrap().unwrap() {
            Observed::Snapshot(snapshot) => places.push(snapshot.windows[0].client.x),
            Observed::Event(event) => places.push(event.window.client.x),
            gap => panic!("{gap:?}"),
        }
    }
    assert_eq!(places, [100, 5, 6]);
}

#[tokio::test(start_paused = true)]
async fn two_readers_get_the_same_at_their_own_pace() {
    let (engine, desktop) = told_desktop();
    desktop.state(&[notes()]);
    let observation = observe(&engine, Observe::default()).await;
    let (mut one, mut two) = (observation.reader(), observation.reader());
    desktop.state(&[moved(notes(), 5)]);
    assert_eq!(read(&mut one, 2).await, ["[1]@0", "1 moved 1"]);
    desktop.state(&[moved(notes(), 6)]);
    assert_eq!(read(&mut one, 1).await, ["2 moved 1"]);
    assert_eq!(read(&mut two, 3).await, ["[1]@0", "1 moved 1", "2 moved 1"]);
}

#[tokio::test(start_paused = true)]
async fn a_slow_reader_gets_a_gap_with_the_windows_after_it_and_goes_on() {
    let (engine, desktop) = told_desktop();
    desktop.state(&[notes()]);
    let observation = observe(&engine, Observe { keep: 2, ..Observe::default() }).await;
    let (mut quick, mut slow) = (observation.reader(), observation.reader());
    assert_eq!(read(&mut slow, 1).await, ["[1]@0"]);
    assert_eq!(read(&mut quick, 1).await, ["[1]@0"]);
    for x in 1..=4 {
        desktop.state(&[moved(notes(), x)]);
        assert_eq!(read(&mut quick, 1).await, [format!("{x} moved 1")]);
    }

    assert_eq!(read(&mut slow, 1).await, ["gap 1-4"]);
    let Some(Ok(Observed::Snapshot(snapshot))) = slow.next().await else {
        panic!("no snapshot after the gap")
    };
    assert_eq!((snapshot.as_of, snapshot.windows[0].client.x), (4, 4));
    desktop.state(&[moved(notes(), 9)]);
    assert_eq!(read(&mut slow, 1).await, ["5 moved 1"]);
}

#[tokio::test(start_paused = true)]
async fn a_late_reader_gets_what_is_kept() {
    let (engine, desktop) = told_desktop();
    desktop.state(&[notes()]);
    let observation = observe(&engine, Observe { keep: 2, ..Observe::default() }).await;
    let mut first = observation.reader();
    desktop.state(&[moved(notes(), 1)]);
    desktop.state(&[moved(notes(), 2)]);
    assert_eq!(read(&mut first, 3).await, ["[1]@0", "1 moved 1", "2 moved 1"]);
    assert_eq!(read(&mut observation.reader(), 3).await, ["[1]@0", "1 moved 1", "2 moved 1"]);

    desktop.state(&[moved(notes(), 3)]);
    assert_eq!(read(&mut first, 1).await, ["3 moved 1"]);
    assert_eq!(read(&mut observation.reader(), 2).await, ["gap 1-3", "[1]@3"]);
}

#[tokio::test(start_paused = true)]
async fn what_the_window_system_left_out_is_a_gap_for_every_reader() {
    let (engine, desktop) = told_desktop();
    desktop.state(&[notes()]);
    let observation = observe(&engine, Observe::default()).await;
    let (mut one, mut two) = (observation.reader(), observation.reader());
    desktop.skip_to(&[other()]);
    assert_eq!(read(&mut one, 3).await, ["[1]@0", "gap 1-1", "[2]@1"]);
    assert_eq!(read(&mut two, 3).await, ["[1]@0", "gap 1-1", "[2]@1"]);
    desktop.state(&[moved(other(), 5)]);
    assert_eq!(read(&mut one, 1).await, ["2 moved 2"]);
}

#[tokio::test(start_paused = true)]
async fn only_what_was_asked_for_is_told_and_counted() {
    let (engine, desktop) = told_desktop();
    desktop.state(&[notes(), other()]);
    let kinds = vec![WindowEventKind::Moved, WindowEventKind::Destroyed];
    let observation = observe(&engine, Observe { pid: Some(7), kinds, keep: 8 }).await;
    let mut reader = observation.reader();
    desktop.state(&[notes(), moved(other(), 5)]);
    desktop.state(&[focused(notes()), moved(other(), 5)]);
    desktop.state(&[focused(moved(notes(), 6)), moved(other(), 5)]);
    desktop.state(&[moved(other(), 5)]);
    assert_eq!(read(&mut reader, 3).await, ["[1]@0", "1 moved 1", "2 destroyed 1"]);
}

#[tokio::test(start_paused = true)]
async fn it_is_complete_when_the_process_has_ended_and_its_windows_were_told_gone() {
    let (engine, desktop) = told_desktop();
    desktop.state(&[notes(), other()]);
    let observation = observe(&engine, Observe { pid: Some(7), ..Observe::default() }).await;
    let mut reader = observation.reader();
    desktop.end_processes();
    desktop.state(&[moved(notes(), 5), other()]);
    assert_eq!(read(&mut reader, 2).await, ["[1]@0", "1 moved 1"]);
    assert!(matches!(observation.state(), ObservationState::Active), "its window is still there");

    desktop.state(&[other()]);
    assert_eq!(read(&mut reader, 3).await, ["2 destroyed 1", "end", "end"]);
    assert!(matches!(observation.state(), ObservationState::Completed));
    desktop.dropped().await;
}

#[tokio::test(start_paused = true)]
async fn what_a_process_did_last_is_told_before_its_end() {
    let (engine, desktop) = told_desktop();
    desktop.state(&[other()]);
    let observation = observe(&engine, Observe { pid: Some(7), ..Observe::default() }).await;
    desktop.state(&[other(), notes()]);
    desktop.state(&[other()]);
    desktop.end_processes();
    assert_eq!(read(&mut observation.reader(), 4).await, ["[]@0", "1 created 1", "2 destroyed 1", "end"]);
}

#[tokio::test(start_paused = true)]
async fn a_process_that_does_not_exist_cannot_be_observed() {
    let (engine, desktop) = told_desktop();
    desktop.end_processes();
    let error =
        engine.observe(&Observe { pid: Some(7), ..Observe::default() }, seconds(1)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AppNotFound);
    assert!(error.message().contains("pid 7"), "{error}");
}

#[tokio::test(start_paused = true)]
async fn no_display_at_the_start_is_an_error_and_later_a_failure() {
    let no_display = || Error::new(ErrorKind::DisplayUnavailable, "The display is gone");
    let (engine, desktop) = told_desktop();
    desktop.fail(no_display());
    let error = engine.observe(&Observe::default(), seconds(1)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DisplayUnavailable);

    let (engine, desktop) = told_desktop();
    desktop.state(&[notes()]);
    let observation = observe(&engine, Observe::default()).await;
    desktop.state(&[moved(notes(), 5)]);
    desktop.fail(no_display());
    let told = read(&mut observation.reader(), 4).await;
    assert_eq!(told, ["[1]@0", "1 moved 1", "failed: display_unavailable", "end"]);
    assert!(matches!(observation.state(), ObservationState::Failed(_)));
}

#[tokio::test(start_paused = true)]
async fn a_window_system_that_tells_nothing_is_a_timeout() {
    let (engine, _desktop) = told_desktop();
    let error = engine.observe(&Observe::default(), seconds(1)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout);
}

#[tokio::test(start_paused = true)]
async fn dropping_the_last_clone_ends_it() {
    let (engine, desktop) = told_desktop();
    desktop.state(&[notes()]);
    let observation = observe(&engine, Observe::default()).await;
    let clone = observation.clone();
    let mut reader = observation.reader();
    drop(observation);
    desktop.state(&[moved(notes(), 5)]);
    assert_eq!(read(&mut reader, 2).await, ["[1]@0", "1 moved 1"]);

    drop(clone);
    desktop.dropped().await;
    assert_eq!(read(&mut reader, 1).await, ["end"]);
}

#[tokio::test(start_paused = true)]
async fn an_observation_needs_no_engine_once_it_has_started() {
    let (engine, desktop) = told_desktop();
    desktop.state(&[notes()]);
    let observation = Arc::new(observe(&engine, Observe::default()).await);
    drop(engine);
    desktop.state(&[]);
    let told = tokio::spawn(async move { read(&mut Observation::reader(&observation), 2).await });
    assert_eq!(told.await.unwrap(), ["[1]@0", "1 destroyed 1"]);
}
