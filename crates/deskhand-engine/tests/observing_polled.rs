//! Observations of a desktop that tells of no changes.

mod support;

use deskhand_engine::ports::Split;
use deskhand_engine::{ObservationState, Observe, Session};
use deskhand_model::{ErrorKind, Rect, Window, WindowId};
use support::feed::{observe, read};
use support::polled::{Polled, top_of, voice};
use support::*;

const NOTES: u32 = 7;
const OTHER: u32 = 8;

fn notes() -> Window {
    window(1, "Notes", NOTES)
}

fn other() -> Window {
    window(2, "Other", OTHER)
}

/// A desktop of two applications with a window each, where accessibility knows best.
fn hybrid() -> std::sync::Arc<Polled> {
    let apps = vec![voice(NOTES, vec![top_of(&notes())]), voice(OTHER, vec![top_of(&other())])];
    Polled::new(Split::HYBRID, vec![notes(), other()], apps)
}

fn shift(rect: &mut Rect) {
    rect.x += 50;
}

#[tokio::test(start_paused = true)]
async fn a_true_registry_is_looked_at_again_and_again_and_nobody_else_is_asked() {
    let desktop = Polled::new(Split::REGISTRY, vec![notes()], vec![voice(NOTES, vec![top_of(&notes())])]);
    desktop.at(200, |views| shift(&mut views.record(1).client));
    desktop.at(400, |views| views.records.push(other()));
    desktop.at(600, |views| views.records.clear());
    let observation = observe(&desktop.engine(), Observe::default()).await;
    let told = read(&mut observation.reader(), 5).await;
    assert_eq!(told, ["[1]@0", "1 moved 1", "2 created 2", "3 destroyed 1", "4 destroyed 2"]);
    assert_eq!(desktop.calls(), [""; 0]);
}

#[tokio::test(start_paused = true)]
async fn accessibility_is_believed_before_the_registry_has_caught_up() {
    let desktop = hybrid();
    desktop.at(500, |views| shift(views.app(NOTES).windows[0].bounds.as_mut().unwrap()));
    desktop.at(580, |views| shift(&mut views.record(1).client));
    desktop.at(900, |views| views.records.clear());
    let observation = observe(&desktop.engine(), Observe::default()).await;
    let mut reader = observation.reader();
    assert_eq!(read(&mut reader, 2).await, ["[1, 2]@0", "1 moved 1"]);
    assert!((500..580).contains(&desktop.elapsed()), "{}", desktop.elapsed());
    assert_eq!(read(&mut reader, 2).await, ["2 destroyed 1", "3 destroyed 2"]);
}

#[tokio::test(start_paused = true)]
async fn a_window_that_leaves_the_list_while_it_is_minimised_is_rescued_from_the_children() {
    let desktop = hybrid();
    desktop.at(500, |views| {
        let voice = views.app(NOTES);
        voice.orphans = std::mem::take(&mut voice.windows);
    });
    desktop.at(700, |views| views.app(NOTES).orphans[0].minimized = Some(true));
    desktop.at(900, |views| {
        let voice = views.app(NOTES);
        voice.windows = std::mem::take(&mut voice.orphans);
    });
    desktop.at(1200, |views| views.app(OTHER).windows[0].minimized = Some(true));
    let observation = observe(&desktop.engine(), Observe::default()).await;
    let told = read(&mut observation.reader(), 3).await;
    assert_eq!(told, ["[1, 2]@0", "1 minimized 1", "2 minimized 2"]);
    assert!(desktop.calls().contains(&format!("Children of {NOTES}")));
    assert!(!desktop.calls().contains(&format!("Children of {OTHER}")));
}

#[tokio::test(start_paused = true)]
async fn an_orphan_at_the_start_is_found_too() {
    let desktop = hybrid();
    {
        let mut views = desktop.views();
        let voice = views.app(NOTES);
        voice.windows[0].minimized = Some(true);
        voice.orphans = std::mem::take(&mut voice.windows);
    }
    desktop.at(500, |views| views.app(NOTES).orphans[0].minimized = Some(false));
    let observation = observe(&desktop.engine(), Observe::default()).await;
    assert_eq!(read(&mut observation.reader(), 2).await, ["[1, 2]@0", "1 restored 1"]);
}

