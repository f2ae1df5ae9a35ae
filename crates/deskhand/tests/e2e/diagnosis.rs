//! What goes on below, for people who look for a reason.

use std::time::{Duration, Instant};

use deskhand::Session;
use deskhand::model::{AppSelector, Fact};

use crate::support::{PATIENCE, Stage, Toolkit, on_every_toolkit};

fn of<'a>(facts: &'a [Fact], name: &str) -> &'a str {
    let fact = facts.iter().find(|fact| fact.name == name);
    &fact.unwrap_or_else(|| panic!("no fact {name} in {facts:?}")).value
}

on_every_toolkit!(an_application_is_told_in_its_own_words);

async fn an_application_is_told_in_its_own_words(toolkit: Toolkit) {
    let stage = Stage::start().await;
    let fixture = stage.fixture(toolkit, "Subject").await;
    let app = AppSelector::Pid(fixture.pid);
    let told = stage.desktop.session().diagnose(Some(&app), PATIENCE).await.expect("a diagnosis");

    assert_eq!(of(&told.facts, "is_enabled"), "true");
    assert!(!of(&told.facts, "accessibility_bus").contains("guid"), "{:?}", told.facts);
    assert_eq!(told.apps.len(), 1, "only the one that was asked for");
    let facts = &told.apps[0].facts;
    assert_eq!((of(facts, "responding"), of(facts, "pid")), ("yes", &*fixture.pid.to_string()));
    let direct = matches!(toolkit, Toolkit::Gtk3 | Toolkit::Chromium);
    assert_eq!(of(facts, "direct_connection") == "yes", direct, "{toolkit:?}: {facts:?}");
    let reads_by = if toolkit.is_qt() { "walk" } else { "cache" };
    assert_eq!(of(facts, "reads_by"), reads_by, "{toolkit:?}: {facts:?}");

    let save = told.apps[0]
        .elements
        .iter()
        .find(|element| element.name == "Save" && element.facts.iter().any(|fact| fact.name == "actions"));
    let save = save.expect("the button with its actions");
    let action = match toolkit {
        Toolkit::Gtk3 | Toolkit::Gtk4 => "click",
        Toolkit::Qt5 | Toolkit::Qt6 => "Press",
        Toolkit::Chromium => "press",
    };
    assert!(of(&save.facts, "actions").contains(action), "{toolkit:?}: {save:?}");
    assert!(of(&save.facts, "interfaces").contains("Action"), "{toolkit:?}: {save:?}");
    assert!(of(&save.facts, "states").contains("sensitive"), "{toolkit:?}: {save:?}");
}

#[tokio::test]
async fn a_stopped_application_is_told_as_stopped_beside_the_others() {
    let stage = Stage::start().await;
    let stopped = stage.fixture(Toolkit::Gtk3, "Stopped").await;
    let other = stage.fixture(Toolkit::Qt5, "Other").await;
    stopped.signal("STOP");
    let began = Instant::now();
    let told = stage.desktop.session().diagnose(None, PATIENCE).await.expect("a diagnosis");
    assert!(began.elapsed() < Duration::from_secs(5), "took {:?}", began.elapsed());
    let of_pid = |pid: u32| {
        let app = told.apps.iter().find(|one| one.app.pid == Some(pid));
        of(&app.expect("the application").facts, "responding")
    };
    assert_eq!(of_pid(stopped.pid), "no: its process is stopped");
    assert_eq!(of_pid(other.pid), "yes");
    stopped.signal("CONT");
}
