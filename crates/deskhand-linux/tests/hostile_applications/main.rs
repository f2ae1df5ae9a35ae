//! Applications that lie, loop, hang, die or are far too big: each gets a bounded, truthful answer.

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "what fails in a test fails the test"
)]

mod accessibility_bus;
mod diagnosis;
mod listening;
mod styles;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use accessibility_bus::{AccessibilityBus, Call, Item, ROOT, Reply, reference};
use deskhand_engine::ports::{Accessibility, ReadPath, ReadRequest, Reading, TopLevels};
use deskhand_linux::AtSpi;
use deskhand_model::{AppId, ErrorKind, Fields, NodeId, Result, Role};
use zbus::zvariant::{OwnedValue, Value};

const PUSH_BUTTON: u32 = 43;
const PANEL: u32 = 39;

fn request(fields: Fields) -> ReadRequest {
    ReadRequest { fields, ..ReadRequest::default() }
}

async fn read(bus: &AccessibilityBus, app: &str, request: &ReadRequest) -> Result<Reading> {
    AtSpi::new(&bus.env()).read(&AppId::new(app), request, Duration::from_secs(20)).await
}

fn text(text: &str) -> Reply {
    Reply::Property(OwnedValue::try_from(Value::from(text)).unwrap())
}

/// Answers about names, roles and states that leave only the children interesting.
fn plain(call: &Call<'_>) -> Reply {
    match (call.method, call.property) {
        ("GetRole", _) => Reply::Number(PANEL),
        ("GetState", _) => Reply::States(vec![0, 0]),
        (_, "Name") => text("node"),
        _ => Reply::Unknown,
    }
}

#[tokio::test]
async fn a_tree_that_contains_itself_ends() {
    let bus = AccessibilityBus::start().await;
    let app = bus
        .application("loop", ("Qt", "6.4"), |me, call| match (call.method, call.path) {
            ("GetChildren", ROOT) => Reply::Children(vec![reference(me, "/a"), reference(me, ROOT)]),
            ("GetChildren", "/a") => Reply::Children(vec![reference(me, "/a"), reference(me, "/b")]),
            ("GetChildren", "/b") => Reply::Children(vec![reference(me, "/a")]),
            _ => plain(&call),
        })
        .await;
    let reading = read(&bus, &app, &request(Fields::ROLE | Fields::NAME)).await.unwrap();
    assert_eq!(reading.path, ReadPath::Walk);
    assert_eq!(reading.tree.len(), 3);
    assert_eq!(reading.tree.gaps().repeated, 3);
}

#[tokio::test]
async fn an_endless_tree_stops_at_the_limit_and_says_so() {
    let bus = AccessibilityBus::start().await;
    let mut made = 0;
    let app = bus
        .application("endless", ("Qt", "6.4"), move |me, call| match call.method {
            "GetChildren" => {
                let fresh = made..made + 10;
                made += 10;
                Reply::Children(fresh.map(|n| reference(me, &format!("/n{n}"))).collect())
            }
            _ => plain(&call),
        })
        .await;
    let limit = ReadRequest { max_nodes: 500, ..request(Fields::ROLE | Fields::NAME) };
    let tree = read(&bus, &app, &limit).await.unwrap().tree;
    assert_eq!(tree.len(), 500);
    assert_eq!(tree.gaps().node_limit, Some(500));
    assert!(tree.gaps().is_truncated());
}

#[tokio::test]
async fn nodes_below_the_depth_limit_are_left_out_and_the_tree_says_so() {
    let bus = AccessibilityBus::start().await;
    let app = bus
        .application("deep", ("Qt", "6.4"), |me, call| match call.method {
            "GetChildren" => Reply::Children(vec![reference(me, &format!("{}x", call.path))]),
            _ => plain(&call),
        })
        .await;
    let shallow = ReadRequest { max_depth: Some(3), ..request(Fields::ROLE) };
    let tree = read(&bus, &app, &shallow).await.unwrap().tree;
    assert_eq!(tree.len(), 4);
    assert_eq!(tree.gaps().depth_limit, Some(3));
}

/// A flat cache: a root, one window and `count` buttons in it, of which the last `missing` are not listed.
fn flat_cache(me: &str, count: usize, missing: usize) -> Vec<Item> {
    let interfaces = || vec!["org.a11y.atspi.Accessible".to_owned(), "org.a11y.atspi.Action".to_owned()];
    let item = |path: &str, parent: &str, index: i32, children: i32, name: String, role: u32| {
        let root = reference(me, ROOT);
        let parent = reference(me, parent);
        (
            reference(me, path),
            root,
            parent,
            index,
            children,
            interfaces(),
            name,
            role,
            String::new(),
            vec![0, 0],
        )
    };
    let mut items = vec![
        item(ROOT, "/org/a11y/atspi/null", -1, 1, "app".to_owned(), 75),
        item("/window", ROOT, 0, i32::try_from(count).unwrap(), "window".to_owned(), 23),
    ];
    items.extend((0..count - missing).map(|n| {
        item(&format!("/n{n}"), "/window", i32::try_from(n).unwrap(), 0, format!("button {n}"), PUSH_BUTTON)
    }));
    items
}

