//! The examples of the TestAnyware agent contract, key by key: read, and written again as they were.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test ends where its expectation ends")]

use std::fmt::Debug;

use deskhand_agent::contract::{
    ActionResponse, DownloadRequest, DownloadResponse, ElementInfo, ElementQuery, ErrorKey, ErrorResponse,
    ExecRequest, ExecResponse, Health, InspectResponse, Mode, SetValueRequest, SnapshotRequest,
    SnapshotResponse, UploadRequest, WaitRequest, WindowInfo, WindowMoveRequest, WindowResizeRequest,
    WindowTarget,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// The example as a value of ours, which is written again as it was.
#[track_caller]
fn golden<T: Serialize + DeserializeOwned>(example: &Value) -> T {
    let read: T = serde_json::from_value(example.clone()).unwrap();
    assert_eq!(serde_json::to_value(&read).unwrap(), *example);
    read
}

/// Each key that may be missing is left out when it is, and a `null` in its place counts as missing.
#[track_caller]
fn optional<T: Serialize + DeserializeOwned + PartialEq + Debug>(example: &Value, keys: &[&str]) {
    for key in keys {
        let mut without = example.clone();
        without.as_object_mut().unwrap().remove(*key).unwrap_or_else(|| panic!("the example has no {key}"));
        let missing: T = golden(&without);
        let mut with_null = example.clone();
        with_null[*key] = Value::Null;
        assert_eq!(serde_json::from_value::<T>(with_null).unwrap(), missing, "{key}");
    }
}

/// Each key has to be there.
#[track_caller]
fn required<T: DeserializeOwned>(example: &Value, keys: &[&str]) {
    for key in keys {
        let mut without = example.clone();
        without.as_object_mut().unwrap().remove(*key).unwrap_or_else(|| panic!("the example has no {key}"));
        assert!(serde_json::from_value::<T>(without).is_err(), "{key}");
    }
}

fn element() -> Value {
    json!({
        "role": "button",
        "label": "Save",
        "value": null,
        "description": null,
        "id": "btn-save",
        "enabled": true,
        "focused": false,
        "showing": true,
        "positionX": 0,
        "positionY": 0,
        "sizeWidth": 80,
        "sizeHeight": 24,
        "childCount": 0,
        "actions": ["press", "focus"],
        "platformRole": "AXButton",
    })
}

fn window() -> Value {
    json!({
        "title": "Document.txt",
        "windowType": "regular",
        "sizeWidth": 1200,
        "sizeHeight": 800,
        "positionX": 100,
        "positionY": 100,
        "appName": "TextEdit",
        "focused": true,
    })
}

#[test]
fn an_element_query() {
    let example =
        json!({ "role": "button", "label": "Save", "window": "Settings", "id": "button-42", "index": 0 });
    let query: ElementQuery = golden(&example);
    assert_eq!((query.role.as_deref(), query.index), (Some("button"), Some(0)));
    optional::<ElementQuery>(&example, &["role", "label", "window", "id", "index"]);
    assert_eq!(golden::<ElementQuery>(&json!({})), ElementQuery::default());
}

#[test]
fn a_snapshot_request() {
    let example =
        json!({ "mode": "full", "window": "Finder", "role": "button", "label": "Save", "depth": 3 });
    assert_eq!(golden::<SnapshotRequest>(&example).mode, Some(Mode::Full));
    optional::<SnapshotRequest>(&example, &["mode", "window", "role", "label", "depth"]);
    assert_eq!(golden::<SnapshotRequest>(&json!({ "mode": "interactive" })).mode, Some(Mode::Interactive));
}

#[test]
fn a_request_to_set_a_value() {
    let example = json!({ "role": "textfield", "window": "Login", "value": "alice" });
    let request: SetValueRequest = golden(&example);
    assert_eq!((request.query.window.as_deref(), request.value.as_str()), (Some("Login"), "alice"));
    optional::<SetValueRequest>(&example, &["role", "window"]);
    required::<SetValueRequest>(&example, &["value"]);
}

#[test]
fn requests_about_windows() {
    required::<WindowTarget>(&json!({ "window": "Document.txt" }), &["window"]);
    golden::<WindowTarget>(&json!({ "window": "Document.txt" }));

    let resize = json!({ "window": "Document.txt", "width": 1200, "height": 800 });
    golden::<WindowResizeRequest>(&resize);
    required::<WindowResizeRequest>(&resize, &["window", "width", "height"]);

    let place = json!({ "window": "Document.txt", "x": 100, "y": 100 });
    golden::<WindowMoveRequest>(&place);
    required::<WindowMoveRequest>(&place, &["window", "x", "y"]);

    let wait = json!({ "window": "Finder", "timeout": 30 });
    golden::<WaitRequest>(&wait);
    optional::<WaitRequest>(&wait, &["window", "timeout"]);
}

#[test]
fn requests_about_commands_and_files() {
    let exec = json!({ "command": "uname -a", "timeout": 60, "detach": false });
    golden::<ExecRequest>(&exec);
    optional::<ExecRequest>(&exec, &["timeout", "detach"]);
    required::<ExecRequest>(&exec, &["command"]);

    let upload = json!({ "path": "/tmp/file.bin", "content": "AAEC" });
    golden::<UploadRequest>(&upload);
    required::<UploadRequest>(&upload, &["path", "content"]);

    golden::<DownloadRequest>(&json!({ "path": "/tmp/file.bin" }));
    required::<DownloadRequest>(&json!({ "path": "/tmp/file.bin" }), &["path"]);
}

#[test]
fn keys_that_are_not_known_are_ignored() {
    let query: ElementQuery = serde_json::from_value(json!({ "label": "Save", "newer": [1] })).unwrap();
    assert_eq!(query.label.as_deref(), Some("Save"));
}

#[test]
fn windows_have_elements_in_a_snapshot_and_none_in_a_list() {
    golden::<SnapshotResponse>(&json!({ "windows": [window()] }));
    let mut shown = window();
    shown["elements"] = json!([element()]);
    let read: WindowInfo = golden(&shown);
    assert_eq!(read.elements.unwrap().len(), 1);
    optional::<WindowInfo>(&shown, &["elements"]);
    shown["elements"] = json!([]);
    golden::<WindowInfo>(&shown);
}

#[test]
fn an_element_with_and_without_what_is_inside_of_it() {
    let mut example = element();
    golden::<ElementInfo>(&example);
    example["children"] = json!([element()]);
    golden::<ElementInfo>(&example);
    let may_be_missing = [
        "label",
        "id",
        "showing",
        "positionX",
        "positionY",
        "sizeWidth",
        "sizeHeight",
        "platformRole",
        "children",
    ];
    optional::<ElementInfo>(&example, &may_be_missing);
}

#[test]
fn value_and_description_are_null_and_never_missing() {
    let mut example = element();
    for key in ["value", "description"] {
        example.as_object_mut().unwrap().remove(key);
    }
    let read: ElementInfo = serde_json::from_value(example).unwrap();
    assert_eq!(serde_json::to_value(read).unwrap(), element());
}

#[test]
fn an_inspected_element() {
    let example = json!({
        "element": element(),
        "fontFamily": "SF Pro",
        "fontSize": 13,
        "fontWeight": "regular",
        "textColor": "#000000",
        "boundsX": 10,
        "boundsY": 20,
        "boundsWidth": 100,
        "boundsHeight": 24,
    });
    golden::<InspectResponse>(&example);
    optional::<InspectResponse>(&example, &["fontFamily", "fontSize", "fontWeight", "textColor"]);
    golden::<InspectResponse>(&json!({ "element": element() }));
}

#[test]
fn answers_to_actions_and_commands() {
    let done = json!({ "success": true, "message": "optional detail" });
    golden::<ActionResponse>(&done);
    optional::<ActionResponse>(&done, &["message"]);
    golden::<ExecResponse>(
        &json!({ "success": true, "message": null, "stdout": "...", "stderr": "...", "exitCode": 0 }),
    );
    golden::<DownloadResponse>(&json!({ "content": "AAEC" }));
    golden::<Health>(&json!({ "accessible": true, "platform": "linux" }));
}

#[test]
fn failures_and_their_keys() {
    let example = json!({ "error": "<short key>", "details": "<optional human message>" });
    golden::<ErrorResponse>(&example);
    optional::<ErrorResponse>(&example, &["details"]);
    let own: Vec<&str> = ErrorKey::ALL.iter().map(|key| key.name()).collect();
    for key in [
        "not_found",
        "ambiguous",
        "window_not_found",
        "action_unsupported",
        "accessibility_unavailable",
        "exec_failed",
        "upload_failed",
        "download_failed",
    ] {
        assert!(own.contains(&key), "{key}");
    }
}

#[test]
fn numbers_come_with_and_without_decimals() {
    for text in [r#"{"window":"a","x":100.0,"y":-7}"#, r#"{"window":"a","x":1e2,"y":-7.0}"#] {
        let request: WindowMoveRequest = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&request).unwrap(), r#"{"window":"a","x":100,"y":-7}"#);
    }
}
