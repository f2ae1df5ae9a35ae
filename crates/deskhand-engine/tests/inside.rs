//! Elements of some windows only, and what goes on below.

mod support;

use std::sync::Arc;
use std::time::Duration;

use deskhand_engine::{Act, ActOptions, Locator, Session};
use deskhand_model::{AppSelector, Description, ErrorKind, Handle, Query, Role};
use support::*;

/// An editor with two windows that both have a button `Save`; only the second has `Close`.
fn desktop() -> Arc<Desktop> {
    let nodes = vec![
        called(button("Save"), "first save"),
        (1, node(Role::Window, "second window")),
        called(button("Save"), "second save"),
        button("Close"),
    ];
    Desktop::new(vec![app("editor", 1, nodes), app("browser", 2, vec![])], vec![])
}

fn in_window(query: Query, window: &str) -> Locator {
    let query = query.inside([Handle::new(window)]);
    Locator { app: AppSelector::parse("editor"), query, nth: None }
}

fn described(role: Role, label: &str) -> Query {
    Query::describing(Description {
        role: Some(role),
        label: Some(label.to_owned()),
        ..Description::default()
    })
}

#[tokio::test(start_paused = true)]
async fn of_two_that_match_the_one_in_the_window_is_meant() {
    let desktop = desktop();
    let engine = desktop.engine();
    for form in [query("Save"), query("role:button name:Save"), described(Role::Button, "sav")] {
        let element = engine.find(&in_window(form.clone(), "second window"), seconds(1)).await.unwrap();
        assert_eq!(element.data.handle.as_str(), "second save", "{form:?}");
    }
    let options = ActOptions { within: seconds(1), ..ActOptions::default() };
    engine.act(&in_window(query("Save"), "editor window"), &Act::Press, &options).await.unwrap();
    assert_eq!(desktop.calls_of(&["perform"]), ["perform first save press"]);
}

#[tokio::test(start_paused = true)]
async fn what_is_in_another_window_is_not_found_and_comes_nearest() {
    let desktop = desktop();
    let options = ActOptions { patience: Some(Duration::ZERO), within: seconds(1), ..ActOptions::default() };

    let close = in_window(described(Role::Button, "Close"), "editor window");
    let error = desktop.engine().act(&close, &Act::Press, &options).await.unwrap_err();

    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert_eq!(error.nearest()[0].name, "Close", "{error:?}");
    assert!(desktop.calls_of(&["perform"]).is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_diagnosis_is_of_the_application_that_is_meant() {
    let engine = desktop().engine();
    let named = |selector: &'static str| {
        let engine = &engine;
        async move { engine.diagnose(Some(&AppSelector::parse(selector)), seconds(1)).await }
    };
    for (selector, name) in [("browser", "browser"), ("2", "browser"), ("editor", "editor")] {
        let told = named(selector).await.unwrap();
        let names: Vec<&str> = told.apps.iter().map(|one| one.app.name.as_str()).collect();
        assert_eq!(names, [name], "by {selector}");
    }
    assert_eq!(engine.diagnose(None, seconds(1)).await.unwrap().apps.len(), 2);
    assert_eq!(named("nobody").await.unwrap_err().kind(), ErrorKind::AppNotFound);
}
