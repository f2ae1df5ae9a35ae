//! Finding elements and waiting for them.

mod support;

use std::time::Duration;

use deskhand_engine::{Locator, Session, Until};
use deskhand_model::{AppSelector, ErrorKind, Rect, Role};
use support::*;

#[tokio::test(start_paused = true)]
async fn an_element_that_appears_later_is_found_when_it_does() {
    let desktop = Desktop::new(vec![app("editor", 1, vec![])], vec![]);
    desktop.at(800, |world| world.app_mut("editor").nodes.push(button("Save")));
    let engine = desktop.engine();

    let element = engine.find(&locator("editor", "Save"), seconds(5)).await.unwrap();

    assert_eq!((&*element.data.name, element.data.role), ("Save", Role::Button));
    assert!((800..900).contains(&desktop.elapsed()), "found after {} ms", desktop.elapsed());
}

#[tokio::test(start_paused = true)]
async fn two_matches_that_become_one_are_no_ambiguity() {
    let twice = vec![called(button("Save"), "old"), called(button("Save"), "new")];
    let desktop = Desktop::new(vec![app("editor", 1, twice)], vec![]);
    desktop.at(10, |world| {
        world.app_mut("editor").nodes.retain(|(_, node)| node.handle.as_str() != "old");
    });

    let element = desktop.engine().find(&locator("editor", "Save"), seconds(5)).await.unwrap();

    assert_eq!(element.data.handle.as_str(), "new");
}

