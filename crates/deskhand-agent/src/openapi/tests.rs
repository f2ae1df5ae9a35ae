use std::collections::HashSet;
use std::path::PathBuf;

use super::*;

/// Set `UPDATE_OPENAPI=1` to write the file instead of comparing it.
#[test]
fn the_published_document_is_current() {
    let file = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/openapi.json"));
    let text = format!("{:#}\n", openapi());
    if std::env::var_os("UPDATE_OPENAPI").is_some() {
        std::fs::write(&file, &text).unwrap();
    }
    let committed = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        committed == text,
        "docs/openapi.json is out of date; run `UPDATE_OPENAPI=1 cargo test -p deskhand-agent openapi`"
    );
}

/// Every `$ref` in a document.
fn references(value: &Value, found: &mut HashSet<String>) {
    match value {
        Value::Object(keys) => {
            found.extend(keys.get("$ref").and_then(Value::as_str).map(str::to_owned));
            keys.values().for_each(|value| references(value, found));
        }
        Value::Array(items) => items.iter().for_each(|value| references(value, found)),
        _ => {}
    }
}

#[test]
fn every_reference_leads_somewhere() {
    let document = openapi();
    let mut found = HashSet::new();
    references(&document, &mut found);
    assert!(found.len() > 30, "{found:?}");
    for reference in found {
        let pointer = reference.strip_prefix('#').unwrap();
        assert!(document.pointer(pointer).is_some(), "{reference}");
    }
}

#[test]
fn what_is_both_read_and_written_looks_the_same() {
    let mut schemas = Schemas::new();
    for &endpoint in Endpoint::ALL {
        operation::operation(endpoint, &mut schemas);
    }
    let (requests, answers) = schemas.both();
    for (name, read) in &requests {
        let written = answers.get(name);
        assert!(
            written.is_none_or(|written| written == read),
            "{name} is read as {read}, written as {written:?}"
        );
    }
}

#[test]
fn operations_have_names_of_their_own() {
    let document = openapi();
    let operations =
        document["paths"].as_object().unwrap().values().flat_map(|path| path.as_object().unwrap().values());
    let names: Vec<&str> = operations.map(|operation| operation["operationId"].as_str().unwrap()).collect();
    assert_eq!(names.len(), Endpoint::ALL.len());
    assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len(), "{names:?}");
    assert!(names.contains(&"windowFocus") && names.contains(&"deskhandWindowChange"), "{names:?}");
}

fn property<'a>(document: &'a Value, schema: &str, key: &str) -> &'a Value {
    &document["components"]["schemas"][schema]["properties"][key]
}

#[test]
fn only_where_the_contract_shows_null_an_answer_can_be_null() {
    let document = openapi();
    for (schema, key) in
        [("ElementInfo", "value"), ("ElementInfo", "description"), ("ExecResponse", "message")]
    {
        let types = property(&document, schema, key)["type"].as_array().unwrap();
        assert!(types.contains(&"null".into()), "{schema}.{key}");
        let required = document["components"]["schemas"][schema]["required"].as_array().unwrap();
        assert!(required.contains(&key.into()), "{schema}.{key}");
    }
    for (schema, key) in [
        ("ElementInfo", "label"),
        ("ElementInfo", "children"),
        ("ErrorResponse", "details"),
        ("WindowInfo", "elements"),
    ] {
        let property = property(&document, schema, key);
        assert!(property.is_object() && !property.to_string().contains("null"), "{property}");
    }
}

#[test]
fn roles_and_numbers_are_bounded() {
    let document = openapi();
    assert_eq!(document["components"]["schemas"]["UnifiedRole"]["enum"].as_array().unwrap().len(), 133);
    let reference = "#/components/schemas/UnifiedRole";
    assert_eq!(property(&document, "ElementInfo", "role")["$ref"], reference);
    for schema in ["ElementQuery", "SetValueRequest", "SnapshotRequest"] {
        assert_eq!(property(&document, schema, "role")["anyOf"][0]["$ref"], reference, "{schema}");
    }
    let width = property(&document, "WindowResizeRequest", "width");
    assert_eq!((width["minimum"].as_f64(), width["maximum"].as_f64()), (Some(1.0), Some(1e6)), "{width}");
    let index = property(&document, "ElementQuery", "index");
    assert_eq!((index["minimum"].as_u64(), index["maximum"].as_u64()), (Some(0), Some(u64::MAX)));
}

#[test]
fn what_is_special_is_said() {
    let document = openapi();
    let at = |pointer: &str| document.pointer(pointer).unwrap_or_else(|| panic!("{pointer}"));
    assert_eq!(at("/paths/~1health/get/security"), &json!([]));
    at("/paths/~1snapshot/post/responses/200/headers/x-deskhand-truncated");
    for path in ["snapshot", "inspect", "press", "set-value", "focus", "show-menu"] {
        at(&format!("/paths/~1{path}/post/responses/200/headers/x-deskhand-unread"));
    }
    at("/paths/~1upload/post/requestBody/content/application~1octet-stream");
    at("/paths/~1download/post/responses/200/content/application~1octet-stream");
    at("/paths/~1deskhand~1events/get/responses/200/content/text~1event-stream");
    at("/paths/~1deskhand~1screenshot/post/responses/200/content/image~1png");
    assert_eq!(at("/paths/~1press/post/requestBody/required"), false);
    assert_eq!(at("/paths/~1set-value/post/requestBody/required"), true);
}
