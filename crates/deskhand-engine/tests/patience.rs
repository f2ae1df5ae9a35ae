//! Acting on what is there now, without waiting for it.

mod support;

use std::time::Duration;

use deskhand_engine::{Act, ActOptions, Mode, Session};
use deskhand_model::{AppSelector, ErrorKind, State};
use support::*;

/// No waiting, but three seconds for the application to answer.
fn now() -> ActOptions {
    ActOptions { within: seconds(3), patience: Some(Duration::ZERO), ..ActOptions::default() }
}

#[tokio::test(start_paused = true)]
async fn an_absent_element_is_not_found_after_one_reading() {
    let desktop = Desktop::new(vec![app("editor", 1, vec![button("Open")])], vec![]);

    let error = desktop.engine().act(&locator("editor", "Save"), &Act::Press, &now()).await.unwrap_err();

    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert_eq!(desktop.calls_of(&["read"]), ["read editor"]);
    assert!(desktop.elapsed() < 100, "took {} ms", desktop.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_disabled_element_is_disabled_at_once() {
    let grey = without(button("Save"), &[State::Enabled]);
    let desktop = Desktop::new(vec![app("editor", 1, vec![grey])], vec![]);

    let error = desktop.engine().act(&locator("editor", "Save"), &Act::Press, &now()).await.unwrap_err();

    assert_eq!(error.kind(), ErrorKind::ElementDisabled);
    assert!(error.message().ends_with("is disabled"), "{}", error.message());
    assert!(desktop.elapsed() < 100, "took {} ms", desktop.elapsed());
}

#[tokio::test(start_paused = true)]
async fn several_elements_are_ambiguous_after_one_reading() {
    let twice = vec![called(button("Save"), "a"), called(button("Save"), "b")];
    let desktop = Desktop::new(vec![app("editor", 1, twice)], vec![]);

    let error = desktop.engine().act(&locator("editor", "Save"), &Act::Press, &now()).await.unwrap_err();

    assert_eq!((error.kind(), error.nearest().len()), (ErrorKind::Ambiguous, 2));
    assert_eq!(desktop.calls_of(&["read"]).len(), 1);
}

#[tokio::test(start_paused = true)]
async fn an_absent_application_is_not_waited_for() {
    let desktop = Desktop::new(vec![app("editor", 1, vec![])], vec![]);
    let engine = desktop.engine();
    for selector in [AppSelector::parse("browser"), AppSelector::Pid(99)] {
        let mut save = locator("editor", "Save");
        save.app = selector;
        let error = engine.act(&save, &Act::Press, &now()).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::AppNotFound);
    }
    assert!(desktop.elapsed() < 100, "took {} ms", desktop.elapsed());
}

#[tokio::test(start_paused = true)]
async fn an_element_that_is_there_is_acted_on_in_every_mode() {
    let desktop = Desktop::new(
        vec![app("editor", 1, vec![button("Save")])],
        vec![focused(window(5, "editor window", 1))],
    );
    let engine = desktop.engine();
    for mode in [Mode::Background, Mode::Focus, Mode::Auto] {
        let options = ActOptions { mode, ..now() };
        let done = engine.act(&locator("editor", "Save"), &Act::Press, &options).await;
        done.unwrap_or_else(|error| panic!("in {}: {error:?}", mode.name()));
    }
}

#[tokio::test(start_paused = true)]
async fn an_element_out_of_sight_is_refused_soon_and_the_focus_left_alone() {
    let mut hidden = without(button("Save"), &[State::Showing]);
    hidden.1.bounds = None;
    let windows = vec![window(5, "editor window", 1), focused(window(6, "Other", 2))];
    let desktop = Desktop::new(vec![app("editor", 1, vec![hidden])], windows);
    let options = ActOptions { mode: Mode::Focus, ..now() };

    let error = desktop.engine().act(&locator("editor", "Save"), &Act::Press, &options).await.unwrap_err();

    assert_eq!(error.kind(), ErrorKind::ElementHidden);
    assert!(desktop.elapsed() < 700, "took {} ms", desktop.elapsed());
    assert!(desktop.calls_of(&["change"]).is_empty(), "{:?}", desktop.calls());
}

#[tokio::test(start_paused = true)]
async fn a_slow_answer_still_has_all_the_time() {
    let mut slow = app("editor", 1, vec![button("Save")]);
    slow.hung = true;
    let desktop = Desktop::new(vec![slow], vec![]);

    let error = desktop.engine().act(&locator("editor", "Save"), &Act::Press, &now()).await.unwrap_err();

    assert_eq!(error.kind(), ErrorKind::AppNotResponding);
    assert!(desktop.elapsed() >= 2900, "the reading was cut off after {} ms", desktop.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_little_patience_is_that_much_and_no_more() {
    let desktop = Desktop::new(vec![app("editor", 1, vec![])], vec![]);
    let options = ActOptions { patience: Some(Duration::from_millis(500)), ..now() };

    let error = desktop.engine().act(&locator("editor", "Save"), &Act::Press, &options).await.unwrap_err();

    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert!((500..700).contains(&desktop.elapsed()), "took {} ms", desktop.elapsed());
}
