//! Every endpoint of the contract, on every toolkit, through plain curl.

use serde_json::{Value, json};

use super::{Agent, elements, keys};
use crate::desktop::{Desktop, eventually};

const TITLE: &str = "Under contract";

/// An agent on a desktop with a fixture.
struct Stage {
    agent: Agent,
    // Ended in this order.
    _fixture: crate::desktop::Fixture,
    _desktop: Desktop,
}

impl Stage {
    fn with(toolkit: &str) -> Stage {
        let desktop = Desktop::start();
        let agent = Agent::on(&desktop, &[]);
        let fixture = desktop.fixture_of(toolkit, TITLE);
        Stage { agent, _fixture: fixture, _desktop: desktop }
    }

    /// A request that goes well, for an element of the window.
    #[track_caller]
    fn element(&self, path: &str, more: Value) -> Value {
        let mut body = json!({ "window": TITLE });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.agent.ok(path, &body)
    }

    #[track_caller]
    fn does(&self, path: &str, more: Value) {
        let answer = self.element(path, more);
        assert_eq!(answer["success"], true, "{path} {answer}");
        assert!(answer["message"].is_string(), "{answer}");
        assert_eq!(keys(&answer), ["message", "success"]);
    }

    #[track_caller]
    fn snapshot(&self, more: Value) -> Value {
        self.element("/snapshot", more)
    }

    /// Waits until the fixture shows this effect.
    #[track_caller]
    fn shows(&self, status: &str) {
        eventually(status, || {
            let snapshot = self.snapshot(json!({ "label": status }));
            elements(&snapshot).iter().any(|element| element["label"] == status).then_some(())
        });
    }

    /// The window as the agent lists it.
    fn window(&self) -> Option<Value> {
        let windows = self.agent.ok("/windows", &json!({}));
        let all = windows["windows"].as_array().unwrap();
        all.iter().find(|window| window["title"].as_str().unwrap().contains(TITLE)).cloned()
    }
}

const WINDOW: [&str; 8] =
    ["appName", "focused", "positionX", "positionY", "sizeHeight", "sizeWidth", "title", "windowType"];

/// Keys that every element has.
const ALWAYS: [&str; 7] =
    ["actions", "childCount", "description", "enabled", "focused", "platformRole", "role"];

/// Keys that an element may have besides.
const SOMETIMES: [&str; 9] =
    ["value", "label", "id", "showing", "positionX", "positionY", "sizeWidth", "sizeHeight", "children"];

#[track_caller]
fn is_element(element: &Value) {
    let keys = keys(element);
    for key in ALWAYS.iter().chain(&["value"]) {
        assert!(keys.contains(key), "{key} is missing: {element}");
    }
    for key in &keys {
        assert!(ALWAYS.contains(key) || SOMETIMES.contains(key), "{key} is not in the contract: {element}");
        let may_be_null = ["value", "description"].contains(key);
        assert!(may_be_null || !element[key].is_null(), "{key} is null: {element}");
    }
}

fn windows_and_elements(stage: &Stage) {
    let health = stage.agent.get("/health").json(200);
    assert_eq!(health, json!({ "accessible": true, "platform": "linux" }));
    let there = stage.agent.ok("/wait", &json!({ "window": TITLE, "timeout": 20 }));
    assert_eq!(there["success"], true, "{there}");
    let any = stage.agent.ok("/wait", &json!({}));
    assert_eq!(any["success"], true, "{any}");

    let window = stage.window().unwrap();
    assert_eq!(keys(&window), WINDOW);
    assert_eq!(window["windowType"], "regular");

    let snapshot = stage.snapshot(json!({}));
    let first = &snapshot["windows"][0];
    let mut with_elements = WINDOW.to_vec();
    with_elements.push("elements");
    with_elements.sort_unstable();
    assert_eq!(keys(first), with_elements);
    let all = elements(&snapshot);
    all.iter().for_each(|element| is_element(element));
    let save = all.iter().find(|element| element["role"] == "button" && element["label"] == "Save").unwrap();
    assert!(save["actions"].as_array().unwrap().contains(&"press".into()), "{save}");
    assert_eq!((&save["enabled"], &save["value"]), (&json!(true), &Value::Null), "{save}");

    let shallow = stage.snapshot(json!({ "depth": 1 }));
    assert!(elements(&shallow).iter().all(|element| element.get("children").is_none()), "{shallow}");
    let buttons = stage.snapshot(json!({ "role": "button" }));
    let leaves: Vec<&Value> =
        elements(&buttons).into_iter().filter(|element| element.get("children").is_none()).collect();
    assert!(!leaves.is_empty() && leaves.iter().all(|leaf| leaf["role"] == "button"), "{buttons}");
    let interactive = stage.snapshot(json!({ "mode": "interactive" }));
    let count = |snapshot: &Value| elements(snapshot).len();
    assert!(count(&interactive) > 10 && count(&interactive) < count(&snapshot), "{interactive}");
    let locked = elements(&interactive).into_iter().find(|element| element["label"] == "Locked").unwrap();
    assert_eq!(locked["enabled"], false);

    let inspected = stage.element("/inspect", json!({ "role": "button", "label": "Save" }));
    is_element(&inspected["element"]);
    assert_eq!(inspected["element"]["label"], "Save");
    assert!(inspected["element"].get("children").is_none());
    for key in ["boundsX", "boundsY", "boundsWidth", "boundsHeight"] {
        assert!(inspected[key].is_number(), "{key} of {inspected}");
    }
}

