//! What a call that changes something was about, for the audit log.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;
use http::Uri;
use serde_json::{Map, Value};

use crate::endpoint::Endpoint;
use crate::files;

/// What becomes known of a request while it is answered. A request whose call is audited has it as an extension.
#[derive(Clone, Debug, Default)]
pub(crate) struct Noted(Arc<Mutex<Known>>);

#[derive(Debug, Default)]
struct Known {
    body: Bytes,
    target: Option<Value>,
}

impl Noted {
    /// That of a request; one that nobody reads when its call is not audited.
    pub(crate) fn of<B>(request: &http::Request<B>) -> Noted {
        request.extensions().get::<Noted>().cloned().unwrap_or_default()
    }

    /// The request has this body.
    pub(super) fn note(&self, body: &Bytes) {
        self.known().body = body.clone();
    }

    /// The request is about this, which must hold nothing secret: for endpoints that do not take it by
    /// [`Asked`](super::Asked), or know more than it says.
    pub(crate) fn tell(&self, target: Value) {
        self.known().target = Some(target);
    }

    /// What is asked for in the body.
    fn object(&self) -> Map<String, Value> {
        let body = self.known().body.clone();
        serde_json::from_slice(&body).unwrap_or_default()
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Longest text that is written down.
const LONGEST: usize = 200;
/// Items of a list that are written down.
const MANY: usize = 10;
/// What names an element in the contract.
const ELEMENT: &[&str] = &["role", "label", "window", "id", "index"];

/// What the request was about, as far as it is known.
pub(super) fn target(endpoint: Endpoint, uri: &Uri, noted: &Noted) -> Option<Value> {
    if let Some(target) = noted.known().target.take() {
        return Some(all_shown(&target));
    }
    let told = match endpoint {
        Endpoint::Press | Endpoint::SetValue | Endpoint::Focus | Endpoint::ShowMenu => {
            picked(&noted.object(), ELEMENT)
        }
        Endpoint::WindowFocus | Endpoint::WindowClose | Endpoint::WindowMinimize => {
            picked(&noted.object(), &["window"])
        }
        Endpoint::WindowResize => picked(&noted.object(), &["window", "width", "height"]),
        Endpoint::WindowMove => picked(&noted.object(), &["window", "x", "y"]),
        Endpoint::Exec => command(&noted.object()),
        Endpoint::Upload => path(uri),
        Endpoint::Act => act(&noted.object()),
        Endpoint::Keys => whole(&noted.object(), &["app"]),
        Endpoint::ChangeWindow => whole(&noted.object(), &["window", "change"]),
        Endpoint::Shutdown | Endpoint::SetClipboard => Map::new(),
        Endpoint::Health
        | Endpoint::Download
        | Endpoint::DebugAx
        | Endpoint::Windows
        | Endpoint::Snapshot
        | Endpoint::Inspect
        | Endpoint::Wait
        | Endpoint::OpenApi
        | Endpoint::Discover
        | Endpoint::Apps
        | Endpoint::App
        | Endpoint::Tree
        | Endpoint::Idle
        | Endpoint::Find
        | Endpoint::Text
        | Endpoint::ListWindows
        | Endpoint::GetWindow
        | Endpoint::Events
        | Endpoint::Screenshot
        | Endpoint::Clipboard => Map::new(),
    };
    (!told.is_empty()).then_some(Value::Object(told))
}

/// These keys of an object, where they hold texts and numbers; whatever else is in it stays out.
fn picked(object: &Map<String, Value>, keys: &[&str]) -> Map<String, Value> {
    let held = keys.iter().filter_map(|key| Some(((*key).to_owned(), shown(object.get(*key)?)?)));
    held.collect()
}

/// These keys of an object, with all that is in them.
fn whole(object: &Map<String, Value>, keys: &[&str]) -> Map<String, Value> {
    let held = keys.iter().filter_map(|key| Some(((*key).to_owned(), all_shown(object.get(*key)?))));
    held.collect()
}

fn all_shown(value: &Value) -> Value {
    match value {
        Value::Object(keys) => keys.iter().map(|(key, value)| (shortened(key), all_shown(value))).collect(),
        Value::Array(items) => items.iter().take(MANY).map(all_shown).collect(),
        other => shown(other).unwrap_or_default(),
    }
}

/// What is done to which element, and nothing of what it is done with.
fn act(object: &Map<String, Value>) -> Map<String, Value> {
    let mut told = whole(object, &["locator"]);
    told.extend(
        object.get("act").and_then(Value::as_object).map(|act| picked(act, &["action"])).unwrap_or_default(),
    );
    told
}

fn shown(value: &Value) -> Option<Value> {
    match value {
        Value::String(text) => Some(shortened(text).into()),
        Value::Number(_) | Value::Bool(_) => Some(value.clone()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The program of a command and how long the command is. Its arguments can be secrets, and so can what looks like a
/// program but is an assignment or quoted.
fn command(object: &Map<String, Value>) -> Map<String, Value> {
    let Some(Value::String(command)) = object.get("command") else { return Map::new() };
    let mut told = Map::new();
    if let Some(program) = program(command) {
        told.insert("program".to_owned(), shortened(program).into());
    }
    told.insert("bytes".to_owned(), command.len().into());
    told.extend(picked(object, &["detach"]));
    told
}

/// The first word of a command, if the shell takes it as it is.
fn program(command: &str) -> Option<&str> {
    let ends = |letter: char| letter.is_whitespace() || ";|&<>()".contains(letter);
    let word = command.trim_start().split(ends).next()?;
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_./+-".contains(&byte);
    (!word.is_empty() && word.bytes().all(is_plain)).then_some(word)
}

/// The path that a query names.
fn path(uri: &Uri) -> Map<String, Value> {
    let path = files::path_of(uri).map(|path| ("path".to_owned(), shortened(&path).into()));
    path.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn told(endpoint: Endpoint, uri: &str, body: &Value) -> Value {
        let noted = Noted::default();
        noted.note(&body.to_string().into());
        target(endpoint, &uri.parse().unwrap(), &noted).unwrap_or_default()
    }

    #[test]
    fn elements_are_told_and_values_are_not() {
        let body = json!({"role": "textfield", "label": "Password", "index": 1, "value": "s3cret", "x": {}});
        let expected = json!({"role": "textfield", "label": "Password", "index": 1});
        assert_eq!(told(Endpoint::SetValue, "/set-value", &body), expected);
        let long = "x".repeat(1000);
        let label = told(Endpoint::Press, "/press", &json!({"label": long}))["label"].clone();
        assert_eq!(label.as_str().unwrap().chars().count(), LONGEST + 1);
    }

    #[test]
    fn what_is_done_is_told_without_what_it_is_done_with() {
        let locator = json!({"app": {"name": "gedit"}, "query": {"text": "role:textfield"}, "nth": 0});
        let body =
            json!({"locator": locator, "act": {"action": "type", "text": "s3cret"}, "effect": "s3cret"});
        let expected = json!({"locator": locator, "action": "type"});
        assert_eq!(told(Endpoint::Act, "/deskhand/act", &body), expected);
        let body = json!({"app": {"pid": 7}, "keys": ["s", "3"]});
        assert_eq!(told(Endpoint::Keys, "/deskhand/keys", &body), json!({"app": {"pid": 7}}));
        let body = json!({"window": {"named": "a"}, "change": {"move": {"x": 1, "y": 2}}});
        assert_eq!(told(Endpoint::ChangeWindow, "/deskhand/window/change", &body), body);
    }

    #[test]
    fn of_a_command_only_the_program_is_told() {
        for (command, expected) in [
            ("ls -l /home/me", json!({"program": "ls", "bytes": 14})),
            ("TOKEN=s3cret run", json!({"bytes": 16})),
            ("\"s3cret\" x", json!({"bytes": 10})),
            ("$(s3cret)", json!({"bytes": 9})),
            ("cat<<<root:s3cret", json!({"program": "cat", "bytes": 17})),
            ("/usr/bin/g++;s3cret", json!({"program": "/usr/bin/g++", "bytes": 19})),
            ("s3\\ cret", json!({"bytes": 8})),
            ("root:s3cret", json!({"bytes": 11})),
            ("(s3cret)", json!({"bytes": 8})),
            ("", json!({"bytes": 0})),
        ] {
            assert_eq!(told(Endpoint::Exec, "/exec", &json!({"command": command})), expected, "{command}");
        }
    }

    #[test]
    fn an_upload_is_told_by_its_path() {
        for (uri, path) in [
            ("/upload?x=1&path=%2Ftmp%2Fa%20b", "/tmp/a b"),
            ("/upload?p%61th=/etc/x", "/etc/x"),
            ("/upload?path=/etc/%FF", "/etc/\u{fffd}"),
            ("/upload?path=/a&path=/b", "/a"),
        ] {
            let body = json!({"content": "czNjcmV0"});
            assert_eq!(told(Endpoint::Upload, uri, &body), json!({"path": path}), "{uri}");
        }
    }

    #[test]
    fn what_an_endpoint_tells_itself_counts() {
        let noted = Noted::default();
        noted.tell(json!({"path": "x".repeat(1000), "bytes": 7}));
        let told = target(Endpoint::Upload, &"/upload?path=other".parse().unwrap(), &noted).unwrap();
        assert_eq!(told["path"].as_str().unwrap().chars().count(), LONGEST + 1);
        assert_eq!(told["bytes"], 7);
    }

    #[test]
    fn what_is_no_object_says_nothing() {
        for body in [json!([1]), json!("s3cret"), json!(null)] {
            assert_eq!(told(Endpoint::SetValue, "/set-value", &body), Value::Null);
        }
    }
}
