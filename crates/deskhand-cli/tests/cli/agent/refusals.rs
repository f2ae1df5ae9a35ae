//! Every way to be refused, through plain curl.

use serde_json::{Value, json};

use super::Agent;
use crate::desktop::Desktop;

const TITLE: &str = "Hard to please";

#[test]
fn an_element_query_must_mean_one_element_that_can() {
    let desktop = Desktop::start();
    let fixture = desktop.fixture(TITLE);
    let agent = Agent::on(&desktop, &[]);
    let press = |query: Value| agent.post("/press", &query);

    let details = press(json!({ "window": TITLE, "label": "Svae" })).refused(404, "not_found");
    assert!(details.contains("Save"), "the nearest is named: {details}");
    press(json!({ "label": "No such thing anywhere" })).refused(404, "not_found");
    let twins =
        press(json!({ "window": TITLE, "role": "button", "label": "Twin" })).refused(409, "ambiguous");
    assert!(twins.contains("Left") && twins.contains("Right"), "{twins}");
    press(json!({ "window": TITLE, "role": "button", "label": "Twin", "index": 2 }))
        .refused(404, "not_found");
    let nowhere =
        press(json!({ "window": "Hard to plaese", "label": "Save" })).refused(404, "window_not_found");
    assert!(nowhere.contains(TITLE), "the nearest is named: {nowhere}");
    let locked = press(json!({ "window": TITLE, "label": "Locked" })).refused(422, "action_unsupported");
    assert!(locked.contains("disabled"), "{locked}");
    agent
        .post("/set-value", &json!({ "window": TITLE, "label": "Save", "role": "button", "value": "x" }))
        .refused(422, "action_unsupported");

    fixture.signal("STOP");
    let hangs = press(json!({ "window": TITLE, "label": "Save" })).refused(503, "accessibility_unavailable");
    agent.post("/snapshot", &json!({ "window": TITLE })).refused(503, "accessibility_unavailable");
    fixture.signal("CONT");
    assert!(hangs.contains("stopped"), "{hangs}");
    assert!(!fixture.said("status: pressed Save (1)"));
}

#[test]
fn bad_requests_are_told_what_is_wrong_with_them() {
    let agent = Agent::simulated(&[]);
    let raw =
        |path: &str, body: &str| agent.curl(path).body(body.to_owned()).send().refused(400, "invalid_json");
    for path in ["/press", "/snapshot", "/windows", "/exec", "/upload", "/wait", "/window-move", "/debug/ax"]
    {
        raw(path, "{\"window\": ");
        raw(path, "[]");
        raw(path, "\"window\"");
    }
    for (path, body, word) in [
        ("/press", json!({ "role": "buton" }), "button"),
        ("/press", json!({ "role": 7 }), "string"),
        ("/press", json!({ "index": -1 }), "-1"),
        ("/press", json!({ "index": 1.5 }), "1.5"),
        ("/press", json!({ "index": "0" }), "string"),
        ("/set-value", json!({ "label": "Name" }), "value"),
        ("/set-value", json!({ "label": "Name", "value": 7 }), "string"),
        ("/snapshot", json!({ "mode": "partial" }), "interactive"),
        ("/snapshot", json!({ "depth": -3 }), "-3"),
        ("/snapshot", json!({ "role": "thing" }), "thing"),
        ("/window-resize", json!({ "window": "x", "width": 100 }), "height"),
        ("/window-resize", json!({ "window": "x", "width": 0, "height": 5 }), "width"),
        ("/window-move", json!({ "window": "x", "x": 1e9, "y": 0 }), "between"),
        ("/window-close", json!({}), "window"),
        ("/wait", json!({ "timeout": -1 }), "-1"),
        ("/exec", json!({ "command": 5 }), "string"),
        ("/exec", json!({ "command": "true", "timeout": -0.5 }), "-0.5"),
        ("/exec", json!({}), "command"),
        ("/upload", json!({ "path": "/tmp/x" }), "content"),
        ("/download", json!({}), "path"),
    ] {
        let details = agent.post(path, &body).refused(400, "invalid_json");
        assert!(details.contains(word), "{path} {body}: {details}");
    }
    agent.post("/press", &json!({ "label": "x".repeat(2 << 20) })).refused(413, "invalid_json");
}

#[test]
fn what_is_not_there_is_said_so() {
    let agent = Agent::simulated(&[]);
    agent.post("/no/such/thing", &json!({})).refused(404, "unknown_endpoint");
    let get = agent.get("/windows");
    assert!(get.headers.to_lowercase().contains("allow: post"), "{}", get.headers);
    get.refused(405, "method_not_allowed");
    agent.post("/health", &json!({})).refused(405, "method_not_allowed");
}

#[test]
fn commands_and_files_can_be_switched_off() {
    let agent = Agent::simulated(&["--no-exec", "--no-files"]);
    agent.post("/exec", &json!({ "command": "true" })).refused(403, "exec_failed");
    agent.post("/upload", &json!({ "path": "/tmp/x", "content": "" })).refused(403, "upload_failed");
    agent.post("/download", &json!({ "path": "/etc/hostname" })).refused(403, "download_failed");
    agent.post("/download?path=/etc/hostname", &json!({})).refused(403, "download_failed");
}

#[test]
fn a_window_must_be_the_only_one_to_be_changed() {
    let desktop = Desktop::start();
    let (_one, _other) = (desktop.fixture("Twin window A"), desktop.fixture("Twin window B"));
    let agent = Agent::on(&desktop, &[]);
    let details =
        agent.post("/window-minimize", &json!({ "window": "twin window" })).refused(409, "ambiguous");
    assert!(details.contains("Twin window A") && details.contains("Twin window B"), "{details}");
    agent.ok("/window-minimize", &json!({ "window": "twin window a" }));
    agent.post("/window-close", &json!({ "window": "triplet" })).refused(404, "window_not_found");
    // Both applications have it: which one is not for the agent to guess.
    let details =
        agent.post("/press", &json!({ "role": "button", "label": "Save" })).refused(409, "ambiguous");
    assert!(details.contains("Twin window A") && details.contains("Twin window B"), "{details}");
    let save = json!({ "role": "button", "label": "Save", "window": "window b" });
    assert_eq!(agent.ok("/press", &save)["success"], true);
}

#[test]
fn without_a_desktop_there_is_no_accessibility() {
    let mut command = crate::desktop::deskhand();
    command.args(["agent", "--port", "0"]).env("HOME", "/nonexistent").env("XDG_RUNTIME_DIR", "/nonexistent");
    let agent = Agent::start(command);
    let health = agent.get("/health").json(200);
    assert_eq!(health, json!({ "accessible": false, "platform": "linux" }));
    agent.post("/windows", &json!({})).refused(503, "accessibility_unavailable");
    agent.post("/press", &json!({ "label": "Save" })).refused(503, "accessibility_unavailable");
    let waited = agent.ok("/wait", &json!({ "timeout": 0.1 }));
    assert_eq!(waited["success"], false, "{waited}");
}
