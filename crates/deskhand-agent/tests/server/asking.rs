//! How far requests of our own endpoints may go.

use deskhand_agent::Options;
use deskhand_engine::Mode;
use serde_json::{Value, json};

use crate::fake::Fake;
use crate::setting::{Answer, Setting, anywhere};

fn code(answer: &Answer) -> (u16, String) {
    (answer.status, answer.json()["error"]["code"].as_str().unwrap_or_default().to_owned())
}

/// What becomes of an action and of keys in this mode.
async fn acted(setting: &Setting, mode: &str) -> [(u16, String); 2] {
    let mode = if mode.is_empty() { Value::Null } else { json!(mode) };
    let app = json!({"name": "a"});
    let locator = json!({"app": app, "query": {"text": "role:button"}});
    let act = json!({"locator": locator, "act": {"action": "press"}, "mode": mode});
    let keys = json!({"app": app, "keys": ["a"], "mode": mode});
    let act = setting.post("/deskhand/act", &act.to_string()).await;
    let keys = setting.post("/deskhand/keys", &keys.to_string()).await;
    [code(&act), code(&keys)]
}

#[tokio::test]
async fn no_request_goes_further_than_the_operator_has_said() {
    let done = (404, "not_found".to_owned());
    let refused = (422, "focus_required".to_owned());
    for (limit, mode, expected) in [
        (None, "", &done),
        (None, "auto", &done),
        (None, "focus", &done),
        (None, "background", &done),
        (Some(Mode::Background), "", &done),
        (Some(Mode::Background), "background", &done),
        (Some(Mode::Background), "auto", &refused),
        (Some(Mode::Background), "focus", &refused),
        (Some(Mode::Auto), "focus", &done),
        (Some(Mode::Focus), "auto", &done),
    ] {
        let setting = Setting::start_with(&Fake::default(), Options { mode: limit, ..anywhere() }).await;
        for told in acted(&setting, mode).await {
            assert_eq!(&told, expected, "{limit:?} {mode}");
        }
    }
}

#[tokio::test]
async fn nobody_asks_for_more_than_the_agent_can_keep() {
    let setting = Setting::start(&Fake::default()).await;
    let tree = |nodes: usize| json!({"app": {"name": "a"}, "max_nodes": nodes}).to_string();
    let refused = (400, "invalid_argument".to_owned());
    assert_eq!(code(&setting.post("/deskhand/tree", &tree(100_001)).await), refused);
    assert_eq!(setting.post("/deskhand/tree", &tree(100_000)).await.status, 404);
    assert_eq!(code(&setting.get("/deskhand/events?keep=4097").await), refused);
    assert_eq!(setting.get("/deskhand/events?keep=4096").await.status, 404);
}