#[tokio::test]
async fn a_hundred_thousand_nodes_are_read_in_one_call() {
    const COUNT: usize = 100_000;
    let bus = AccessibilityBus::start().await;
    let app = bus
        .application("huge", ("gtk", "3.24"), |me, call| match (call.method, call.path) {
            ("GetItems", _) => Reply::Items(flat_cache(me, COUNT - 2, 0)),
            ("GetChildren", ROOT) => Reply::Children(vec![reference(me, "/window")]),
            _ => Reply::Unknown,
        })
        .await;
    let reading = read(&bus, &app, &request(Fields::ROLE | Fields::NAME)).await.unwrap();
    assert_eq!(reading.path, ReadPath::Cache);
    assert_eq!(reading.tree.len(), COUNT);
    assert_eq!(reading.calls, 2);
    assert_eq!(&*reading.tree.node(NodeId(99_999)).name, "button 99997");
    assert!(!reading.tree.gaps().is_truncated());

    let limit = ReadRequest { max_nodes: 1_000, ..request(Fields::ROLE | Fields::NAME) };
    let bounded = read(&bus, &app, &limit).await.unwrap().tree;
    assert!(bounded.len() <= 1_000, "{}", bounded.len());
    assert_eq!(bounded.gaps().node_limit, Some(1_000));
}

#[tokio::test]
async fn a_short_cache_is_completed_by_asking() {
    let bus = AccessibilityBus::start().await;
    let app = bus
        .application("short", ("gtk", "3.24"), |me, call| match (call.method, call.path) {
            ("GetItems", _) => Reply::Items(flat_cache(me, 20, 5)),
            ("GetChildren", ROOT) => Reply::Children(vec![reference(me, "/window")]),
            ("GetChildren", "/window") => {
                Reply::Children((0..20).map(|n| reference(me, &format!("/n{n}"))).collect())
            }
            ("GetChildren", _) => Reply::Children(Vec::new()),
            ("GetRole", _) => Reply::Number(PUSH_BUTTON),
            (_, path) if call.property == "Name" => text(&format!("asked {path}")),
            _ => Reply::Unknown,
        })
        .await;
    let tree = read(&bus, &app, &request(Fields::ROLE | Fields::NAME)).await.unwrap().tree;
    assert_eq!(tree.len(), 22);
    assert_eq!(&*tree.node(NodeId(16)).name, "button 14");
    assert_eq!(&*tree.node(NodeId(21)).name, "asked /n19");
}

#[tokio::test]
async fn an_empty_search_result_is_not_believed_before_a_search_has_worked() {
    let bus = AccessibilityBus::start().await;
    let app = bus
        .application("liar", ("Qt", "6.12"), |me, call| match (call.method, call.path) {
            ("GetMatches", _) => Reply::Children(Vec::new()),
            ("GetChildren", ROOT) => Reply::Children(vec![reference(me, "/button")]),
            ("GetChildren", _) => Reply::Children(Vec::new()),
            ("GetRole", "/button") => Reply::Number(PUSH_BUTTON),
            _ => plain(&call),
        })
        .await;
    let buttons =
        ReadRequest { only_roles: Some(vec![Role::Button]), ..request(Fields::ROLE | Fields::NAME) };
    let reading = read(&bus, &app, &buttons).await.unwrap();
    assert_eq!(reading.tree.with_role(Role::Button).len(), 1);
    assert_eq!(reading.path, ReadPath::Walk);
}

#[tokio::test]
async fn huge_names_and_answers_of_the_wrong_type_do_no_harm() {
    let bus = AccessibilityBus::start().await;
    let huge = "ä".repeat(2_000_000);
    let name = huge.clone();
    let app = bus
        .application("odd", ("Qt", "6.4"), move |me, call| match (call.method, call.path, call.property) {
            ("GetChildren", ROOT, _) => {
                Reply::Children(["/huge", "/odd", "/null"].map(|path| reference(me, path)).to_vec())
            }
            ("GetChildren", "/null", _) => Reply::Children(vec![reference(me, "/org/a11y/atspi/null")]),
            ("GetChildren", "/huge", _) => Reply::Children(Vec::new()),
            (_, "/huge", "Name") => text(&name),
            (_, "/odd", _) => Reply::Nonsense,
            _ => plain(&call),
        })
        .await;
    let tree = read(&bus, &app, &request(Fields::ALL)).await.unwrap().tree;
    assert_eq!(tree.len(), 4);
    assert_eq!(*tree.node(NodeId(1)).name, *huge);
    assert_eq!(tree.node(NodeId(2)).role, Role::Unknown);
    assert_eq!(&*tree.node(NodeId(2)).name, "");
}