/// Every toolkit tells something of how text looks, Qt only of several lines.
fn looks(stage: &Stage) {
    stage.does("/set-value", json!({ "label": "Notes", "value": "two words" }));
    stage.shows("status: Notes = two words");
    let inspected = stage.element("/inspect", json!({ "label": "Notes" }));
    for key in ["fontFamily", "fontSize"] {
        assert!(!inspected[key].is_null(), "{key} is not known: {inspected}");
    }
}

fn actions(stage: &Stage) {
    stage.does("/press", json!({ "role": "button", "label": "Save" }));
    stage.shows("status: pressed Save (1)");
    stage.does("/press", json!({ "role": "button", "label": "Twin", "index": 1 }));
    stage.shows("status: pressed Right Twin (1)");
    stage.does("/set-value", json!({ "role": "textfield", "label": "Name", "value": "alice" }));
    stage.shows("status: Name = alice");
    stage.does("/set-value", json!({ "role": "slider", "label": "Volume", "value": "40" }));
    stage.shows("status: Volume = 40");
    stage.does("/focus", json!({ "role": "textfield", "label": "Name" }));
    eventually("the focus", || {
        let inspected = stage.element("/inspect", json!({ "role": "textfield", "label": "Name" }));
        (inspected["element"]["focused"] == true && inspected["element"]["value"] == "alice").then_some(())
    });
}

fn window_changes(stage: &Stage) {
    stage.does("/window-move", json!({ "x": 60, "y": 50 }));
    stage.does("/window-resize", json!({ "width": 950, "height": 780 }));
    let window = stage.window().unwrap();
    assert_eq!((&window["positionX"], &window["positionY"]), (&json!(60), &json!(50)), "{window}");
    assert_eq!((&window["sizeWidth"], &window["sizeHeight"]), (&json!(950), &json!(780)), "{window}");
    stage.does("/window-minimize", json!({}));
    eventually("another focus", || (stage.window().unwrap()["focused"] == false).then_some(()));
    stage.does("/window-focus", json!({}));
    eventually("the focus", || (stage.window().unwrap()["focused"] == true).then_some(()));
    stage.does("/window-close", json!({}));
    eventually("the end of the window", || stage.window().is_none().then_some(()));
}

fn everything(toolkit: &str) {
    let stage = Stage::with(toolkit);
    windows_and_elements(&stage);
    actions(&stage);
    looks(&stage);
    window_changes(&stage);
}

#[test]
fn every_endpoint_works_on_gtk_3() {
    everything("gtk3");
}

#[test]
fn every_endpoint_works_on_gtk_4() {
    everything("gtk4");
}

#[test]
fn every_endpoint_works_on_qt_5() {
    everything("qt5");
}

#[test]
fn every_endpoint_works_on_qt_6() {
    everything("qt6");
}

#[test]
fn every_endpoint_works_on_chromium() {
    everything("chromium");
}

/// Opens a context menu and, where the toolkit has open menus in its tree, chooses from it.
fn menu(toolkit: &str, shows_open_menus: bool) {
    let stage = Stage::with(toolkit);
    stage.does("/show-menu", json!({ "label": "Context area" }));
    if shows_open_menus {
        eventually("the menu", || {
            let chosen = stage.agent.post("/press", &json!({ "label": "Inspect", "window": TITLE }));
            (chosen.status == 200).then_some(())
        });
        stage.shows("status: chose Inspect (1)");
    }
}