#[tokio::test(start_paused = true)]
async fn a_window_that_gets_another_number_stays_the_same_window() {
    let desktop = hybrid();
    desktop.at(500, |views| shift(views.app(NOTES).windows[0].bounds.as_mut().unwrap()));
    desktop.at(560, |views| {
        let record = views.record(1);
        record.id = WindowId(9);
        shift(&mut record.client);
    });
    desktop.at(1000, |views| views.records.retain(|record| record.id != WindowId(2)));
    let observation = observe(&desktop.engine(), Observe::default()).await;
    let told = read(&mut observation.reader(), 4).await;
    assert_eq!(told[..3], ["[1, 2]@0", "1 moved 1", "2 id-changed 9 was 1"]);
}

#[tokio::test(start_paused = true)]
async fn an_application_that_hangs_does_not_delay_the_others() {
    let desktop = hybrid();
    desktop.at(500, |views| {
        views.app(NOTES).hung = true;
        shift(views.app(NOTES).windows[0].bounds.as_mut().unwrap());
    });
    for milliseconds in [1000, 2000, 3000] {
        desktop.at(milliseconds, |views| shift(views.app(OTHER).windows[0].bounds.as_mut().unwrap()));
    }
    desktop.at(6000, |views| views.app(NOTES).hung = false);
    let observation = observe(&desktop.engine(), Observe::default()).await;
    let mut reader = observation.reader();
    assert_eq!(read(&mut reader, 1).await, ["[1, 2]@0"]);
    for (number, milliseconds) in [(1, 1000), (2, 2000), (3, 3000)] {
        assert_eq!(read(&mut reader, 1).await, [format!("{number} moved 2")]);
        let late = desktop.elapsed() - milliseconds;
        assert!(late < 100, "told {late} ms after it happened");
    }
    // Its own window stays as it was until it answers again.
    assert_eq!(read(&mut reader, 1).await, ["4 moved 1"]);
    assert!(desktop.elapsed() >= 6000);
}

#[tokio::test(start_paused = true)]
async fn an_application_that_hangs_at_the_start_costs_a_second_and_is_shown_as_the_registry_has_it() {
    let desktop = hybrid();
    desktop.views().app(NOTES).hung = true;
    let engine = desktop.engine();
    let observation = engine.observe(&Observe::default(), seconds(10)).await.unwrap();
    assert!(desktop.elapsed() <= 1100, "{}", desktop.elapsed());
    assert_eq!(read(&mut observation.reader(), 1).await, ["[1, 2]@0"]);
}

#[tokio::test(start_paused = true)]
async fn it_is_complete_when_the_process_has_ended_and_the_registry_has_dropped_its_windows() {
    let desktop = hybrid();
    desktop.at(500, |views| views.app(NOTES).gone = true);
    desktop.at(580, |views| views.records.retain(|record| record.pid != Some(NOTES)));
    let observation = observe(&desktop.engine(), Observe { pid: Some(NOTES), ..Observe::default() }).await;
    assert_eq!(read(&mut observation.reader(), 3).await, ["[1]@0", "1 destroyed 1", "end"]);
    assert!(matches!(observation.state(), ObservationState::Completed));
    assert!(!desktop.calls().contains(&format!("Windows of {OTHER}")), "others are not asked");
}

#[tokio::test(start_paused = true)]
async fn an_application_that_starts_later_is_asked_too() {
    let desktop = hybrid();
    desktop.views().apps.retain(|voice| voice.pid == NOTES);
    desktop.views().records.retain(|record| record.pid == Some(NOTES));
    desktop.at(500, |views| {
        views.apps.push(voice(OTHER, vec![top_of(&other())]));
        views.records.push(other());
    });
    desktop.at(1000, |views| views.app(OTHER).windows[0].minimized = Some(true));
    let observation = observe(&desktop.engine(), Observe::default()).await;
    let told = read(&mut observation.reader(), 3).await;
    assert_eq!(told, ["[1]@0", "1 created 2", "2 minimized 2"]);
}

#[tokio::test(start_paused = true)]
async fn a_display_that_goes_away_is_a_failure() {
    let desktop = hybrid();
    desktop.at(500, |views| views.no_display = true);
    let engine = desktop.engine();
    let observation = observe(&engine, Observe::default()).await;
    let told = read(&mut observation.reader(), 3).await;
    assert_eq!(told, ["[1, 2]@0", "failed: display_unavailable", "end"]);
    let error = engine.observe(&Observe::default(), seconds(1)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DisplayUnavailable);
}
