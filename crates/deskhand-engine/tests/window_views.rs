//! One window asked of both views of the desktop, where the registry is the truth and where it lags.

mod support;

use deskhand_engine::ports::{Split, TopLevel};
use deskhand_engine::{Certainty, Session, WindowSelector};
use deskhand_model::{ErrorKind, Rect, Window, WindowId};
use support::polled::{Polled, top_of, voice};
use support::*;

const ELSEWHERE: Rect = Rect::new(700, 500, 400, 300);

fn by_id(id: u64) -> WindowSelector {
    WindowSelector::Id(WindowId(id))
}

fn at(id: u64, title: &str, client: Rect) -> Window {
    Window { client, ..window(id, title, 7) }
}

#[tokio::test(start_paused = true)]
async fn a_list_asks_no_application_anything() {
    for split in [Split::REGISTRY, Split::HYBRID] {
        let notes = window(1, "Notes", 7);
        let desktop = Polled::new(split, vec![notes.clone()], vec![voice(7, vec![top_of(&notes)])]);
        assert_eq!(desktop.engine().windows(seconds(1)).await.unwrap(), [notes]);
        assert_eq!(desktop.calls(), [] as [&str; 0], "{split:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_list_is_kept_for_a_moment_only_where_the_registry_lags() {
    for (split, expected) in [(Split::REGISTRY, "New"), (Split::HYBRID, "Old")] {
        let desktop = Polled::new(split, vec![window(1, "Old", 7)], vec![]);
        let engine = desktop.engine();
        engine.windows(seconds(1)).await.unwrap();
        desktop.views().record(1).title = "New".to_owned();
        assert_eq!(engine.windows(seconds(1)).await.unwrap()[0].title, expected, "{split:?}");

        tokio::time::advance(std::time::Duration::from_millis(60)).await;
        assert_eq!(engine.windows(seconds(1)).await.unwrap()[0].title, "New", "{split:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn geometry_and_state_are_those_of_the_side_that_knows_best() {
    let listed = window(1, "Notes", 7);
    let moved = TopLevel { bounds: Some(ELSEWHERE), minimized: Some(true), ..top_of(&listed) };
    for (split, client, minimized) in
        [(Split::REGISTRY, listed.client, false), (Split::HYBRID, ELSEWHERE, true)]
    {
        let desktop = Polled::new(split, vec![listed.clone()], vec![voice(7, vec![moved.clone()])]);
        let view = desktop.engine().window(&by_id(1), seconds(1)).await.unwrap();
        assert_eq!((view.window.client, view.window.minimized), (client, minimized), "{split:?}");
        let joined = view.joined.unwrap();
        assert_eq!((joined.element.as_str(), joined.certainty), ("w1", Certainty::Sure));
        assert!(joined.evidence.process && joined.evidence.only_window && joined.evidence.title);
    }
}

#[tokio::test(start_paused = true)]
async fn two_windows_with_the_same_title_get_their_own_elements() {
    for split in [Split::REGISTRY, Split::HYBRID] {
        let (first, second) = (window(1, "Same", 7), at(2, "Same", Rect::new(120, 120, 400, 300)));
        let tops = vec![top_of(&second), top_of(&first)];
        let desktop = Polled::new(split, vec![first, second], vec![voice(7, tops)]);
        let engine = desktop.engine();
        for (id, element) in [(1, "w1"), (2, "w2")] {
            let joined = engine.window(&by_id(id), seconds(1)).await.unwrap().joined.unwrap();
            assert_eq!((joined.element.as_str(), joined.certainty), (element, Certainty::Sure), "{split:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn windows_that_cannot_be_told_apart_are_a_guess_or_an_error() {
    let twins = [window(1, "Same", 7), window(2, "Same", 7)];
    let tops = || vec![voice(7, twins.iter().map(top_of).collect())];

    let desktop = Polled::new(Split::REGISTRY, twins.to_vec(), tops());
    let view = desktop.engine().window(&by_id(2), seconds(1)).await.unwrap();
    assert_eq!(view.window, twins[1], "the registry needs no element");
    assert_eq!(view.joined.unwrap().certainty, Certainty::Guess);

    let desktop = Polled::new(Split::HYBRID, twins.to_vec(), tops());
    let error = desktop.engine().window(&by_id(2), seconds(1)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WindowAmbiguous);
    assert!(error.steps()[0].contains("\"Same\" at 100,100 of 400x300"), "{:?}", error.steps());
}

#[tokio::test(start_paused = true)]
async fn clones_that_were_told_apart_once_stay_apart() {
    let (first, second) = (window(1, "Same", 7), at(2, "Same", ELSEWHERE));
    let tops = vec![top_of(&first), top_of(&second)];
    let desktop = Polled::new(Split::HYBRID, vec![first, second.clone()], vec![voice(7, tops)]);
    let engine = desktop.engine();
    engine.window(&by_id(1), seconds(1)).await.unwrap();

    desktop.views().record(1).client = ELSEWHERE;
    desktop.views().app(7).windows[0].bounds = Some(ELSEWHERE);
    let joined = engine.window(&by_id(1), seconds(1)).await.unwrap().joined.unwrap();

    assert_eq!((joined.element.as_str(), joined.certainty), ("w1", Certainty::Sure));
    assert!(joined.evidence.known_before);
}

#[tokio::test(start_paused = true)]
async fn the_number_that_accessibility_tells_is_exact() {
    let (first, second) = (window(1, "Same", 7), window(2, "Same", 7));
    let tops = [&first, &second].map(|window| TopLevel { window: Some(window.id), ..top_of(window) });
    let desktop = Polled::new(Split::HYBRID, vec![first, second], vec![voice(7, tops.to_vec())]);
    let joined = desktop.engine().window(&by_id(2), seconds(1)).await.unwrap().joined.unwrap();
    assert_eq!((joined.element.as_str(), joined.certainty), ("w2", Certainty::Exact));
    assert!(desktop.elapsed() < 50, "nothing had to catch up: {} ms", desktop.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_window_that_left_the_list_is_found_among_the_children() {
    let (notes, other) = (window(1, "Notes", 7), at(2, "Other", ELSEWHERE));
    let mut account = voice(7, vec![top_of(&other)]);
    account.orphans = vec![TopLevel { minimized: Some(true), ..top_of(&notes) }];
    let desktop = Polled::new(Split::HYBRID, vec![notes, other], vec![account]);
    let view = desktop.engine().window(&by_id(1), seconds(1)).await.unwrap();
    assert!(view.window.minimized);
}

#[tokio::test(start_paused = true)]
async fn a_window_on_another_space_is_not_found() {
    let (here, there) = (window(1, "Here", 7), at(2, "There", ELSEWHERE));
    let desktop = Polled::new(Split::HYBRID, vec![here.clone(), there], vec![voice(7, vec![top_of(&here)])]);
    let error = desktop.engine().window(&by_id(2), seconds(1)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WindowNotFound);
    assert!(error.advice().unwrap().contains("other spaces"));
}

#[tokio::test(start_paused = true)]
async fn a_newcomer_in_the_place_of_a_closed_window_is_not_taken_for_it() {
    // The registry still lists the window that was closed, and not yet the one that was opened in its place.
    let closed = window(1, "Same", 7);
    let opened = window(2, "Same", 7);
    let desktop = Polled::new(Split::HYBRID, vec![closed], vec![voice(7, vec![top_of(&opened)])]);
    desktop.at(80, move |views| views.records = vec![opened]);
    let error = desktop.engine().window(&by_id(1), seconds(1)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WindowNotFound, "{error:?}");
}

#[tokio::test(start_paused = true)]
async fn what_was_just_moving_is_no_evidence() {
    // While the registry catches up, the two exchange their places.
    let (first, second) = (window(1, "Same", 7), at(2, "Same", ELSEWHERE));
    let tops = vec![top_of(&first), top_of(&second)];
    let desktop = Polled::new(Split::HYBRID, vec![first.clone(), second], vec![voice(7, tops)]);
    desktop.at(50, move |views| {
        views.app(7).windows[0].bounds = Some(ELSEWHERE);
        views.app(7).windows[1].bounds = Some(first.client);
    });
    let error = desktop.engine().window(&by_id(1), seconds(1)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WindowAmbiguous, "{error:?}");
}

#[tokio::test(start_paused = true)]
async fn a_process_without_accessibility_is_no_error_where_the_registry_is_the_truth() {
    let terminal = window(1, "Terminal", 9);
    let desktop = Polled::new(Split::REGISTRY, vec![terminal.clone()], vec![]);
    let view = desktop.engine().window(&by_id(1), seconds(5)).await.unwrap();
    assert_eq!((view.window, view.joined), (terminal.clone(), None));

    let desktop = Polled::new(Split::HYBRID, vec![terminal], vec![]);
    let error = desktop.engine().window(&by_id(1), seconds(5)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WindowNotFound);
}

#[tokio::test(start_paused = true)]
async fn a_hung_application_costs_a_second_where_it_only_adds_details() {
    let notes = window(1, "Notes", 7);
    for split in [Split::REGISTRY, Split::HYBRID] {
        let mut account = voice(7, vec![top_of(&notes)]);
        account.hung = true;
        let desktop = Polled::new(split, vec![notes.clone()], vec![account]);
        let answer = desktop.engine().window(&by_id(1), seconds(5)).await;
        match split {
            Split::REGISTRY => {
                assert_eq!(answer.unwrap().joined, None);
                assert!((900..1100).contains(&desktop.elapsed()), "took {} ms", desktop.elapsed());
            }
            _ => assert_eq!(answer.unwrap_err().kind(), ErrorKind::AppNotResponding),
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_window_that_changes_between_the_questions_is_asked_for_again() {
    let (first, second) = (window(1, "Same", 7), at(2, "Same", ELSEWHERE));
    let tops = vec![top_of(&first), top_of(&second)];
    let desktop = Polled::new(Split::REGISTRY, vec![first, second], vec![voice(7, tops)]);
    // After the application was asked and before the second list: what it said is not true any more.
    desktop.at(4, |views| {
        views.record(1).client = ELSEWHERE;
        views.app(7).windows[0].bounds = Some(ELSEWHERE);
        views.record(2).client = Rect::new(0, 0, 400, 300);
        views.app(7).windows[1].bounds = Some(Rect::new(0, 0, 400, 300));
    });
    let view = desktop.engine().window(&by_id(1), seconds(1)).await.unwrap();
    assert_eq!(view.window.client, ELSEWHERE);
    let joined = view.joined.unwrap();
    assert_eq!((joined.element.as_str(), joined.certainty), ("w1", Certainty::Sure));
}