#[tokio::test(start_paused = true)]
async fn two_matches_that_stay_are_ambiguous_at_once_and_listed() {
    let twice = vec![called(button("Save"), "a"), called(button("Save"), "b")];
    let desktop = Desktop::new(vec![app("editor", 1, twice)], vec![]);

    let error = desktop.engine().find(&locator("editor", "Save"), seconds(5)).await.unwrap_err();

    assert_eq!(error.kind(), ErrorKind::Ambiguous);
    assert!(desktop.elapsed() < 200, "took {} ms", desktop.elapsed());
    let paths: Vec<&str> = error.nearest().iter().map(|candidate| candidate.path.as_str()).collect();
    assert_eq!(paths, [r#"window "editor window" > button "Save""#; 2]);
    assert!(error.advice().unwrap().contains("nth"));
}

#[tokio::test(start_paused = true)]
async fn a_query_that_looks_at_roles_only_is_ambiguous_with_names_and_paths() {
    let desktop = Desktop::new(vec![app("editor", 1, vec![button("Save"), button("Quit")])], vec![]);

    let error = desktop.engine().find(&locator("editor", "role:button"), seconds(5)).await.unwrap_err();

    let paths: Vec<&str> = error.nearest().iter().map(|candidate| candidate.path.as_str()).collect();
    assert_eq!(
        paths,
        [r#"window "editor window" > button "Save""#, r#"window "editor window" > button "Quit""#]
    );
}

#[tokio::test(start_paused = true)]
async fn a_number_picks_one_of_several() {
    let twice = vec![called(button("Save"), "a"), called(button("Save"), "b")];
    let desktop = Desktop::new(vec![app("editor", 1, twice)], vec![]);
    let engine = desktop.engine();

    let second = Locator { nth: Some(1), ..locator("editor", "Save") };
    assert_eq!(engine.find(&second, seconds(1)).await.unwrap().data.handle.as_str(), "b");

    for nth in [2, usize::MAX] {
        let beyond = Locator { nth: Some(nth), ..second.clone() };
        let error = engine.find(&beyond, seconds(1)).await.unwrap_err();
        assert_eq!((error.kind(), error.nearest().len()), (ErrorKind::NotFound, 2), "{nth}");
    }
}

#[tokio::test(start_paused = true)]
async fn what_does_not_come_is_not_found_with_the_nearest_names_and_what_was_tried() {
    let desktop = Desktop::new(vec![app("editor", 1, vec![button("Save"), button("Quit")])], vec![]);

    let error = desktop.engine().find(&locator("editor", "Sabe"), seconds(2)).await.unwrap_err();

    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert!(error.nearest().iter().any(|candidate| candidate.name == "Save"), "{:?}", error.nearest());
    assert!(error.steps().iter().any(|step| step.starts_with("read its tree")), "{:?}", error.steps());
}

#[tokio::test(start_paused = true)]
async fn an_application_that_starts_later_is_waited_for() {
    let desktop = Desktop::new(vec![], vec![]);
    desktop.at(300, |world| world.apps.push(app("editor", 1, vec![button("Save")])));

    let element = desktop.engine().find(&locator("editor", "Save"), seconds(5)).await.unwrap();

    assert_eq!(element.app.pid, Some(1));
}

#[tokio::test(start_paused = true)]
async fn an_unknown_application_is_not_found_with_its_neighbours() {
    let desktop = Desktop::new(vec![app("mousepad", 1, vec![]), app("kcalc", 2, vec![])], vec![]);

    let error = desktop.engine().app(&AppSelector::parse("mousepda"), seconds(1)).await.unwrap_err();

    assert_eq!(error.kind(), ErrorKind::AppNotFound);
    assert!(error.message().contains("did you mean `mousepad`"), "{}", error.message());
    assert!(error.advice().unwrap().contains("`kcalc` (pid 2)"));
}

#[tokio::test(start_paused = true)]
async fn two_applications_of_one_name_are_ambiguous_until_the_pid_tells() {
    let desktop = Desktop::new(vec![app("editor", 1, vec![]), app("editor", 2, vec![])], vec![]);
    let engine = desktop.engine();

    let error = engine.app(&AppSelector::parse("editor"), seconds(1)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AppAmbiguous);
    assert!(error.steps()[0].contains("pid 1") && error.steps()[0].contains("pid 2"));

    assert_eq!(engine.app(&AppSelector::parse("2"), seconds(1)).await.unwrap().pid, Some(2));
}

#[tokio::test(start_paused = true)]
async fn an_application_that_dies_while_we_wait_is_gone_at_once() {
    let desktop = Desktop::new(vec![app("editor", 1, vec![])], vec![]);
    desktop.at(500, |world| world.app_mut("editor").gone = true);

    let error = desktop.engine().find(&locator("editor", "Save"), seconds(5)).await.unwrap_err();

    assert_eq!(error.kind(), ErrorKind::AppGone);
    assert!(error.message().contains("editor"), "{}", error.message());
    assert!(desktop.elapsed() < 700, "took {} ms", desktop.elapsed());
}

#[tokio::test(start_paused = true)]
async fn an_application_that_was_restarted_between_two_calls_is_found_again() {
    let desktop = Desktop::new(vec![app("editor", 1, vec![button("Save")])], vec![]);
    let engine = desktop.engine();
    engine.find(&locator("editor", "Save"), seconds(1)).await.unwrap();

    {
        let mut world = desktop.world();
        world.app_mut("editor").gone = true;
        let mut again = app("editor", 9, vec![button("Save")]);
        again.app.id = deskhand_model::AppId::new("editor again");
        world.apps.push(again);
    }

    assert_eq!(engine.find(&locator("editor", "Save"), seconds(1)).await.unwrap().app.pid, Some(9));
}

#[tokio::test(start_paused = true)]
async fn a_hung_application_delays_nobody_but_itself() {
    let mut hung = app("hung", 1, vec![button("Save")]);
    hung.hung = true;
    let desktop = Desktop::new(vec![hung, app("healthy", 2, vec![button("Save")])], vec![]);
    let engine = desktop.engine();

    let (stuck, fine) = tokio::join!(
        async { (engine.find(&locator("hung", "Save"), seconds(3)).await, desktop.elapsed()) },
        async { (engine.find(&locator("healthy", "Save"), seconds(3)).await, desktop.elapsed()) },
    );

    assert_eq!(stuck.0.unwrap_err().kind(), ErrorKind::AppNotResponding);
    assert!(fine.0.is_ok() && fine.1 < 20, "the healthy one took {} ms", fine.1);
}

#[tokio::test(start_paused = true)]
async fn a_stopped_application_is_reported_as_what_it_is() {
    let mut hung = app("hung", 1, vec![]);
    hung.hung = true;
    let desktop = Desktop::new(vec![hung], vec![]);
    desktop.world().processes.push((1, deskhand_engine::ports::ProcessState::Stopped));

    let error = desktop.engine().find(&locator("hung", "Save"), seconds(1)).await.unwrap_err();

    assert_eq!(error.kind(), ErrorKind::AppNotResponding);
    assert!(error.message().contains("`hung` (pid 1) is stopped"), "{}", error.message());
    assert!(error.advice().unwrap().contains("kill -CONT 1"));
}

#[tokio::test(start_paused = true)]
async fn waiting_for_absence_ends_when_the_last_match_is_gone() {
    let desktop = Desktop::new(vec![app("editor", 1, vec![button("Busy")])], vec![]);
    desktop.at(400, |world| world.app_mut("editor").remove("Busy"));
    let engine = desktop.engine();

    let found = engine.wait(&locator("editor", "Busy"), Until::Absent, seconds(5)).await.unwrap();

    assert!(found.elements.is_empty() && desktop.elapsed() < 500);
}

#[tokio::test(start_paused = true)]
async fn waiting_for_absence_ends_with_the_application() {
    let desktop = Desktop::new(vec![app("editor", 1, vec![button("Busy")])], vec![]);
    desktop.at(400, |world| world.app_mut("editor").gone = true);
    let engine = desktop.engine();

    let found = engine.wait(&locator("editor", "Busy"), Until::Absent, seconds(5)).await.unwrap();

    assert!(found.elements.is_empty() && desktop.elapsed() < 500);
}

#[tokio::test(start_paused = true)]
async fn waiting_in_vain_is_a_timeout_that_lists_what_is_in_the_way() {
    let desktop = Desktop::new(vec![app("editor", 1, vec![button("Busy")])], vec![]);
    let engine = desktop.engine();

    let error = engine.wait(&locator("editor", "Busy"), Until::Absent, seconds(1)).await.unwrap_err();

    assert_eq!((error.kind(), error.nearest().len()), (ErrorKind::Timeout, 1));
    assert!((1000..1600).contains(&desktop.elapsed()));
}

#[tokio::test(start_paused = true)]
async fn finding_all_may_find_nothing() {
    let desktop = Desktop::new(vec![app("editor", 1, vec![])], vec![]);
    let found = desktop.engine().find_all(&locator("editor", "Save"), seconds(1)).await.unwrap();
    assert!(found.elements.is_empty());
}

#[tokio::test(start_paused = true)]
async fn elements_have_bounds_on_the_screen_and_in_their_window() {
    let desktop =
        Desktop::new(vec![app("editor", 1, vec![button("Save")])], vec![window(5, "editor window", 1)]);

    let element = desktop.engine().find(&locator("editor", "Save"), seconds(1)).await.unwrap();

    assert_eq!(element.data.bounds, Some(Rect::new(120, 130, 40, 20)));
    assert_eq!(element.data.window_bounds, Some(Rect::new(20, 30, 40, 20)));
}

#[tokio::test(start_paused = true)]
async fn a_query_for_roles_places_its_matches_by_their_own_windows() {
    let mut fake = app("editor", 1, vec![button("Save")]);
    fake.nodes.push((1, node(Role::Window, "Other")));
    let mut close = button("Close");
    (close.1.bounds, close.1.window_bounds) = (None, Some(Rect::new(1, 2, 3, 4)));
    fake.nodes.push(close);
    let mut other = window(6, "Other", 1);
    other.client.x = 600;
    let desktop = Desktop::new(vec![fake], vec![window(5, "editor window", 1), other]);

    let query = "role:button title:Close";
    let element = desktop.engine().find(&locator("editor", query), seconds(1)).await.unwrap();

    assert_eq!(element.data.bounds, Some(Rect::new(601, 102, 3, 4)));
}

#[tokio::test(start_paused = true)]
async fn without_a_display_the_tree_still_comes() {
    let desktop = Desktop::new(vec![app("editor", 1, vec![button("Save")])], vec![]);
    desktop.world().no_display = true;

    let request = deskhand_engine::ports::ReadRequest::default();
    let snapshot = desktop.engine().tree(&AppSelector::parse("editor"), &request, seconds(1)).await.unwrap();

    let save = snapshot.tree.node(snapshot.tree.with_name("Save")[0]);
    assert_eq!((save.bounds, save.window_bounds), (Some(Rect::new(120, 130, 40, 20)), None));
}

#[tokio::test(start_paused = true)]
async fn windows_are_asked_for_only_when_bounds_are() {
    let desktop = Desktop::new(vec![app("editor", 1, vec![])], vec![]);
    let request =
        deskhand_engine::ports::ReadRequest { fields: deskhand_model::Fields::NAME, ..Default::default() };
    desktop.engine().tree(&AppSelector::parse("editor"), &request, seconds(1)).await.unwrap();
    assert_eq!(desktop.calls(), ["applications", "read editor"]);
}

#[tokio::test(start_paused = true)]
async fn a_name_is_looked_up_anew_once_the_list_is_old() {
    let desktop = Desktop::new(vec![app("editor", 1, vec![button("Save")])], vec![]);
    let engine = desktop.engine();
    let locator = locator("editor", "Save");
    engine.find_all(&locator, seconds(1)).await.unwrap();
    engine.find_all(&locator, seconds(1)).await.unwrap();
    assert_eq!(desktop.calls_of(&["applications"]).len(), 1);

    desktop.world().apps.push(app("editor", 2, vec![]));
    tokio::time::advance(Duration::from_secs(2)).await;
    let error = engine.find_all(&locator, seconds(1)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AppAmbiguous);
}

#[tokio::test(start_paused = true)]
async fn text_falls_back_to_the_value_and_the_name() {
    let mut label = button("Label");
    label.1.text = Some("what it says".into());
    let desktop = Desktop::new(vec![app("editor", 1, vec![label, button("Save")])], vec![]);
    let engine = desktop.engine();
    assert_eq!(engine.text(&locator("editor", "Label"), seconds(1)).await.unwrap(), "what it says");
    assert_eq!(engine.text(&locator("editor", "Save"), seconds(1)).await.unwrap(), "Save");
}

#[tokio::test(start_paused = true)]
async fn an_application_is_found_by_the_class_of_its_windows() {
    let mut editor = window(7, "Untitled", 1);
    editor.app = "org.example.Writer".to_owned();
    let desktop = Desktop::new(vec![app("editor", 1, vec![button("Save")])], vec![editor]);

    let element = desktop.engine().find(&locator("org.example.Writer", "Save"), seconds(5)).await.unwrap();

    assert_eq!(element.app.name, "editor");
    assert_eq!(element.app.desktop_id.as_deref(), Some("org.example.Writer"));
}
