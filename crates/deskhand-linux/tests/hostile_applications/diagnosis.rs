//! A diagnosis tells what it can find out, whatever the applications do.

use std::time::{Duration, Instant};

use deskhand_engine::ports::{Accessibility, DesktopEnv};
use deskhand_linux::AtSpi;
use deskhand_model::{AppDiagnosis, AppId, Fact};

use crate::accessibility_bus::{AccessibilityBus, ROOT, Reply, reference};
use crate::plain;

const WITHIN: Duration = Duration::from_secs(20);

#[track_caller]
fn of<'a>(facts: &'a [Fact], name: &str) -> &'a str {
    let mut named = facts.iter().filter(|fact| fact.name == name);
    let fact = named.next().unwrap_or_else(|| panic!("no fact {name} in {facts:?}"));
    assert!(named.next().is_none(), "{name} is told twice");
    &fact.value
}

/// An application with a button that has two actions.
async fn application(bus: &AccessibilityBus) -> AppId {
    let name = |text: &str| text.to_owned();
    let app = bus
        .application("lively", ("Qt", "6.4"), move |me, call| match (call.method, call.path) {
            ("GetChildren", ROOT) => Reply::Children(vec![reference(me, "/button")]),
            ("GetChildren", _) => Reply::Children(Vec::new()),
            ("GetInterfaces", "/button") => {
                Reply::Names(vec![name("org.a11y.atspi.Accessible"), name("org.a11y.atspi.Action")])
            }
            ("GetInterfaces", _) => Reply::Names(vec![name("org.a11y.atspi.Accessible")]),
            ("GetActions", "/button") => Reply::Actions(vec![
                (name("Press"), name("Drückt"), name("Alt+S")),
                (name("SetFocus"), name(""), name("")),
            ]),
            ("GetState", "/button") => Reply::States(vec![1 << 8 | 1 << 25, 0]),
            _ => plain(&call),
        })
        .await;
    AppId::new(app)
}

#[tokio::test]
async fn elements_are_told_in_the_words_of_the_platform() {
    let bus = AccessibilityBus::start().await;
    let app = application(&bus).await;

    let told = AtSpi::new(&bus.env()).diagnose(Some(&app), WITHIN).await.unwrap();

    let [AppDiagnosis { facts, elements, .. }] = &told.apps[..] else { panic!("{told:?}") };
    assert_eq!((of(facts, "bus_name"), of(facts, "toolkit")), (app.as_str(), "Qt 6.4"));
    assert_eq!((of(facts, "responding"), of(facts, "reads_by")), ("yes", "walk"));
    assert_eq!(of(facts, "elements"), "2 read by walk");
    let button = &elements[1];
    assert_eq!((button.depth, &*button.platform_role, &*button.name), (1, "panel", "node"));
    assert_eq!(of(&button.facts, "path"), "/button");
    assert_eq!(of(&button.facts, "interfaces"), "Accessible, Action");
    assert_eq!(of(&button.facts, "states"), "enabled, showing");
    assert_eq!(of(&button.facts, "actions"), "Press (Alt+S), SetFocus");
    assert!(elements[0].facts.iter().all(|fact| fact.name != "actions"), "the root has none");
}

#[tokio::test]
async fn in_short_no_application_is_walked() {
    let bus = AccessibilityBus::start().await;
    application(&bus).await;

    let told = AtSpi::new(&bus.env()).diagnose(None, WITHIN).await.unwrap();

    assert_eq!(of(&told.facts, "registry"), "reachable, 1 applications");
    assert!(of(&told.facts, "accessibility_bus").starts_with("unix:path="));
    assert!(told.apps[0].elements.is_empty());
    assert_eq!(of(&told.apps[0].facts, "collection_get_matches"), "not tried yet");
}

#[tokio::test]
async fn a_silent_application_is_told_as_such_and_delays_nobody() {
    let bus = AccessibilityBus::start().await;
    let silent = AppId::new(bus.application("silent", ("Qt", "6.4"), |_, _| Reply::Silence).await);
    application(&bus).await;
    let desktop = AtSpi::new(&bus.env());
    let began = Instant::now();

    let all = desktop.diagnose(None, WITHIN).await.unwrap();
    assert_eq!(all.apps.len(), 2);
    let one = desktop.diagnose(Some(&silent), Duration::from_secs(1)).await.unwrap();

    assert!(one.apps[0].elements.is_empty());
    let why = of(&one.apps[0].facts, "elements");
    assert!(why.contains("does not answer"), "{why}");
    assert!(began.elapsed() < WITHIN / 2, "{:?}", began.elapsed());
}

#[tokio::test]
async fn without_a_bus_the_reason_is_the_diagnosis() {
    let told = AtSpi::new(&DesktopEnv::default()).diagnose(None, WITHIN).await.unwrap();
    assert!(of(&told.facts, "registry").contains("no D-Bus session bus"), "{:?}", told.facts);
    assert!(told.apps.is_empty());
}