#[test]
fn a_context_menu_opens_on_gtk_3() {
    menu("gtk3", true);
}

#[test]
fn a_context_menu_opens_on_gtk_4() {
    menu("gtk4", true);
}

#[test]
fn a_context_menu_opens_on_qt() {
    menu("qt5", false);
    menu("qt6", false);
}

#[test]
fn a_context_menu_opens_on_chromium() {
    menu("chromium", true);
}

#[test]
fn the_agent_ends_when_it_is_asked_to() {
    let mut agent = Agent::simulated(&[]);
    let answer = agent.ok("/shutdown", &json!({}));
    assert_eq!(answer["success"], true, "{answer}");
    assert!(agent.ended().success());
    assert_eq!(agent.get("/health").status, 0);
}

#[test]
fn a_signal_ends_the_agent_in_good_order() {
    assert!(Agent::simulated(&[]).terminate().success());
}

#[test]
fn the_state_of_accessibility_can_be_looked_into() {
    let stage = Stage::with("gtk3");
    let all = stage.agent.ok("/debug/ax", &json!({}));
    let text = all.to_string();
    assert!(text.contains("fixture-gtk3") && !text.contains("\"elements\":[{"), "{text}");
    let one = stage.element("/debug/ax", json!({})).to_string();
    // The toolkit's own words: what the contract calls `press` is GTK's `click`.
    assert!(one.contains("\"actions\":\"click\"") && one.contains("page tab"), "{one}");
}

#[test]
fn waiting_ends_when_the_window_comes_and_when_the_time_is_over() {
    let desktop = Desktop::start();
    let agent = Agent::on(&desktop, &[]);
    let late = agent.ok("/wait", &json!({ "window": TITLE, "timeout": 0.2 }));
    assert_eq!(late["success"], false);
    assert!(late["message"].as_str().unwrap().contains(TITLE), "{late}");
    let waiting = std::thread::scope(|scope| {
        let waiting = scope.spawn(|| agent.ok("/wait", &json!({ "window": TITLE, "timeout": 60 })));
        let fixture = desktop.fixture(TITLE);
        let answer = waiting.join().unwrap();
        drop(fixture);
        answer
    });
    assert_eq!(waiting["success"], true, "{waiting}");
}

#[test]
fn commands_run_on_the_desktop_of_the_agent() {
    let desktop = Desktop::start();
    let agent = Agent::on(&desktop, &[]);
    let run = |body: Value| agent.ok("/exec", &body);
    let answer = run(json!({ "command": "echo out; echo err >&2; exit 3" }));
    assert_eq!(
        answer,
        json!({ "success": false, "message": null, "stdout": "out\n", "stderr": "err\n", "exitCode": 3 })
    );
    let display = run(json!({ "command": "echo $DISPLAY" }))["stdout"].as_str().unwrap().trim().to_owned();
    let same = desktop.run(&["desktop", "list", "--json"]).json(0);
    assert!(same.to_string().contains(&display), "{display}: {same}");

    let late = run(json!({ "command": "sleep 1000 & echo $$ $!; wait", "timeout": 0.5 }));
    assert_eq!((&late["success"], &late["exitCode"]), (&json!(false), &json!(-1)), "{late}");
    for pid in late["stdout"].as_str().unwrap().split_whitespace() {
        eventually("the end of the whole group", || {
            let state = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            (state.is_empty() || state.contains(") Z ")).then_some(())
        });
    }

    let file = desktop.folder().join("detached");
    let detached = run(
        json!({ "command": format!("sleep 0.3; echo $$ > {}; exec sleep 1000", file.display()), "detach": true }),
    );
    assert_eq!((&detached["success"], &detached["exitCode"]), (&json!(true), &json!(0)), "{detached}");
    let pid: i32 =
        eventually("the detached command", || std::fs::read_to_string(&file).ok()?.trim().parse().ok());
    assert!(agent.terminate().success());
    let own = rustix::process::Pid::from_raw(pid).unwrap();
    assert_eq!(rustix::process::getsid(Some(own)).unwrap(), own, "it leads a session of its own");
    rustix::process::kill_process(own, rustix::process::Signal::KILL).unwrap();
}
