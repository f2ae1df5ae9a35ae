//! What happens to windows, through an agent.

use deskhand_engine::ports::WindowChange;
use deskhand_engine::{
    Observation, ObservationState, Observe, Observed, Reader, Session, WindowEventKind, WindowSelector,
};
use deskhand_model::{ErrorKind, Point};

use crate::desk::{Desk, SOON};

async fn next(reader: &mut Reader) -> Observed {
    tokio::time::timeout(SOON, reader.next()).await.unwrap().unwrap().unwrap()
}

async fn begun(session: &dyn Session, what: &Observe) -> (Observation, Reader) {
    let observation = session.observe(what, SOON).await.unwrap();
    let mut reader = observation.reader();
    let Observed::Snapshot(start) = next(&mut reader).await else { panic!("it begins with all windows") };
    assert_eq!((start.as_of, start.windows.len()), (0, 4));
    (observation, reader)
}

async fn change(desk: &Desk, change: WindowChange) {
    let settings = WindowSelector::Named("Settings".to_owned());
    desk.engine.change_window(&settings, change, SOON).await.unwrap();
}

fn to(x: i32) -> WindowChange {
    WindowChange::Move(Point { x, y: 34 })
}

#[tokio::test]
async fn events_come_as_they_happen_with_the_same_numbers() {
    let desk = Desk::start().await;
    let (_near, mut here) = begun(&*desk.engine, &Observe::default()).await;
    let remote = desk.remote();
    let (observation, mut there) = begun(&remote, &Observe::default()).await;
    for change_to in [to(12), WindowChange::Minimize, WindowChange::Close] {
        change(&desk, change_to).await;
    }
    loop {
        let (Observed::Event(near), Observed::Event(far)) = (next(&mut here).await, next(&mut there).await)
        else {
            panic!("only events")
        };
        assert_eq!((far.sequence, far.kind, &far.window), (near.sequence, near.kind, &near.window));
        if far.kind == WindowEventKind::Destroyed {
            break;
        }
    }
    // Whoever comes late gets the windows as they are.
    let mut late = observation.reader();
    assert!(matches!(next(&mut late).await, Observed::Snapshot(_)));
    assert!(matches!(observation.state(), ObservationState::Active));
}

#[tokio::test]
async fn kinds_that_are_not_wanted_are_not_counted() {
    let desk = Desk::start().await;
    let remote = desk.remote();
    let what = Observe { kinds: vec![WindowEventKind::Moved], ..Observe::default() };
    let (_observation, mut reader) = begun(&remote, &what).await;
    change(&desk, WindowChange::Minimize).await;
    change(&desk, WindowChange::Restore).await;
    change(&desk, to(77)).await;
    let Observed::Event(event) = next(&mut reader).await else { panic!("an event") };
    assert_eq!((event.sequence, event.kind, event.window.outer().x), (1, WindowEventKind::Moved, 77));
}

#[tokio::test]
async fn a_slow_reader_meets_a_gap_and_then_all_windows() {
    let desk = Desk::start().await;
    let remote = desk.remote();
    let what = Observe { keep: 2, kinds: vec![WindowEventKind::Moved], ..Observe::default() };
    let (observation, mut slow) = begun(&remote, &what).await;
    for x in 1..=6 {
        change(&desk, to(x)).await;
    }
    let mut quick = observation.reader();
    loop {
        // Waited for by somebody who keeps up, or meets gaps on the way.
        match next(&mut quick).await {
            Observed::Event(event) if event.window.outer().x == 6 => break,
            Observed::Snapshot(all) if all.windows.iter().any(|window| window.outer().x == 6) => break,
            _ => {}
        }
    }
    assert!(matches!(next(&mut slow).await, Observed::Gap { first: 1, .. }));
    let Observed::Snapshot(now) = next(&mut slow).await else { panic!("a snapshot follows a gap") };
    assert!(now.windows.iter().any(|window| window.outer().x == 6));
}

#[tokio::test]
async fn the_end_of_the_agent_is_the_end_of_the_observation_with_a_reason() {
    let desk = Desk::start().await;
    let remote = desk.remote();
    let (observation, mut reader) = begun(&remote, &Observe::default()).await;
    desk.stop().await;
    let ended = tokio::time::timeout(SOON, reader.next()).await.unwrap().unwrap().unwrap_err();
    assert_eq!(
        (ended.kind(), ended.message()),
        (ErrorKind::Io, "The agent ends, and stops what it was asked for")
    );
    assert!(matches!(observation.state(), ObservationState::Failed(_)));
}

#[tokio::test]
async fn an_observation_that_nobody_wants_ends_there_too() {
    let desk = Desk::with(deskhand_agent::Options {
        limits: deskhand_agent::Limits { requests: 1, ..Default::default() },
        ..Default::default()
    })
    .await;
    let remote = desk.remote();
    let (observation, reader) = begun(&remote, &Observe::default()).await;
    // There is room for one request, and the observation has it.
    assert_eq!(remote.windows(SOON).await.unwrap_err().kind(), ErrorKind::Io);
    drop((observation, reader));
    let free = async {
        while remote.windows(SOON).await.is_err() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(SOON, free).await.unwrap();
}