#[tokio::test]
async fn an_application_that_leaves_in_the_middle_is_gone() {
    let bus = AccessibilityBus::start().await;
    let app = bus
        .application("leaver", ("Qt", "6.4"), |me, call| match (call.method, call.path) {
            ("GetChildren", ROOT) => Reply::Children(vec![reference(me, "/a")]),
            ("GetChildren", "/a") => Reply::Leave,
            _ => plain(&call),
        })
        .await;
    let error = read(&bus, &app, &request(Fields::ROLE | Fields::NAME)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AppGone, "{error}");
    assert!(error.message().contains("leaver"), "{error}");
}

#[tokio::test]
async fn a_silent_application_is_not_responding_and_delays_nobody_else() {
    let bus = AccessibilityBus::start().await;
    let silent = bus.application("silent", ("Qt", "6.4"), |_, _| Reply::Silence).await;
    let lively = bus
        .application("lively", ("Qt", "6.4"), |_, call| match call.method {
            "GetChildren" => Reply::Children(Vec::new()),
            _ => plain(&call),
        })
        .await;
    let desktop = AtSpi::new(&bus.env());
    let wish = request(Fields::ROLE | Fields::NAME);
    let (silent, lively) = (AppId::new(silent), AppId::new(lively));
    let patience = Duration::from_millis(600);
    let mut waiting = std::pin::pin!(desktop.read(&silent, &wish, patience));
    let others = async {
        for _ in 0..20 {
            desktop.read(&lively, &wish, patience).await.expect("the other application answers");
        }
    };
    tokio::select! {
        biased;
        () = others => {}
        _ = &mut waiting => panic!("twenty readings of the other application took longer than the silent one's time"),
    }
    let error = waiting.await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AppNotResponding, "{error}");
}

/// The bit of a state, by its number in the protocol.
const ACTIVE: u32 = 1 << 1;
const ICONIFIED: u32 = 1 << 15;
const MODAL: u32 = 1 << 16;

#[tokio::test]
async fn windows_are_told_without_a_look_at_the_root_or_inside() {
    let bus = AccessibilityBus::start().await;
    let asked = Arc::new(Mutex::new(Vec::new()));
    let calls = asked.clone();
    let app = bus
        .application("windows", ("Qt", "6.4"), move |me, call| {
            calls.lock().unwrap().push((call.path.to_owned(), call.method.to_owned()));
            match (call.method, call.path) {
                ("GetChildren", ROOT) => {
                    Reply::Children(["/main", "/gone", "/icon"].map(|path| reference(me, path)).to_vec())
                }
                (_, "/gone") => Reply::Gone,
                ("GetState", "/main") => Reply::States(vec![ACTIVE | MODAL, 0]),
                ("GetState", "/icon") => Reply::States(vec![ICONIFIED, 0]),
                _ => plain(&call),
            }
        })
        .await;
    let provider = AtSpi::new(&bus.env());
    let within = Duration::from_secs(20);
    let windows = provider.top_levels(&AppId::new(app), TopLevels::Windows, within).await.unwrap();
    let told: Vec<_> =
        windows.iter().map(|window| (window.focused, window.modal, window.minimized)).collect();
    assert_eq!(told, [(Some(true), Some(true), None), (Some(false), None, Some(true))]);
    assert!(windows.iter().all(|window| window.title == "node"));

    let asked = asked.lock().unwrap();
    let of_root = asked.iter().filter(|(path, method)| path == ROOT && method != "Get");
    assert_eq!(of_root.count(), 1, "only for its children: {asked:?}");
    assert!(asked.iter().all(|(path, method)| path == ROOT || method != "GetChildren"), "{asked:?}");
}

#[tokio::test]
async fn windows_that_are_told_as_nonsense_are_an_error() {
    let bus = AccessibilityBus::start().await;
    let app = bus
        .application("nonsense", ("Qt", "6.4"), |_, call| match call.method {
            "GetChildren" => Reply::Nonsense,
            _ => plain(&call),
        })
        .await;
    let provider = AtSpi::new(&bus.env());
    let within = Duration::from_secs(20);
    assert!(provider.top_levels(&AppId::new(app), TopLevels::Children, within).await.is_err());
}
